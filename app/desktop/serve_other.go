//go:build !linux

package desktop

import "gioui.org/app"

// LeaveMainThread gives the main thread back for a program that shows nothing.
// It must be called from func main.
func LeaveMainThread() {}

func serve() { app.Main() }

// onMainThread runs f: Windows lets any thread open a dialog, and on macOS the
// dialog itself goes to the main one.
func onMainThread(f func()) { f() }
