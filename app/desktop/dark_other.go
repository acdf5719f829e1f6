//go:build !unix || darwin

package desktop

import (
	"context"
	"time"

	"gioui.org/x/pref/theme"
)

// darkPeriod is how often the system is asked: neither system tells through
// Gio that its theme changed.
const darkPeriod = 5 * time.Second

// WatchDark calls changed with whether the system prefers a dark theme, once
// at the start and then whenever it changes, until ctx ends. macOS has no
// value at all while it is light.
func WatchDark(ctx context.Context, changed func(dark bool)) error {
	tick := time.NewTicker(darkPeriod)
	defer tick.Stop()
	last, _ := theme.IsDarkMode()
	changed(last)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if dark, _ := theme.IsDarkMode(); dark != last {
			last = dark
			changed(dark)
		}
	}
}
