//go:build !linux || nox11

package desktop

// watch has nothing to ask: where there is no X server, Gio tells when the
// window is gone.
func watch(any, func()) {}
