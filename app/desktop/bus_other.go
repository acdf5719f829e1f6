//go:build !unix || darwin

package desktop

func checkBus() error { return nil }
