// Package app is the window's content: one frame is Update, Snapshot, Layout.
// It builds and is tested without cgo; what needs a real window is injected
// through [Options] by app/desktop.
package app
