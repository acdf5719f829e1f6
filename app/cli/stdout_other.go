//go:build !(cgo && unix)

package cli

// stdoutClosed cannot tell here whether there is a standard output.
func stdoutClosed() bool { return false }
