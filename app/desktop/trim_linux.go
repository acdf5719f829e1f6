//go:build cgo

package desktop

// #include <stdlib.h>
// #ifdef __GLIBC__
// #include <malloc.h>
// static void trim(void) { malloc_trim(0); }
// #else
// static void trim(void) {}
// #endif
import "C"

// trimC gives back what C code, such as the driver that draws, has freed: glibc
// keeps it otherwise.
func trimC() { C.trim() }
