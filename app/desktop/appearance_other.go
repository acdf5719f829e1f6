//go:build !unix || darwin

package desktop

import (
	"context"
	"time"

	"gioui.org/x/pref/theme"
)

// appearancePeriod is how often the system is asked: neither system tells
// through Gio that its theme changed.
const appearancePeriod = 5 * time.Second

// WatchAppearance calls changed with what the system prefers, once at the start
// and then whenever it changes, until ctx ends.
func WatchAppearance(ctx context.Context, changed func(Appearance)) error {
	tick := time.NewTicker(appearancePeriod)
	defer tick.Stop()
	last := appearance()
	changed(last)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if now := appearance(); now != last {
			last = now
			changed(now)
		}
	}
}

// appearance asks the system. macOS has no value at all while it is light.
func appearance() Appearance {
	dark, _ := theme.IsDarkMode()
	return Appearance{Dark: dark, ReducedMotion: reducedMotion()}
}
