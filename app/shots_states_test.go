//go:build shots && cgo && linux

package app

import (
	"image"
	"path/filepath"
	"testing"

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
	for name, c := range controlKinds() {
		for how, reach := range approaches() {
			for lang, theme := range map[string]string{"fr": "light", "en": "dark"} {
				stage{c.scene, func(a *App, h *widgettest.Harness) { reach(h, c.in(t, a, h)) }}.shoot(t, "control-"+name+"-"+how+"-"+theme+"-"+lang, config.Config{Theme: theme, Language: lang}, stageSize, 1)
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
