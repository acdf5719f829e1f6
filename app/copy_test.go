package app

import (
	"image"
	"strings"
	"testing"
	"time"

	"gioui.org/io/key"
	"gioui.org/io/pointer"
	"gioui.org/io/semantic"

	"sidekicks/engine"
	"sidekicks/engine/acp"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
	"sidekicks/widgets/widgettest"
)

func TestCopyMessage(t *testing.T) {
	s, b := four(), new(builder)
	c := &s.Conversations[0]
	c.Turn = engine.TurnIdle
	first := b.agent(conversation.Text{Markdown: "One **bold**."}, &conversation.Plan{}, conversation.Text{Markdown: "* two"})
	first.Ended = ago(-5 * time.Minute)
	c.Messages = []*conversation.Message{b.user("as `typed`"), first, b.agent(conversation.Text{Markdown: "three"})}
	_, h := showStill(t, s, config.Config{Language: "en"}, image.Pt(1280, 800), 1)
	var at []image.Point
	for _, n := range h.Nodes() {
		if n.Desc.Class == semantic.Button && n.Desc.Description == "Copy this message" {
			at = append(at, widgettest.Middle(n))
		}
	}
	want := []string{"as `typed`", "One **bold**.\n\n* two", "three"}
	if len(at) != len(want) {
		t.Fatalf("%d buttons:\n%s", len(at), h.Dump())
	}
	for i, p := range at {
		h.ClickAt(p)
		if h.Clipboard != want[i] {
			t.Errorf("message %d copies %q", i, h.Clipboard)
		}
	}
	if _, ok := h.Find(semantic.Unknown, "14:07"); !ok {
		t.Errorf("it is not told when a message ended:\n%s", h.Dump())
	}
}

func TestWhatSidekicksSaysIsSelected(t *testing.T) {
	s, b := four(), new(builder)
	c := &s.Conversations[0]
	c.Turn = engine.TurnIdle
	stopped := b.agent(conversation.Text{Markdown: "half"})
	stopped.Stop = acp.MaxTokens
	failed := b.message(conversation.Message{Role: conversation.System, Code: conversation.AgentUnavailable,
		Failure: &conversation.Failure{Code: conversation.FailedExited, Args: []string{"status 3"}, Detail: "panic: *oh*"}})
	c.Messages = []*conversation.Message{
		b.message(conversation.Message{Role: conversation.System, Code: conversation.AgentRestarted}), stopped, failed}
	_, h := showStill(t, s, config.Config{Language: "en"}, image.Pt(1280, 800), 1)
	h.Pointer(pointer.Press, image.Pt(760, 400), 0)
	h.Pointer(pointer.Release, image.Pt(760, 400), 0)
	h.Press(key.ModShortcut, "A")
	h.Press(key.ModShortcut, "C")
	for _, want := range []string{"Riker was restarted", "half", "The answer reached its greatest length.", "ended by itself (status 3)"} {
		if !strings.Contains(h.Clipboard, want) {
			t.Errorf("%q is not in what is copied: %q", want, h.Clipboard)
		}
	}
	h.Click(semantic.Button, "Details")
	clickLabelled(t, h, "Copy")
	if !strings.HasSuffix(h.Clipboard, "\n\npanic: *oh*") {
		t.Errorf("the details copy %q", h.Clipboard)
	}
}

func TestCostIsShownWithoutTheSizeOfTheContext(t *testing.T) {
	s := four()
	s.Conversations[0].Usage = &conversation.Usage{Cost: &acp.Cost{Amount: 0.5, Currency: "EUR"}}
	_, h := showStill(t, s, config.Config{Language: "en"}, image.Pt(1280, 800), 1)
	if _, ok := h.Find(semantic.Unknown, "0.50 EUR"); !ok {
		t.Errorf("the cost is not shown:\n%s", h.Dump())
	}
}

// What is to be typed in a terminal to sign in can be copied.
func TestTheCommandToSignInIsCopied(t *testing.T) {
	_, h := showStill(t, signIn(), config.Config{Language: "en"}, stageSize, 1)
	h.Click(semantic.Button, "Copy the command: Sign in by command")
	if h.Clipboard != "agent login" {
		t.Errorf("copied %q", h.Clipboard)
	}
}

// What the agent says of a way to sign in is told beside its button.
func TestWhatAWayToSignInIsForIsTold(t *testing.T) {
	s := signIn()
	s.Agents[0].SignIn[0].Description = "Run agent login in the terminal"
	_, h := showStill(t, s, config.Config{Language: "en"}, stageSize, 1)
	if shown := h.Dump(); !strings.Contains(shown, s.Agents[0].SignIn[0].Description) {
		t.Error(shown)
	}
}
