//go:build window && linux

package desktop

import (
	"context"
	"testing"

	"github.com/godbus/dbus/v5"
)

// A settingsPortal tells what a desktop prefers. Its exported method is that of
// the bus.
type settingsPortal struct{ values portalValues }

func (p settingsPortal) ReadAll([]string) (portalValues, *dbus.Error) { return p.values, nil }

func TestWatchAppearance(t *testing.T) {
	sessionBus(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if err := WatchAppearance(ctx, func(Appearance) {}); err == nil {
		t.Error("no error where nothing tells of settings")
	}
	bus, err := dbus.ConnectSessionBus()
	if err != nil {
		t.Fatal(err)
	}
	defer bus.Close()
	p := settingsPortal{portalValues{
		appearance: {colorScheme: dbus.MakeVariant(uint32(1)), "accent-color": dbus.MakeVariant([]float64{1, 0, 0})},
		gnome:      {animations: dbus.MakeVariant(false)},
	}}
	if err := bus.Export(p, portalPath, portalSettings); err != nil {
		t.Fatal(err)
	}
	if _, err := bus.RequestName(portal, dbus.NameFlagDoNotQueue); err != nil {
		t.Fatal(err)
	}
	told, ended := make(chan Appearance), make(chan error, 1)
	go func() { ended <- WatchAppearance(ctx, func(a Appearance) { told <- a }) }()
	expect := func(what string, want Appearance) {
		t.Helper()
		if got := <-told; got != want {
			t.Errorf("%s: %+v, want %+v", what, got, want)
		}
	}
	expect("at the start", Appearance{Dark: true, ReducedMotion: true})
	for _, c := range []struct {
		namespace, key string
		value          any
		want           Appearance
	}{
		{appearance, colorScheme, uint32(2), Appearance{ReducedMotion: true}},
		{gnome, animations, true, Appearance{}},
		{appearance, reducedMotion, uint32(1), Appearance{ReducedMotion: true}},
		{appearance, colorScheme, uint32(1), Appearance{Dark: true, ReducedMotion: true}},
		{appearance, reducedMotion, uint32(0), Appearance{Dark: true}},
	} {
		// What says nothing new is not told.
		for _, other := range []any{c.value, "of another type"} {
			key := c.key
			if other != c.value {
				key = "another-key"
			}
			if err := bus.Emit(portalPath, portalSettings+".SettingChanged", c.namespace, key, dbus.MakeVariant(other)); err != nil {
				t.Fatal(err)
			}
		}
		expect(c.namespace+" "+c.key, c.want)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
