//go:build unix && !darwin

package desktop

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/godbus/dbus/v5"
)

var errNoBus = errors.New("no session bus")

// connectBus connects to the message bus of the person's session, whose
// address is told by DBUS_SESSION_BUS_ADDRESS or is that of the socket in
// XDG_RUNTIME_DIR. Without one godbus would start a daemon of its own, which
// nobody would ever end.
//
// Source: https://dbus.freedesktop.org/doc/dbus-specification.html#message-bus-types-login
func connectBus(o ...dbus.ConnOption) (*dbus.Conn, error) {
	if address := os.Getenv("DBUS_SESSION_BUS_ADDRESS"); address != "" {
		return dbus.Connect(address, o...)
	}
	if dir := os.Getenv("XDG_RUNTIME_DIR"); dir != "" {
		socket := filepath.Join(dir, "bus")
		if _, err := os.Stat(socket); err == nil {
			return dbus.Connect("unix:path="+dbus.EscapeBusAddressValue(socket), o...)
		}
	}
	return nil, errNoBus
}
