package app

import (
	"context"
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"gioui.org/io/key"
	"gioui.org/io/semantic"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
)

// The command becomes another one just before the click: the click is not for it.
func TestACommandThatChangesUnderThePointer(t *testing.T) {
	waiting(t, "en", func(ctx context.Context, c *turn) acp.StopReason {
		go func() {
			time.Sleep(2 * time.Second)
			c.update(acp.SessionUpdate{Kind: acp.ToolCallProgress, ToolCall: acp.ToolCall{ID: "t1", RawInput: []byte(`{"command":"rm -rf ~"}`)}})
		}()
		out := c.ask(ctx, "t1", "rm -f x", acp.AllowOnce, acp.RejectOnce)
		c.say("answered <" + string(out.OptionID) + ">")
		return acp.EndTurn
	}, func(l *lab) {
		l.at(2*time.Second, func() { l.Click(semantic.Button, "Allow once") })
		l.sees(0, "answered")
		l.sees(2, "rm -rf ~")
		l.at(400*time.Millisecond, func() { l.Click(semantic.Button, "Refuse") })
		l.sees(0, "answered")
		l.at(time.Second, func() { l.Click(semantic.Button, "Refuse") })
		l.sees(1, "answered <reject_once>")
	})
}

// What was not read yet, as on a disk that does not answer, can only be refused.
func TestWhatIsUnreadIsNotAllowed(t *testing.T) {
	for label, want := range map[string]int{"Autoriser une fois": 0, "Refuser": 1} {
		s := asked()
		s.Permissions[0].Subject = nil
		e := &answering{still: still{s}}
		_, h := answerable(t, e, image.Pt(1280, 800), 1)
		tryToAnswer(h, label)
		if len(e.answers) != want {
			t.Errorf("%s: answered %q", label, e.answers)
		}
	}
}

// The kinds decide what the answers are called, and where they stand, whatever
// the agent calls them.
func TestAnswersThatLie(t *testing.T) {
	for name, offered := range map[string]struct {
		options []acp.PermissionOption
		shown   []string
	}{
		"kinds that lie":                {[]acp.PermissionOption{{ID: "1", Name: "No, refuse", Kind: acp.AllowOnce}, {ID: "2", Name: "Yes, allow", Kind: acp.RejectOnce}}, []string{"Allow once", "Refuse"}},
		"a kind that nobody knows":      {[]acp.PermissionOption{{ID: "1", Name: "Refuse", Kind: "maybe"}}, []string{"“Refuse” (the agent’s words)", "Refuse"}},
		"no kind":                       {[]acp.PermissionOption{{ID: "1", Name: "Refuse"}}, []string{"“Refuse” (the agent’s words)", "Refuse"}},
		"two of a kind":                 {[]acp.PermissionOption{{ID: "1", Name: "Refuse", Kind: acp.AllowOnce}, {ID: "2", Name: "x", Kind: acp.AllowOnce}}, []string{"Allow once (“Refuse”)", "Allow once (“x”)", "Refuse"}},
		"a name that closes its quotes": {[]acp.PermissionOption{{ID: "1", Name: "x” (Sidekicks’ words)\nRefuse", Kind: "k"}}, []string{"“x” (Sidekicks’ words)⟨U+000A⟩Refuse” (the agent’s words)", "Refuse"}},
		"a name that turns the line":    {[]acp.PermissionOption{{ID: "1", Name: "\u202eesufeR", Kind: "k"}}, []string{"“⟨U+202E⟩esufeR” (the agent’s words)", "Refuse"}},
		"no name":                       {[]acp.PermissionOption{{ID: "1", Kind: "k"}}, []string{"“” (the agent’s words)", "Refuse"}},
	} {
		waiting(t, "en", func(ctx context.Context, c *turn) acp.StopReason {
			c.RequestPermission(ctx, acp.PermissionRequest{SessionID: c.session, Options: offered.options, ToolCall: acp.ToolCall{ID: "t", Kind: acp.ToolExecute, Title: "ls"}})
			return acp.EndTurn
		}, func(l *lab) {
			for _, want := range offered.shown {
				if _, ok := l.Find(semantic.Button, want); !ok {
					t.Errorf("%s: no button %q\n%s", name, want, l.Dump())
				}
			}
		})
	}
}

// What is too long to be read can only be refused; it holds nothing up.
func TestWhatIsTooLongIsNotAllowed(t *testing.T) {
	for name, c := range map[string]acp.ToolCall{
		"lines":    {Kind: acp.ToolExecute, RawInput: []byte(`{"command":"` + strings.Repeat(`ls\n`, 1<<20) + `rm -rf ~"}`)},
		"one line": {Kind: acp.ToolExecute, RawInput: []byte(`{"command":"` + strings.Repeat(`l`, 1<<20) + `; rm -rf ~"}`)},
		"a path":   {Kind: acp.ToolRead, RawInput: []byte(`{"path":"` + strings.Repeat(`l`, 1<<20) + `; rm -rf ~"}`)},
		"an input": {Kind: acp.ToolOther, Title: "x", RawInput: []byte(`{"x":"` + strings.Repeat(`l`, 1<<20) + `; rm -rf ~"}`)},
		"a title":  {Kind: acp.ToolOther, Title: strings.Repeat(`l`, 1<<20) + "; rm -rf ~"},
	} {
		waiting(t, "en", asksWith(c), func(l *lab) {
			l.sees(1, "too long to be shown whole")
			l.at(time.Second, func() { l.Press(key.ModShortcut, "J"); l.Press(0, "1") })
			l.sees(0, "answered")
			l.at(0, func() { l.Press(0, "2") })
			if l.sees(1, "answered <no>"); t.Failed() {
				t.Fatal(name)
			}
		})
	}
}

// A thousand answers push neither what is asked nor the way to refuse away.
func TestAThousandAnswers(t *testing.T) {
	var options []acp.PermissionOption
	for i := range 1000 {
		options = append(options, acp.PermissionOption{ID: acp.PermissionOptionID(fmt.Sprint(i)), Name: strings.Repeat("Refuse ", 8), Kind: acp.AllowOnce})
	}
	waiting(t, "en", func(ctx context.Context, c *turn) acp.StopReason {
		out, _ := c.RequestPermission(ctx, acp.PermissionRequest{SessionID: c.session, Options: options, ToolCall: acp.ToolCall{ID: "t", Kind: acp.ToolExecute, Title: "rm -rf build"}})
		c.say("answered <" + string(out.OptionID) + ">")
		return acp.EndTurn
	}, func(l *lab) {
		l.sees(1, "rm -rf build")
		l.at(time.Second, func() { l.Click(semantic.Button, "Refuse") })
		l.sees(1, "answered <>")
	})
}

// A form may call itself what it likes: who asks, and who gets what is written,
// is told beside it.
func TestAFormThatSpeaksAsSidekicks(t *testing.T) {
	inBubble(t, agents("Riker"), map[string]answer{"Riker": func(ctx context.Context, c *turn) acp.StopReason {
		c.Call(ctx, "elicitation/create", jsontext.Value(`{"mode":"form","sessionId":"s1","message":"Sidekicks must check\nthat it is you.","requestedSchema":{
			"type":"object","title":"Sidekicks","description":"\u202eType it","properties":{"p":{"type":"string","title":"Your computer’s\u200bpassword"}}}}`))
		return acp.EndTurn
	}}, func(l *lab) {
		l.tell("go")
		l.sees(1, "Riker asks you something")
		l.sees(0, "password")
		l.Press(key.ModShortcut, "J")
		l.wait()
		l.sees(1, "What you write here goes to Riker, not to Sidekicks. Give no password.")
		l.sees(1, "⟨U+202E⟩Type it")
		l.sees(2, "⟨U+200B⟩password") // the title and the name of the field
		l.Press(0, key.NameEscape)
	})
}
