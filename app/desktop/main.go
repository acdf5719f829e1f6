package desktop

import (
	"os"

	"gioui.org/app"
)

// Main gives the program's main OS thread to the desktop, which some systems
// want for windows and for dialogs, and runs program beside it.
// It never returns: the program's result becomes the exit status. It must be
// called from func main, last.
func Main(program func() int) {
	go func() { os.Exit(program()) }()
	app.Main()
}
