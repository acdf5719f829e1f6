//go:build shots && cgo && linux

package app

import (
	"flag"
	"fmt"
	"image"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gioui.org/io/event"
	"gioui.org/io/input"
	"gioui.org/io/key"
	"gioui.org/io/transfer"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/unit"

	"sidekicks/engine"
	"sidekicks/engine/config"
	"sidekicks/widgets/widgettest/picture"
)

var shotsDir = flag.String("shots", "", "folder for the pictures")

// TestShots draws every page and state without a display, in both themes and
// languages: go test -tags shots -run Shots ./app -shots DIR
func TestShots(t *testing.T) {
	if *shotsDir == "" {
		t.Fatal("-shots names no folder")
	}
	window := image.Pt(1280, 800)
	for _, theme := range []string{"light", "dark"} {
		for _, lang := range []string{"fr", "en"} {
			c := config.Config{DefaultAgent: "Riker", Theme: theme, Language: lang}
			for name, scene := range map[string]*engine.Snapshot{"talk": talk(), "asked": asked(), "reading": reading(), "trouble": trouble(), "empty": four(), "edit": askedEdit(), "long": askedLong(), "signin": signIn(), "changes": changes(), "plain": askedPlain(), "hidden": askedHidden()} {
				shoot(t, fmt.Sprintf("%s-%s-%s", name, theme, lang), c, scene, window, 1)
			}
			shoot(t, fmt.Sprintf("palette-%s-%s", theme, lang), c, talk(), window, 1, key.Event{Modifiers: key.ModShortcut, Name: "K", State: key.Press})
			shoot(t, fmt.Sprintf("find-%s-%s", theme, lang), c, needles(), window, 1, key.Event{Modifiers: key.ModShortcut, Name: "F", State: key.Press},
				key.EditEvent{Text: "needle"}, key.Event{Name: key.NameReturn, State: key.Press}, key.Event{Name: key.NameReturn, State: key.Press}, key.Event{Name: key.NameReturn, State: key.Press})
			shoot(t, fmt.Sprintf("commands-%s-%s", theme, lang), c, withCommands(), window, 1, key.EditEvent{Text: "/"}, key.SelectionEvent{Start: 1, End: 1})
			shoot(t, fmt.Sprintf("pasted-%s-%s", theme, lang), c, talk(), window, 1, key.EditEvent{Text: "What does this log say?"}, key.Event{Modifiers: key.ModShortcut, Name: "V", State: key.Press},
				transfer.DataEvent{Type: "application/text", Open: func() io.ReadCloser {
					return io.NopCloser(strings.NewReader(strings.Repeat("a line of a log\n", 9000)))
				}})
			shoot(t, fmt.Sprintf("export-%s-%s", theme, lang), c, talk(), window, 1, key.Event{Modifiers: key.ModShortcut, Name: "E", State: key.Press})
			shoot(t, fmt.Sprintf("keys-%s-%s", theme, lang), c, talk(), window, 1, key.Event{Name: key.NameF1, State: key.Press})
			first := stages()["a first run"].scene
			shoot(t, fmt.Sprintf("first-%s-%s", theme, lang), c, first, window, 1)
			shoot(t, fmt.Sprintf("adding-%s-%s", theme, lang), c, first, window, 1, key.Event{Name: "1", State: key.Press})
			shoot(t, fmt.Sprintf("remark-%s-%s", theme, lang), c, reading(), window, 1, key.Event{Modifiers: key.ModShortcut | key.ModShift, Name: "C", State: key.Press})
			shoot(t, fmt.Sprintf("card-focused-%s-%s", theme, lang), c, asked(), window, 1, key.Event{Modifiers: key.ModShortcut, Name: "J", State: key.Press})
		}
	}
	c := config.Config{DefaultAgent: "Riker", Theme: "light", Language: "fr"}
	for _, width := range []int{480, 1920} {
		shoot(t, fmt.Sprintf("asked-%d", width), c, asked(), image.Pt(width, 800), 1)
		shoot(t, fmt.Sprintf("trouble-%d", width), c, trouble(), image.Pt(width, 800), 1)
	}
	shoot(t, "asked-200", c, asked(), window, 2)
	shoot(t, "asked-200-480", c, asked(), image.Pt(480, 1000), 2)
	for name, r := range requests() {
		shoot(t, "card-360-"+name, c, r.scene, image.Pt(360, 320), 1)
		shoot(t, "card-480-200-"+name, c, r.scene, image.Pt(480, 400), 2)
		shoot(t, "card-"+name, c, r.scene, window, 1)
	}
	shoot(t, "card-240", c, asked(), image.Pt(240, 160), 1)
	closing := talk()
	closing.Closing = true
	shoot(t, "stopping", c, closing, window, 1)
}

// TestShotsSettings draws the settings with errors, a completion, a problem told in
// the text, the fields to find with, and a file that another program changed.
func TestShotsSettings(t *testing.T) {
	press := func(mods key.Modifiers, name key.Name) key.Event {
		return key.Event{Modifiers: mods, Name: name, State: key.Press}
	}
	typed := []event.Event{press(key.ModShortcut, key.NameHome)}
	for range 7 {
		typed = append(typed, press(0, key.NameDownArrow))
	}
	typed = append(typed, press(0, key.NameEnd), press(key.ModCtrl, key.NameSpace))
	for _, theme := range []string{"light", "dark"} {
		for _, lang := range []string{"fr", "en"} {
			c := config.Config{DefaultAgent: "Riker", Theme: theme, Language: lang}
			name := func(what string) string { return fmt.Sprintf("settings-%s-%s-%s", what, theme, lang) }
			shoot(t, name("errors"), c, writing(), image.Pt(1280, 800), 1)
			shoot(t, name("complete"), c, writing(), image.Pt(1280, 800), 1, typed...)
			shoot(t, name("told"), c, writing(), image.Pt(1280, 800), 1, press(0, key.NameF8))
			sound := writing()
			sound.Config.Text, sound.Config.Problems = oneAgent, nil
			shoot(t, name("conflict"), c, sound, image.Pt(1280, 800), 1, press(key.ModShortcut, ","),
				key.EditEvent{Text: "// mine\n"}, press(key.ModShortcut, "S"))
			shoot(t, name("find"), c, writing(), image.Pt(1280, 800), 1, press(key.ModShortcut, "H"))
		}
	}
	c := config.Config{DefaultAgent: "Riker", Theme: "light", Language: "fr"}
	shoot(t, "settings-480-200", c, writing(), image.Pt(480, 1000), 2)
	shoot(t, "settings-480", c, writing(), image.Pt(480, 800), 1)
}

func shoot(t *testing.T, name string, c config.Config, s *engine.Snapshot, size image.Point, zoom float32, keys ...event.Event) {
	t.Helper()
	a := New(Options{Engine: &still{s}, Config: c, Shaper: shaper(), Look: Look{Zoom: zoom}, Choose: func(bool, func(string)) {}})
	var router input.Router
	var ops op.Ops
	frame := func(i int) {
		ops.Reset()
		a.Frame(layout.Context{Ops: &ops, Now: stillTime.Add(time.Duration(i) * time.Millisecond), Source: router.Source(),
			Metric: unit.Metric{PxPerDp: 1, PxPerSp: 1}, Constraints: layout.Exact(size)})
		router.Frame(&ops)
	}
	for i := range 5 {
		frame(i)
	}
	for i, k := range keys {
		router.Queue(k)
		frame(5 + i)
	}
	for i := range 5 {
		frame(40 + i)
	}
	picture.Write(t, filepath.Join(*shotsDir, name+".png"), picture.Draw(t, &ops, size))
}
