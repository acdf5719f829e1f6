//go:build cgo && unix

package cli

// #include <fcntl.h>
//
// static int closed;
//
// __attribute__((constructor)) static void look(void) { closed = fcntl(1, F_GETFD) < 0; }
//
// static int wasClosed(void) { return closed; }
import "C"

// stdoutClosed tells whether the program was started without a standard output,
// as by ">&-" in a shell. The Go runtime puts the null device in its place, where
// everything is lost without an error: only what runs before it can tell.
func stdoutClosed() bool { return C.wasClosed() != 0 }
