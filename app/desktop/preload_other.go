//go:build !linux

package desktop

// Preload does nothing: on other systems what draws is loaded with the system's
// own libraries.
func Preload(func(string) string) (release func()) { return func() {} }
