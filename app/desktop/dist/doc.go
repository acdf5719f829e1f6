// Command dist makes what people install, in a folder of its own: "make dist"
// runs it. On Linux that is an archive and a Debian package, and archives for
// Windows; on macOS an application bundle, which needs Apple's compiler.
//
// The same commit gives the same bytes, wherever and whenever it is packed by
// the same compilers: times are the commit's, owners are nobody's, files have
// an order, and paths of the machine are left out. Every package carries the
// licences of the modules that are linked into what it holds.
package main
