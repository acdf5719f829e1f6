package desktop

/*
#cgo CFLAGS: -D_GNU_SOURCE
#cgo pkg-config: x11
#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <X11/Xlib.h>
#include <X11/Xutil.h>

// A text of more than some 256 KB comes from the clipboard of X11 in parts, which
// Gio does not ask for: it takes the announcement for the text, and drops it. What
// Gio calls to read the text is therefore found here first, and waits for the
// parts. That takes as long as the other program takes to give them.
//
// Source: ICCCM 2.7.2, INCR Properties
enum {
	PATIENCE = 1000,   // ms for one part
	MOST = 256 << 20,  // bytes
};

struct part { Window window; Atom property; };

static Bool is_part(Display *display, XEvent *e, XPointer arg) {
	struct part *p = (struct part *)arg;
	return e->type == PropertyNotify && e->xproperty.window == p->window &&
		e->xproperty.atom == p->property && e->xproperty.state == PropertyNewValue;
}

static Bool await_part(Display *display, struct part *p) {
	XEvent e;
	while (!XCheckIfEvent(display, &e, is_part, (XPointer)p)) {
		struct pollfd connection = {ConnectionNumber(display), POLLIN, 0};
		int ready = poll(&connection, 1, PATIENCE);
		if (ready == 0 || ready < 0 && errno != EINTR) { // Go's signals interrupt it
			return False;
		}
	}
	return True;
}

// append adds what was read to a text.
static Bool append(XTextProperty *text, unsigned char *bytes, unsigned long count) {
	unsigned char *longer = text->nitems + count > MOST ? NULL : realloc(text->value, text->nitems + count);
	if (longer == NULL) {
		return False;
	}
	memcpy(longer + text->nitems, bytes, count);
	text->value = longer;
	text->nitems += count;
	return True;
}

// take_parts appends parts to the text until there is an empty one.
static Bool take_parts(Display *display, struct part *p, XTextProperty *text) {
	while (await_part(display, p)) {
		unsigned char *bytes = NULL;
		unsigned long count = 0, left;
		Atom type;
		int format;
		if (XGetWindowProperty(display, p->window, p->property, 0, MOST / 4, True, AnyPropertyType, &type, &format, &count, &left, &bytes) != Success) {
			return False;
		}
		Bool more = count > 0, taken = format == 8 && more && append(text, bytes, count);
		if (taken) {
			text->encoding = type;
			text->format = format;
		}
		XFree(bytes);
		if (!taken) {
			return !more;
		}
	}
	return False;
}

Status XGetTextProperty(Display *display, Window window, XTextProperty *text, Atom property) {
	static Status (*next)(Display *, Window, XTextProperty *, Atom);
	static unsigned char *last; // which Gio does not free
	if (next == NULL) {
		next = dlsym(RTLD_NEXT, "XGetTextProperty");
	}
	Status status = next(display, window, text, property);
	if (status == 0 || text->encoding != XInternAtom(display, "INCR", False)) {
		return status;
	}
	XFree(text->value);
	free(last);
	memset(text, 0, sizeof *text);
	struct part p = {window, property};
	XWindowAttributes had;
	XGetWindowAttributes(display, window, &had);
	XSelectInput(display, window, had.your_event_mask | PropertyChangeMask);
	XDeleteProperty(display, window, property); // which asks for the first part
	status = take_parts(display, &p, text);
	XSelectInput(display, window, had.your_event_mask);
	last = text->value;
	return status;
}
*/
import "C"
