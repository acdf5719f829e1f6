package app

import (
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"gioui.org/io/key"
	"gioui.org/io/semantic"

	"sidekicks/engine"
	"sidekicks/engine/acp"
	"sidekicks/engine/conversation"
	"sidekicks/widgets/widgettest"
)

// What is seen only once an agent, or the person, has done something rare.

// fillIn asks the person for what is needed, for what may be chosen, and for
// more than fits into a small window.
func fillIn() *engine.Snapshot {
	s := talk()
	s.Agents[0].Status = engine.AgentWaiting
	most := 12.0
	s.Forms = []engine.FormView{{ID: 1, Key: s.Conversations[0].Key, Agent: "Riker", At: ago(20 * time.Second),
		Title: "Un nouveau vaisseau", Message: "Comment faut-il l’appeler, et à quelle allure doit-il partir ?", Description: "Rien n’est créé avant votre réponse.",
		Fields: []conversation.FormField{
			{Name: "name", Type: "string", Title: "Nom", Description: "tel qu’il est peint sur la coque", Required: true, Max: &most},
			{Name: "crew", Type: "integer", Title: "Équipage", Required: true},
			{Name: "speed", Type: "string", Title: "Allure", Default: jsontext.Value(`"slow"`),
				Options: []conversation.FormOption{{Value: "slow", Title: "Impulsion"}, {Value: "fast", Title: "Distorsion"}}},
			{Name: "loud", Type: "boolean", Title: "Alerte rouge au départ"},
		}}}
	return s
}

// fillInForm opens the form.
func fillInForm(_ *App, h *widgettest.Harness) { h.Press(key.ModShortcut, "J") }

// fillInWrong sends it with a name that is too long and without what else is needed.
func fillInWrong(a *App, h *widgettest.Harness) {
	fillInForm(a, h)
	h.Type("Enterprise, NCC-1701-D")
	h.Press(0, key.NameReturn)
}

// copied is a conversation in which what was allowed was done, and what became
// of the copies that were made before.
func copied(copies ...conversation.Copy) *engine.Snapshot {
	s, b := four(), new(builder)
	c := &s.Conversations[0]
	c.Turn, s.Agents[0].Status = engine.TurnIdle, engine.AgentIdle
	var parts []conversation.Part
	for i, became := range copies {
		d := &conversation.Decision{ID: uint64(i + 1), Verb: "run", About: "rm -rf build", Kind: "allow_once", At: ago(30 * time.Second), Copy: became}
		switch became {
		case conversation.CopyChanged:
			d.Changed = []string{"/home/me/projets/vaisseau/build/ponts/passerelle/commandes.go", "/home/me/projets/vaisseau/build/limits.go"}
		case conversation.CopyFailed:
			d.Detail = "no space left on device"
		}
		parts = append(parts, d, &conversation.Tool{Start: ago(29 * time.Second), End: ago(28 * time.Second), Call: conversation.ToolCall{
			ID: acp.ToolCallID(fmt.Sprint(i)), Kind: "execute", Status: "completed", Title: "rm -rf build", RawInput: []byte(`{"command":"rm -rf build"}`)}})
	}
	c.Messages = []*conversation.Message{b.user("Nettoie le dossier de build."), b.agent(append(parts, conversation.Text{Markdown: "C’est fait."})...)}
	return s
}

// crashedAgent ended in the middle of an answer.
func crashedAgent() *engine.Snapshot {
	s, b := four(), new(builder)
	failed := &conversation.Failure{Code: conversation.FailedExited, Args: []string{"exit status 3"}, Said: []string{"panic: warp core breach"},
		Detail: "opencode acp\npanic: warp core breach\n\ngoroutine 1 [running]:\nmain.(*Engine).Engage(0xc000012345, {0x7ff, 0x1701, 0x1701})\n\t/home/me/projets/vaisseau/engine/warp.go:42 +0x1d4\nexit status 3"}
	s.Agents[0].Status, s.Agents[0].Failure = engine.AgentFailed, failed
	s.Conversations[0].Turn = engine.TurnIdle
	s.Conversations[0].Messages = []*conversation.Message{b.user("Pars en distorsion 9."),
		b.agent(conversation.Text{Markdown: "Je charge les bobines…"}), b.message(conversation.Message{Role: conversation.Agent, Failure: failed})}
	return s
}

// unfold unfolds the details of what went wrong.
func unfold(a *App, h *widgettest.Harness) { h.Click(semantic.Button, a.words.Details) }

// threeWait have three messages wait, one of them longer than a line.
func threeWait() *engine.Snapshot {
	s := talk()
	s.Conversations[0].Queued = []engine.Queued{{ID: 1, Text: "Lance ensuite tous les tests"},
		{ID: 2, Text: "Et dis-moi lesquels ont changé depuis la dernière fois, avec pour chacun la raison et le commit qui l’a introduite"},
		{ID: 3, Text: "Puis range la soute"}}
	return s
}

// editFirst begins to change the message that waits first.
func editFirst(a *App, h *widgettest.Harness) {
	h.Click(semantic.Button, a.words.Edit)
	h.Type(" du vaisseau")
}

// quit asks to close the window while there is something to lose.
func quit(a *App, h *widgettest.Harness) {
	h.Type("a draft")
	a.CloseRequested()
	h.Settle()
}
