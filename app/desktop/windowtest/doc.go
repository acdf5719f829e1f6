// Package windowtest drives the built program in a real window, in an X server
// in memory of its own, the way a person would: keys, clipboard, the close
// button. Its tests have the build tag window, need the tools that "make
// window" installs, and are the last line of defence: what can be tested
// without a window is tested without one.
package windowtest
