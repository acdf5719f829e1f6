// Package desktop is the thin room where the program meets the desktop: the
// window loop, native dialogs, notifications, the system's theme and language.
// With the companion in sidekicks-dialog it is the only package that imports
// gioui.org/app, sqweek/dialog, x/notify and godbus, so that everything else
// builds and is tested without cgo and without a display.
//
// Nothing here knows what an agent is. A [Page] is drawn, and told when the
// person wants to close.
package desktop
