//go:build (!unix && !windows) || darwin

package desktop

import "gioui.org/x/pref/theme"

// reducedMotion reports whether nothing is to move by itself; false where the
// system has no such value.
func reducedMotion() bool {
	reduced, err := theme.IsReducedMotion()
	return err == nil && reduced
}
