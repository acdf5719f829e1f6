//go:build !linux

package desktop

import "gioui.org/app"

func serve() { app.Main() }

// onMainThread runs f: Windows lets any thread open a dialog, and on macOS the
// dialog itself goes to the main one.
func onMainThread(f func()) { f() }
