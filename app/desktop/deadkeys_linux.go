package desktop

/*
#cgo CFLAGS: -D_GNU_SOURCE
#cgo pkg-config: xkbcommon
#include <dlfcn.h>
#include <xkbcommon/xkbcommon.h>
#include <xkbcommon/xkbcommon-compose.h>

// Gio tells xkbcommon, which puts ê together from ^ and e, that a key was
// pressed also when it is released: ^ and its release are ^ twice, and e stays e.
// What Gio calls is therefore found here first, and a release goes no further.
//
// Which call is a release is known from the key: the one after that in which the
// key was pressed. Only keys that are part of a sequence count, so that a release
// of which a window is not told costs no more than one such key.
//
// There is one keyboard, which one goroutine listens to.
#define KEYS 1024
static xkb_keycode_t handled; // the key that Gio asks for last
static char down[KEYS];       // whether a key that is part of a sequence is pressed

xkb_keysym_t xkb_state_key_get_one_sym(struct xkb_state *state, xkb_keycode_t key) {
	static xkb_keysym_t (*next)(struct xkb_state *, xkb_keycode_t);
	if (next == NULL) {
		next = dlsym(RTLD_NEXT, "xkb_state_key_get_one_sym");
	}
	handled = key < KEYS ? key : 0;
	return next(state, key);
}

enum xkb_compose_feed_result xkb_compose_state_feed(struct xkb_compose_state *state, xkb_keysym_t sym) {
	static enum xkb_compose_feed_result (*next)(struct xkb_compose_state *, xkb_keysym_t);
	if (next == NULL) {
		next = dlsym(RTLD_NEXT, "xkb_compose_state_feed");
	}
	if (down[handled]) {
		down[handled] = 0;
		return XKB_COMPOSE_FEED_IGNORED;
	}
	enum xkb_compose_feed_result result = next(state, sym);
	down[handled] = result == XKB_COMPOSE_FEED_ACCEPTED && xkb_compose_state_get_status(state) != XKB_COMPOSE_NOTHING;
	return result;
}
*/
import "C"
