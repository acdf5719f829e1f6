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
)

// What is read of the portal's settings, by namespace and key.
const (
	appearance    = "org.freedesktop.appearance"
	colorScheme   = "color-scheme"   // 0 no preference, 1 dark, 2 light
	reducedMotion = "reduced-motion" // 0 no preference, 1 reduced

	gnome      = "org.gnome.desktop.interface" // also served by desktops that keep GNOME's settings
	animations = "enable-animations"           // false: reduced, where there is no reduced-motion
)

// WatchAppearance calls changed with what the system prefers, once at the start
// and then whenever it changes, until ctx ends. A system that does not say is
// an error.
//
// Source: https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Settings.html
func WatchAppearance(ctx context.Context, changed func(Appearance)) error {
	bus, err := connectBus(dbus.WithContext(ctx))
	if err != nil {
		return err
	}
	defer bus.Close()
	signals := make(chan *dbus.Signal, 8)
	bus.Signal(signals)
	err = bus.AddMatchSignalContext(ctx, dbus.WithMatchInterface(portalSettings), dbus.WithMatchMember("SettingChanged"))
	if err != nil {
		return err
	}
	settings := portalValues{}
	err = bus.Object(portal, portalPath). // ReadOne is lacking in portals before 1.17
						CallWithContext(ctx, portalSettings+".ReadAll", 0, []string{appearance, gnome}).Store(&settings)
	if err != nil {
		return err
	}
	last := settings.appearance()
	changed(last)
	for s := range signals { // closed with the connection
		if !settings.take(s.Body) {
			continue
		}
		if now := settings.appearance(); now != last {
			last = now
			changed(now)
		}
	}
	return nil
}

// portalValues are settings by namespace and key.
type portalValues map[string]map[string]dbus.Variant

// take takes the body of SettingChanged: namespace, key, value.
func (v portalValues) take(body []any) bool {
	if len(body) != 3 {
		return false
	}
	namespace, _ := body[0].(string)
	name, _ := body[1].(string)
	value, ok := body[2].(dbus.Variant)
	if !ok || namespace != appearance && namespace != gnome {
		return false
	}
	if v[namespace] == nil {
		v[namespace] = map[string]dbus.Variant{}
	}
	v[namespace][name] = value
	return true
}

// appearance is what the values say. One that is not known or of another type
// says nothing.
func (v portalValues) appearance() Appearance {
	scheme, _ := v[appearance][colorScheme].Value().(uint32)
	a := Appearance{Dark: scheme == 1}
	if motion, told := v[appearance][reducedMotion].Value().(uint32); told {
		a.ReducedMotion = motion == 1
	} else if animated, told := v[gnome][animations].Value().(bool); told {
		a.ReducedMotion = !animated
	}
	return a
}
