//go:build !linux || !cgo

package desktop

// trimC does nothing: only glibc must be told.
func trimC() {}
