package app

import (
	"context"
	"encoding/json"
	"image"
	"slices"
	"testing"

	"gioui.org/io/key"
	"gioui.org/io/semantic"

	"sidekicks/engine/acp"
)

// withSession runs a test with Riker, whose sessions begin so.
func withSession(t *testing.T, language string, session acp.SessionResponse, a answer, f func(*lab)) {
	t.Helper()
	h := handlers(a)
	h.NewSession = func(context.Context, *acp.AgentConn, acp.SessionRequest) (acp.SessionResponse, error) {
		session.SessionID = "s1"
		return session, nil
	}
	h.SetMode = func(context.Context, *acp.AgentConn, acp.SetModeRequest) error { return nil }
	h.SetConfigOption = func(_ context.Context, _ *acp.AgentConn, r acp.SetConfigOptionRequest) ([]acp.ConfigOption, error) {
		session.ConfigOptions = slices.Clone(session.ConfigOptions)
		for i := range session.ConfigOptions {
			if o := &session.ConfigOptions[i]; o.ID == r.OptionID {
				o.CurrentValue = r.Value
			}
		}
		return session.ConfigOptions, nil
	}
	cfg := agents("Riker")
	cfg.Language = language
	withAgents(t, cfg, func(string) acp.AgentHandler { return h }, f)
}

// qwens are the modes that Qwen Code has, in the one that it starts in.
func qwens() acp.SessionResponse {
	return acp.SessionResponse{Modes: &acp.SessionModes{Current: "auto", Available: []acp.SessionMode{
		{ID: "plan", Name: "Plan"}, {ID: "default", Name: "Default"}, {ID: "auto", Name: "Auto"}, {ID: "yolo", Name: "YOLO"}}}}
}

func (l *lab) tell(text string) {
	l.t.Helper()
	l.Type(text)
	l.Press(0, key.NameReturn)
	l.wait()
}

func TestAnAgentThatActsIsAskedAbout(t *testing.T) {
	withSession(t, "en", qwens(), echo, func(l *lab) {
		l.tell("hello")
		l.sees(1, "Riker decides by itself when to ask. Is that what you want? Your message has not been sent yet.")
		l.sees(0, "echo")
		l.sees(1, "waits for your answer")
		l.button("Yes, send it")
		l.wait()
		l.sees(1, "echo hello")
		l.tell("again") // asked once
		l.sees(1, "echo again")
		l.sees(0, "Is that what you want?")
	})
	withSession(t, "fr", qwens(), echo, func(l *lab) {
		l.tell("bonjour")
		l.button("Lui faire demander avant d’agir")
		l.wait()
		l.sees(1, "echo bonjour")
		if _, ok := l.Find(semantic.Button, "demande avant d’agir"); !ok {
			t.Errorf("the mode is not shown:\n%s", l.Dump())
		}
	})
	withSession(t, "en", qwens(), echo, func(l *lab) {
		l.tell("hello")
		l.button("Do not send")
		l.wait()
		l.sees(0, "echo")
		l.sees(1, "not sent")
	})
}

func TestModesAreChangedInPlainWords(t *testing.T) {
	s := qwens()
	s.Modes.Current = "default"
	withSession(t, "en", s, echo, func(l *lab) {
		l.tell("hello")
		l.button("asks before acting")
		l.sees(1, "only makes plans (Plan)")
		l.button("acts without asking (YOLO)")
		l.wait()
		if v := l.view("Riker"); v.Mode != "yolo" {
			t.Errorf("the mode is %s", v.Mode)
		}
		l.sees(1, "acts without asking")
		l.tell("again") // the person chose it
		l.sees(1, "echo again")
	})
}

func TestWhatWasDoneUnaskedIsSaid(t *testing.T) {
	withSession(t, "en", acp.SessionResponse{}, func(_ context.Context, c *turn) acp.StopReason {
		c.update(acp.SessionUpdate{Kind: acp.ToolCallStart, ToolCall: acp.ToolCall{ID: "t", Kind: acp.ToolExecute, Title: "make all", Status: acp.ToolCompleted}})
		return acp.EndTurn
	}, func(l *lab) {
		l.tell("hello")
		l.sees(1, "has acted without asking")
		l.tell("again")
		l.sees(1, "Riker has acted without asking. Is that what you want?")
		l.sees(1, "Done without asking: make all")
	})
}

func TestModelAndThoughtAreChanged(t *testing.T) {
	quoted := func(s string) []byte { b, _ := json.Marshal(s); return b }
	option := func(id, category, now string, values ...string) acp.ConfigOption {
		o := acp.ConfigOption{ID: id, Name: id, Category: category, Type: "select", CurrentValue: quoted(now)}
		for _, v := range values {
			o.Options = append(o.Options, acp.ConfigOptionValue{Value: v, Name: "The " + v})
		}
		return o
	}
	s := acp.SessionResponse{ConfigOptions: []acp.ConfigOption{
		option("model", "model", "small", "small", "large"), option("effort", "thought_level", "low", "low", "high"), option("mode", "mode", "build", "build", "plan")}}
	withSession(t, "en", s, echo, func(l *lab) {
		l.tell("hello")
		l.sees(1, "follows its own settings")
		l.button("Model: The small")
		l.button("The large")
		l.button("Thought: The low")
		l.button("The high")
		l.wait()
		if _, ok := l.Find(semantic.Button, "Model: The large"); !ok {
			t.Errorf("the model is not shown:\n%s", l.Dump())
		}
		if _, ok := l.Find(semantic.Button, "Thought: The high"); !ok {
			t.Errorf("the thought level is not shown:\n%s", l.Dump())
		}
	})
}

func TestTheQuestionIsAnsweredByKeys(t *testing.T) {
	withSession(t, "en", qwens(), echo, func(l *lab) {
		l.tell("hello")
		l.sees(0, "echo")
		l.Press(key.ModShortcut, "J")
		l.Press(0, key.NameReturn)
		l.wait()
		l.sees(1, "echo hello")
		l.sees(1, "asks before acting")
	})
}

// choose runs a line of the palette by what is typed there.
func (l *lab) choose(typed string) {
	l.t.Helper()
	l.Press(key.ModShortcut, "K")
	l.Type(typed)
	l.Press(0, key.NameReturn)
	l.wait()
}

// In a window too narrow for the menus of the header, the palette has them.
func TestConductIsChosenInThePalette(t *testing.T) {
	session := qwens()
	session.Modes.Current = "default"
	for _, o := range []struct{ id, name string }{{"model", "Model"}, {"thought_level", "Thinking"}} {
		session.ConfigOptions = append(session.ConfigOptions, acp.ConfigOption{ID: o.id, Name: o.name, Category: o.id, Type: "select", CurrentValue: []byte(`"low"`),
			Options: []acp.ConfigOptionValue{{Value: "low", Name: o.name + " low"}, {Value: "high", Name: o.name + " high"}}})
	}
	withSession(t, "en", session, echo, func(l *lab) {
		l.Size = image.Pt(360, 320)
		l.choose("how the agent works") // the agent did not start yet: nothing can be chosen
		l.sees(1, "Nothing has that name.")
		l.Press(0, key.NameEscape)
		l.tell("hello")
		l.choose("how the agent works")
		l.sees(1, "asks before acting (Default)")
		l.sees(1, "✓")
		l.Press(0, key.NameDownArrow)
		l.Press(0, key.NameUpArrow)
		l.Type("plan")
		l.Press(0, key.NameReturn)
		l.wait()
		if got := l.view("Riker").Mode; got != "plan" {
			t.Errorf("the mode is %q", got)
		}
		for n, what := range []string{"agent’s model", "how much the agent thinks"} {
			l.choose(what)
			l.Type("high")
			l.Press(0, key.NameReturn)
			l.wait()
			if got := string(l.view("Riker").Options[n].CurrentValue); got != `"high"` {
				t.Errorf("%s: %s", what, got)
			}
		}
		l.Type("x") // the composer has the focus again
		l.writes("Riker", "x")
	})
}

// What is chosen now is where the choice begins: Enter alone changes nothing.
func TestAChoiceBeginsAtWhatIsChosen(t *testing.T) {
	session := qwens()
	session.Modes.Current = "default"
	withSession(t, "en", session, echo, func(l *lab) {
		l.tell("hello")
		l.choose("mode")
		l.sees(1, "asks before acting (Default)")
		l.Press(0, key.NameReturn)
		l.wait()
		if got := l.view("Riker").Mode; got != "default" {
			t.Errorf("Enter alone gives the mode %q", got)
		}
	})
}
