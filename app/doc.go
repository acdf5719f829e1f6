// Package app is the window's content: one frame is Update, Snapshot, Layout
// ([App.Frame]). It builds and is tested without cgo; what needs a real window
// is injected through [Options] by app/desktop.
//
// The pages are packages of their own (app/chat, app/settings, app/first). Here
// is what is around them: the keys (keymap.go is the one table) and what they do
// (actions.go), the list of agents, the palette, the cards over the page, and
// who has the focus.
package app
