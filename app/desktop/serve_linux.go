package desktop

import "runtime"

// GTK's dialogs must run on the thread that initialized it, which is the main
// one: sqweek/dialog does so before main begins. Only an init can keep the
// main goroutine there.
func init() { runtime.LockOSThread() }

// LeaveMainThread gives the main thread back for a program that shows nothing.
// It must be called from func main.
func LeaveMainThread() { runtime.UnlockOSThread() }

// mainThread carries work to the main OS thread.
var mainThread = make(chan func())

// serve runs the dialogs; Gio's windows need no main thread on Linux.
func serve() {
	for f := range mainThread {
		f()
	}
}

func onMainThread(f func()) {
	done := make(chan struct{})
	mainThread <- func() {
		defer close(done)
		f()
	}
	<-done
}
