//go:build shots && cgo && linux

package app

import (
	"image"
	"path/filepath"
	"testing"

	"gioui.org/io/input"
	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/io/semantic"

	"sidekicks/app/i18n"
	"sidekicks/engine"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
	"sidekicks/widgets/widgettest"
	"sidekicks/widgets/widgettest/picture"
)

// states are what is seen only once something rare has happened.
func states() map[string]stage {
	return map[string]stage{
		"form-waits":   {fillIn(), nil},
		"form":         {fillIn(), fillInForm},
		"form-fault":   {fillIn(), fillInWrong},
		"given-before": {copied(conversation.CopyReady), nil},
		"given-back":   {copied(conversation.CopyGiven), nil},
		"given-not":    {copied(conversation.CopyChanged, conversation.CopyFailed, conversation.CopyTooLarge), nil},
		"quit":         {threeWait(), quit},
		"crash":        {crashedAgent(), nil},
		"crash-why":    {crashedAgent(), unfold},
		"queue":        {threeWait(), nil},
		"queue-edit":   {threeWait(), editFirst},
	}
}

// A control is one of each kind of what a pointer and the focus come to.
type control struct {
	scene *engine.Snapshot
	named func(w *i18n.Words) string
}

func touchable() map[string]control {
	name := func(s string) func(*i18n.Words) string { return func(*i18n.Words) string { return s } }
	return map[string]control{
		"primary": {fillIn(), func(w *i18n.Words) string { return w.FormAnswer }},
		"link":    {reading(), name("https://example.org/page")},
		"quiet":   {threeWait(), func(w *i18n.Words) string { return w.Edit }},
		"agent":   {asked(), name("Data")},
		"chosen":  {asked(), name("Riker")},
		"option":  {askedPlain(), func(w *i18n.Words) string { return w.AllowOnce }},
		"stop":    {asked(), func(w *i18n.Words) string { return w.StopAgent }},
		"no-send": {reading(), func(w *i18n.Words) string { return w.Send }},
	}
}

// reached are the ways to come to a control.
func reached() map[string]func(*widgettest.Harness, input.SemanticNode) {
	hover := func(h *widgettest.Harness, n input.SemanticNode) { h.Pointer(pointer.Move, widgettest.Middle(n), 0) }
	return map[string]func(*widgettest.Harness, input.SemanticNode){
		"hovered": hover,
		"pressed": func(h *widgettest.Harness, n input.SemanticNode) {
			hover(h, n)
			h.Pointer(pointer.Press, widgettest.Middle(n), 0)
		},
		"focused": func(h *widgettest.Harness, n input.SemanticNode) {
			for range buttons(h) {
				if at, ok := h.FocusBounds(); ok && at.Eq(n.Desc.Bounds) {
					return
				}
				h.Tab(key.FocusForward)
			}
		},
	}
}

// TestShotsStates draws what is rarely seen in every look and language, and
// once each in a narrow window and with large text.
func TestShotsStates(t *testing.T) {
	for name, s := range states() {
		for _, theme := range []string{"light", "dark"} {
			for _, lang := range []string{"fr", "en"} {
				s.shoot(t, name+"-"+theme+"-"+lang, config.Config{Theme: theme, Language: lang}, stageSize, 1)
			}
		}
		s.shoot(t, name+"-480", config.Config{Theme: "dark", Language: "fr"}, image.Pt(480, 800), 1)
		s.shoot(t, name+"-200", config.Config{Theme: "light", Language: "fr"}, stageSize, 2)
	}
}

// TestShotsControls draws controls under the pointer, held down and with the focus.
func TestShotsControls(t *testing.T) {
	for name, c := range touchable() {
		for how, reach := range reached() {
			for lang, theme := range map[string]string{"fr": "light", "en": "dark"} {
				stage{c.scene, func(a *App, h *widgettest.Harness) {
					n, ok := h.Find(semantic.Button, c.named(a.words))
					if !ok {
						t.Fatalf("no %q", c.named(a.words))
					}
					reach(h, n)
				}}.shoot(t, "control-"+name+"-"+how+"-"+theme+"-"+lang, config.Config{Theme: theme, Language: lang}, stageSize, 1)
			}
		}
	}
}

// shoot draws the stage in a window.
func (s stage) shoot(t *testing.T, name string, c config.Config, size image.Point, zoom float32) {
	t.Helper()
	a, h := showStill(t, s.scene, c, size, zoom)
	h.Settle()
	if s.do != nil {
		s.do(a, h)
	}
	picture.Write(t, filepath.Join(*shotsDir, name+".png"), picture.Draw(t, h.Recorded(), size))
}
