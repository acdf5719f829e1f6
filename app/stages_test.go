package app

import (
	"image"
	"strings"
	"testing"

	"gioui.org/io/key"

	"sidekicks/engine"
	"sidekicks/engine/config"
	"sidekicks/widgets/widgettest"
)

// A stage is a scene and how one gets to what is to be seen in it.
type stage struct {
	scene *engine.Snapshot
	do    func(*App, *widgettest.Harness) // nil: nothing
}

// stages are every page and every card over one.
func stages() map[string]stage {
	firstRun := four()
	firstRun.Config = engine.ConfigView{Missing: true, Looked: true, Path: "/home/me/sidekicks.json", Version: 1,
		Found: []engine.FoundAgent{{Agent: config.Agent{Name: "OpenCode", Command: "opencode"}, File: "/bin/opencode"}}}
	draft := func(_ *App, h *widgettest.Harness) { h.Type("a draft") }
	press := func(mods key.Modifiers, name key.Name) func(*App, *widgettest.Harness) {
		return func(_ *App, h *widgettest.Harness) { h.Press(mods, name) }
	}
	return map[string]stage{
		"nothing said":  {four(), draft},
		"talk":          {talk(), draft},
		"reading":       {reading(), nil},
		"a request":     {asked(), nil},
		"an edit":       {askedEdit(), nil},
		"signing in":    {signIn(), nil},
		"trouble":       {trouble(), nil},
		"find":          {talk(), press(key.ModShortcut, "F")},
		"export":        {talk(), press(key.ModShortcut, "E")},
		"palette":       {talk(), press(key.ModShortcut, "K")},
		"keys":          {talk(), press(0, key.NameF1)},
		"a path":        {talk(), press(key.ModShortcut, "O")},
		"settings":      {writing(), nil}, // they open on what is wrong
		"finding there": {writing(), press(key.ModShortcut, "H")},
		"a paste": {talk(), func(_ *App, h *widgettest.Harness) {
			h.Clipboard = strings.Repeat("a line of a log\n", 9000)
			h.Press(key.ModShortcut, "V")
		}},
		"a first run":   {firstRun, nil},
		"adding":        {firstRun, press(0, "1")},
		"a folded list": {talk(), press(key.ModShortcut, "B")},
		"form":          {fillIn(), fillInForm},
		"closing": {talk(), func(a *App, h *widgettest.Harness) {
			h.Type("a draft")
			a.CloseRequested()
			h.Settle()
		}},
	}
}

// stageSize is the window that stages are shown in.
var stageSize = image.Pt(1280, 800)

// open shows the stage in a window of the usual size.
func (s stage) open(t *testing.T, c config.Config) (*App, *widgettest.Harness) {
	t.Helper()
	a, h := showStill(t, s.scene, c, stageSize, 1)
	h.Settle()
	if s.do != nil {
		s.do(a, h)
	}
	return a, h
}
