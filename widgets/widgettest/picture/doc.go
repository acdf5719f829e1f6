// Package picture draws frames without a window, and compares them with
// pictures that were looked at once.
//
// Drawing needs cgo and EGL, which Mesa serves on a machine with neither
// display nor graphics card; so [Draw] is there on Linux with cgo only. What
// compares is plain Go.
package picture
