//go:build unix && !darwin

package desktop

import (
	"errors"
	"os"
	"path/filepath"
)

var errNoBus = errors.New("no session bus")

// checkBus returns nil when the person's session has a message bus. Without
// one godbus would start a daemon of its own, which nobody would ever end.
func checkBus() error {
	if os.Getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return nil
	}
	if dir := os.Getenv("XDG_RUNTIME_DIR"); dir != "" {
		if _, err := os.Stat(filepath.Join(dir, "bus")); err == nil {
			return nil
		}
	}
	return errNoBus
}
