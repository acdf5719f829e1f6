package desktop

import "os"

// Main gives the program's main OS thread to the desktop, which some systems
// want for windows and some toolkits for dialogs, and runs program beside it.
// It never returns: the program's result becomes the exit status. It must be
// called from func main, last.
func Main(program func() int) {
	go func() { os.Exit(program()) }()
	serve()
}
