package app

import (
	"image"
	"image/color"
	"testing"

	"gioui.org/io/key"
	"gioui.org/io/semantic"

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

// What an agent is doing, and for how long, is told where the list shows letters
// alone: beside its name, whatever the room.
func TestWhatAnAgentDoesIsToldWithoutAList(t *testing.T) {
	for _, at := range []struct {
		size   image.Point
		folded bool // by the person
	}{{image.Pt(1280, 800), true}, {image.Pt(480, 700), false}} {
		s := talk()
		_, h := showStill(t, s, config.Config{Language: "en"}, at.size, 1)
		if at.folded {
			h.Press(key.ModShortcut, "B")
		}
		for _, step := range []struct {
			status engine.AgentStatus
			want   string
		}{{engine.AgentStarting, "is starting · 34\u00a0s"}, {engine.AgentAnswering, "is answering · 34\u00a0s"}, {engine.AgentIdle, ""}} {
			s.Agents[0].Status = step.status
			h.Settle()
			_, doing := h.Find(semantic.Unknown, step.want)
			if _, rests := h.Find(semantic.Unknown, "ready"); step.want != "" && !doing || rests {
				t.Errorf("%v, %s: %q is told: %t\n%s", at.size, step.want, step.want, doing, h.Dump())
			}
		}
	}
}
