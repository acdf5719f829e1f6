package app

import (
	"testing"

	"gioui.org/io/key"

	"sidekicks/engine"
)

// A silent is an engine that does not say what became of a save.
type silent struct {
	still
	id   uint64
	text string
}

func (s *silent) SaveConfig(id uint64, _ string, _ bool, text string) { s.id, s.text = id, text }

// becomes shows what the configuration has become.
func (s *silent) becomes(change func(*engine.ConfigView)) {
	next := *s.snapshot
	next.Version++
	change(&next.Config)
	s.snapshot = &next
}

// The word that a save is done may come after the word of what another program
// did to the file since: it does not take back what that asks.
func TestASaveIsToldLate(t *testing.T) {
	const disk = "{}\n"
	onDisk := func(text string, gone bool) func(*engine.ConfigView) {
		return func(v *engine.ConfigView) { v.Text, v.Missing = text, gone }
	}
	for name, c := range map[string]struct {
		untold bool                       // nothing tells that the save is on the disk
		then   []func(*engine.ConfigView) // after it is
		says   string                     // "" for no question
	}{
		"nothing else":        {},
		"the word alone":      {untold: true},
		"changed":             {then: []func(*engine.ConfigView){onDisk("{} ", false)}}, // taken: nothing of the person's is lost
		"deleted":             {then: []func(*engine.ConfigView){onDisk("", true)}, says: "Another program deleted the file"},
		"changed and deleted": {then: []func(*engine.ConfigView){onDisk("{} ", false), onDisk("", true)}, says: "Another program deleted the file"},
	} {
		t.Run(name, func(t *testing.T) {
			s := writing()
			s.Config.Text, s.Config.Problems = disk, nil
			e := &silent{still: still{s}}
			a := New(Options{Engine: e, Config: agents("Riker"), Shaper: shaper()})
			h := frameOf(t, a, stageSize)
			h.Press(key.ModShortcut, ",")
			e.becomes(onDisk("{}\n\n", false)) // told of before
			h.Settle()
			h.Type("// mine\n")
			h.Press(key.ModShortcut, "S")
			if e.id == 0 {
				t.Fatalf("nothing is saved:\n%s", h.Dump())
			}
			told := c.then
			if !c.untold {
				told = append([]func(*engine.ConfigView){onDisk(e.text, false)}, told...)
			}
			for _, change := range told {
				e.becomes(change)
				h.Settle()
			}
			e.becomes(func(v *engine.ConfigView) { v.Saved = engine.ConfigSaved{ID: e.id, Text: e.text, OK: true} })
			h.Settle()
			saw := &lab{Harness: h, t: t}
			saw.sees(0, "· modified")
			if c.says == "" {
				saw.sees(0, "Another program")
			} else {
				saw.sees(1, c.says)
			}
		})
	}
}
