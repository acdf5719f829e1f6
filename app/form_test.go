package app

import (
	"context"
	"strings"
	"testing"

	"gioui.org/io/key"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
)

const threeFields = `{"mode":"form","sessionId":"s1","message":"How shall I do it?","requestedSchema":{"type":"object","required":["name"],"properties":{
	"name":{"type":"string","title":"Name","description":"of the ship","maxLength":12},
	"speed":{"type":"string","title":"Speed","enum":["slow","fast"],"default":"slow"},
	"loud":{"type":"boolean","title":"Loud"}}}}`

// asksForm says what its form was answered.
func asksForm(ctx context.Context, c *turn) acp.StopReason {
	raw, err := c.Call(ctx, "elicitation/create", jsontext.Value(threeFields))
	if err != nil {
		c.say("withdrawn")
		return acp.Cancelled
	}
	c.say("got " + string(raw))
	return acp.EndTurn
}

// filling is a window in which a form waits.
func filling(t *testing.T, language string, f func(l *lab)) {
	t.Helper()
	cfg := agents("Riker")
	cfg.Language = language
	inBubble(t, cfg, map[string]answer{"Riker": asksForm}, func(l *lab) {
		l.tell("go")
		f(l)
	})
}

// said is all that the agent said.
func (l *lab) said() string {
	var b strings.Builder
	for _, n := range l.Nodes() {
		b.WriteString(n.Desc.Label + "\n")
	}
	return b.String()
}

func TestAFormIsFilledInByKeys(t *testing.T) {
	filling(t, "en", func(l *lab) {
		l.sees(1, "Riker asks you something")
		l.sees(1, "How shall I do it?")
		l.sees(0, "of the ship") // it does not open by itself
		l.Type("typed meanwhile")
		l.writes("Riker", "typed meanwhile")
		l.Press(key.ModShortcut, "J")
		l.wait()
		l.sees(1, "of the ship")
		l.Press(0, key.NameReturn)
		l.wait()
		l.sees(1, "This is needed. Fill it in.")
		l.Type("Enterprise")
		l.Tab(key.FocusForward) // slow
		l.Tab(key.FocusForward)
		l.Press(0, key.NameSpace)
		l.Tab(key.FocusForward) // yes
		l.Press(0, key.NameSpace)
		l.wait()
		l.button("Send")
		if said := l.said(); !strings.Contains(said, `"name":"Enterprise"`) || !strings.Contains(said, `"speed":"fast"`) || !strings.Contains(said, `"loud":true`) {
			t.Errorf("it got something else:\n%s", said)
		}
		l.sees(1, "Riker asked, and you answered: How shall I do it?\nName: Enterprise\nSpeed: fast\nLoud: true")
		l.writes("Riker", "typed meanwhile")
	})
}

func TestAFormIsPutOffAndDeclined(t *testing.T) {
	filling(t, "fr", func(l *lab) {
		l.button("Répondre…")
		l.Type("Enter")
		l.Press(0, key.NameEscape)
		l.wait()
		l.sees(0, "of the ship")
		l.button("Répondre…")
		l.Type("prise") // what was written is there
		l.Press(0, key.NameEscape)
		l.wait()
		l.button("Répondre…")
		l.button("Ne pas répondre")
		l.writes("Riker", "")
		l.sees(1, `got {"action":"decline"}`)
		l.sees(1, "vous n’avez pas voulu répondre")
	})
}

// Stop takes the form away; what was written in it is not lost.
func TestAFormThatGoesLeavesItsWords(t *testing.T) {
	filling(t, "en", func(l *lab) {
		l.button("Answer…")
		l.Type("Enterprise")
		l.engine.Cancel("Riker")
		l.wait()
		l.sees(0, "of the ship")
		l.writes("Riker", "Enterprise")
		l.sees(1, "no longer waits for an answer")
	})
}

func TestAFormPutAwayThatGoesLeavesItsWords(t *testing.T) {
	filling(t, "en", func(l *lab) {
		l.button("Answer…")
		l.Type("Enterprise")
		l.button("Later")
		l.Press(0, key.NameEscape) // Stop
		l.wait()
		l.writes("Riker", "Enterprise")
	})
}
