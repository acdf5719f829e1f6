//go:build linux && !nogtk

// Command sidekicks-dialog asks the person for a file or a folder with GTK's
// dialog. It stands beside the program, which is built without GTK so that
// subcommands and the guard start without a toolkit, and so that a fault in
// one ends a dialog and not a conversation.
//
//	sidekicks-dialog KIND TITLE DIR NAME FILTERNAME [EXTENSION]…
//
// KIND is open, save or folder; the others are those of desktop.Choice and may
// be empty. The path goes to standard output as it is. The dialog ends with
// standard input, which the program holds open while it waits.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/sqweek/dialog"
)

// Exit statuses beside 0, a path was chosen.
const (
	statusFailed    = 1 // standard error tells why
	statusCancelled = 3 // the person closed the dialog
)

// GTK's dialogs must run on the thread that initialized it, which is the main
// one: sqweek/dialog does so before main begins. Only an init can keep the
// main goroutine there.
func init() { runtime.LockOSThread() }

func main() {
	if len(os.Args) < 6 {
		fail("usage: sidekicks-dialog KIND TITLE DIR NAME FILTERNAME [EXTENSION]…")
	}
	go endWithParent()
	defer func() {
		if p := recover(); p != nil { // GTK without a display panics
			fail(p)
		}
	}()
	sayInWords(os.Args[2])
	path, err := ask(os.Args[1], os.Args[2], os.Args[3], os.Args[4], os.Args[5], os.Args[6:])
	switch {
	case errors.Is(err, dialog.ErrCancelled):
		os.Exit(statusCancelled)
	case err != nil:
		fail(err)
	}
	fmt.Print(path)
}

func fail(why any) {
	fmt.Fprintln(os.Stderr, why)
	os.Exit(statusFailed)
}

// endWithParent ends the process when standard input does.
func endWithParent() {
	io.Copy(io.Discard, os.Stdin)
	os.Exit(statusCancelled)
}

func ask(kind, title, dir, name, filterName string, extensions []string) (string, error) {
	if kind == "folder" {
		return dialog.Directory().Title(title).SetStartDir(dir).Browse()
	}
	files := dialog.File().Title(title).SetStartDir(dir)
	if len(extensions) > 0 {
		files.Filter(filterName, extensions...)
	}
	if kind == "save" {
		return files.SetStartFile(name).Save()
	}
	return files.Load()
}
