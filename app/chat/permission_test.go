package chat

import (
	"testing"
	"time"

	"gioui.org/layout"
	"gioui.org/op"

	"sidekicks/app/i18n"
	"sidekicks/engine"
	"sidekicks/engine/conversation"
	"sidekicks/engine/permission"
	"sidekicks/theme"
)

// A card that changes while it is shown takes no answer that was meant for what
// it was: it is inert anew, and a hold that had begun is over. What is counted
// meanwhile changes nothing that is agreed to.
func TestACardThatChangesIsInertAnew(t *testing.T) {
	p := &Page{Theme: &theme.Theme{}, Words: i18n.For("en")}
	s := Subject{Agent: &engine.AgentView{}, Permissions: []engine.PermissionView{{ID: 1, Tool: &conversation.Tool{}}}}
	r := &s.Permissions[0]
	var c card
	gtx := layout.Context{Ops: new(op.Ops), Now: time.Unix(1000, 0)}
	c.show(gtx, p, s)
	for _, step := range []struct {
		what   string
		change func()
		anew   bool
	}{
		{"nothing", func() {}, false},
		{"it is read", func() { r.Subject = &permission.Subject{Command: "rm a"} }, true},
		{"what would be lost is counted", func() { r.Loss = &permission.Loss{Files: 1} }, false},
		{"it is read anew", func() { r.Subject = &permission.Subject{Command: "rm b"} }, true},
		{"other answers", func() { r.Options = []conversation.PermissionOption{{ID: "yes", Kind: "allow_once"}} }, true},
		{"other words", func() { p.Words = i18n.For("fr") }, true},
		{"another request", func() { r.ID = 2 }, true},
	} {
		gtx.Now = gtx.Now.Add(time.Minute)
		c.hold = hold{choice: 1, since: gtx.Now}
		step.change()
		c.show(gtx, p, s)
		if anew := c.since.Equal(gtx.Now) && c.hold == (hold{}); anew != step.anew {
			t.Errorf("%s: inert anew %t, want %t", step.what, anew, step.anew)
		}
		if got := commandOf(&c); r.Subject != nil && got != r.Subject.Command {
			t.Errorf("%s: %q is shown, want %q", step.what, got, r.Subject.Command)
		}
	}
}

func commandOf(c *card) (text string) {
	for _, l := range c.command.Lines(0, len(c.command.lines)) {
		text += l.Text
	}
	return text
}
