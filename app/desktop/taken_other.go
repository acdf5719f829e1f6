//go:build !linux || nox11

package desktop

// watcher has nothing to ask: where there is no X server, Gio tells when the
// window is gone.
func watcher(any, func()) (watch func()) { return nil }
