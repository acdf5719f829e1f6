//go:build !nox11

package desktop

/*
#cgo pkg-config: xcb
#include <stdlib.h>
#include <xcb/xcb.h>

// until_taken returns once the window is destroyed, or the X server is gone. It
// has a connection of its own, which hears of the window's end only.
static void until_taken(xcb_window_t window) {
	xcb_connection_t *c = xcb_connect(NULL, NULL);
	uint32_t mask = XCB_EVENT_MASK_STRUCTURE_NOTIFY;
	xcb_generic_event_t *e = NULL;
	int taken = 0;

	xcb_change_window_attributes(c, window, XCB_CW_EVENT_MASK, &mask);
	xcb_flush(c);
	while (!taken && (e = xcb_wait_for_event(c)) != NULL) {
		int type = e->response_type & 0x7f; // 0 is an error: it is gone already
		taken = type == 0 || type == XCB_DESTROY_NOTIFY;
		free(e);
	}
	xcb_disconnect(c);
}
*/
import "C"

import "gioui.org/app"

// watcher gives what calls taken when the desktop or another program destroys
// the window that e tells of, nil for another event. X tells it to those who
// ask, and Gio does not. The window must be on screen when watch is called.
func watcher(e any, taken func()) (watch func()) {
	view, ok := e.(app.X11ViewEvent)
	if !ok || view.Window == 0 {
		return nil
	}
	return func() {
		go func() { // ends with the window
			C.until_taken(C.xcb_window_t(view.Window))
			taken()
		}()
	}
}
