//go:build window && linux

package windowtest

import (
	"testing"

	"github.com/godbus/dbus/v5"
)

// A portal tells what the desktop prefers. Its exported method is that of the
// bus.
type portal struct{}

func (portal) ReadAll([]string) (map[string]map[string]dbus.Variant, *dbus.Error) {
	return map[string]map[string]dbus.Variant{appearance: {colorScheme: dbus.MakeVariant(uint32(1))}}, nil
}

const (
	portalPath     = "/org/freedesktop/portal/desktop"
	portalSettings = "org.freedesktop.portal.Settings"
	appearance     = "org.freedesktop.appearance"
	colorScheme    = "color-scheme"
)

// TestFollowsTheSystemsTheme at the start and while it runs.
func TestFollowsTheSystemsTheme(t *testing.T) {
	d := newDisplay(t)
	home := t.TempDir()
	bus, _ := newSession(t, home)
	if err := bus.Export(portal{}, portalPath, portalSettings); err != nil {
		t.Fatal(err)
	}
	if _, err := bus.RequestName("org.freedesktop.portal.Desktop", dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	p := d.startIn(t, home, binary(t), "--demo")
	p.waitWindow("Sidekicks")
	const dark, light, most = 0x1B1A18, 0xFBFAF8, 1280 * 800 / 2
	eventually(t, "the dark ground", func() bool { return d.pixels(t, dark) > most })
	if err := bus.Emit(portalPath, portalSettings+".SettingChanged", appearance, colorScheme, dbus.MakeVariant(uint32(2))); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the light ground", func() bool { return d.pixels(t, light) > most })
}
