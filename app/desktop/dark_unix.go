//go:build unix && !darwin

package desktop

import (
	"context"

	"github.com/godbus/dbus/v5"
)

const (
	portal         = "org.freedesktop.portal.Desktop"
	portalPath     = "/org/freedesktop/portal/desktop"
	portalSettings = "org.freedesktop.portal.Settings"
	appearance     = "org.freedesktop.appearance"
	colorScheme    = "color-scheme" // 0 no preference, 1 dark, 2 light
)

// WatchDark calls changed with whether the system prefers a dark theme, once
// at the start and then whenever it changes, until ctx ends. A system that
// does not say is an error, and light.
//
// Source: https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html
func WatchDark(ctx context.Context, changed func(dark bool)) error {
	bus, err := connectBus(dbus.WithContext(ctx))
	if err != nil {
		return err
	}
	defer bus.Close()
	signals := make(chan *dbus.Signal, 8)
	bus.Signal(signals)
	err = bus.AddMatchSignalContext(ctx, dbus.WithMatchInterface(portalSettings),
		dbus.WithMatchMember("SettingChanged"), dbus.WithMatchArg(0, appearance))
	if err != nil {
		return err
	}
	var scheme uint32
	err = bus.Object(portal, portalPath).
		CallWithContext(ctx, portalSettings+".ReadOne", 0, appearance, colorScheme).Store(&scheme)
	if err != nil {
		return err
	}
	changed(scheme == 1)
	for s := range signals { // closed with the connection
		if dark, ok := darkSignal(s.Body); ok {
			changed(dark)
		}
	}
	return nil
}

// darkSignal reads the body of SettingChanged: namespace, key, value.
func darkSignal(body []any) (dark, ok bool) {
	if len(body) != 3 || body[0] != appearance || body[1] != colorScheme {
		return false, false
	}
	value, ok := body[2].(dbus.Variant)
	if !ok {
		return false, false
	}
	scheme, ok := value.Value().(uint32)
	return scheme == 1, ok
}
