package app

import (
	"image/color"
	"testing"

	"gioui.org/io/key"

	"sidekicks/engine"
	"sidekicks/engine/config"
	"sidekicks/theme"
)

func TestLook(t *testing.T) {
	for was, want := range map[float32]float32{0: 1, 1.21: 1.21, 1e9: maxZoom, -2: minZoom} {
		a := New(Options{Engine: &still{&engine.Snapshot{}}, Shaper: shaper(), Look: Look{Zoom: was}})
		if got := a.Look().Zoom; got != want {
			t.Errorf("a zoom of %v is %v, want %v", was, got, want)
		}
	}
	inBubble(t, agents("Riker"), map[string]answer{"Riker": echo}, func(l *lab) {
		l.sees(1, "at rest")
		l.Press(key.ModShortcut, "B")
		if l.sees(0, "at rest"); !l.app.Look().Folded {
			t.Error("the list is not folded")
		}
		l.Press(key.ModShortcut, "B")
		l.sees(1, "at rest")
		l.Press(key.ModShortcut, "+")
		if l.app.Look().Zoom != zoomStep {
			t.Errorf("zoom %v", l.app.Look().Zoom)
		}
	})
}

// A window at night begins as dark as it ended, before the system tells.
func TestAWindowBeginsAsDarkAsItEnded(t *testing.T) {
	for _, dark := range []bool{true, false} {
		a := New(Options{Engine: &still{snapshot: four()}, Config: config.Config{Language: "en"}, Shaper: shaper(), Look: Look{Dark: dark}})
		if got, want := a.theme.Background, map[bool]color.NRGBA{true: theme.Dark().Background, false: theme.Light().Background}[dark]; got != want {
			t.Errorf("it was dark: %t; it begins on %v, want %v", dark, got, want)
		}
		a.SetSystem(System{Dark: !dark})
		if a.Look().Dark == dark {
			t.Errorf("it is left as it was: %t", dark)
		}
	}
}
