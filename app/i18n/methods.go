package i18n

import (
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/number"

	"sidekicks/engine"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
)

// Elapsed tells a duration to whole seconds, then minutes: "34 s", "2 min", "1 h 5 min".
func (w *Words) Elapsed(d time.Duration) string {
	d = max(d, 0)
	switch {
	case d < time.Minute:
		return w.sprintf(w.seconds, int(d/time.Second))
	case d < time.Hour:
		return w.sprintf(w.minutes, int(d/time.Minute))
	}
	return w.sprintf(w.hours, int(d/time.Hour), int(d%time.Hour/time.Minute))
}

// Took tells how long something finished took, to a tenth below ten seconds.
func (w *Words) Took(d time.Duration) string {
	if d < 10*time.Second {
		return w.sprintf(w.tenths, max(d, 0).Seconds())
	}
	return w.Elapsed(d)
}

// Bytes tells a size in powers of 1,000, to a tenth where there are tenths.
func (w *Words) Bytes(n int64) string {
	size, unit := float64(n), 0
	for size >= 1000 && unit < len(w.bytes)-1 {
		size, unit = size/1000, unit+1
	}
	return w.sprintf(w.bytes[unit], number.Decimal(size, number.MaxFractionDigits(1)))
}

// Clock tells the time of day.
func (w *Words) Clock(t time.Time) string { return t.Format("15:04") }

// ExportTitle is the title of a conversation that is written to a file.
func (w *Words) ExportTitle(agent string, at time.Time) string {
	return w.sprintf(w.exportTitle, agent, at.Format(w.exportDate))
}

// Exported says where a conversation was written, NotExported why it was not.
func (w *Words) Exported(path string) string { return w.sprintf(w.exported, path) }

// DraftMoved tells where that is now which was being written to an agent.
func (w *Words) DraftMoved(from, to string) string { return w.sprintf(w.draftMoved, from, to) }

// NotExported says that a conversation could not be written.
func (w *Words) NotExported(err error) string {
	return w.sprintf(w.notExported, w.fault(config.FaultOf(err), w.mayNotWrite))
}

// ThoughtFor is the heading of a finished thought.
func (w *Words) ThoughtFor(d time.Duration) string {
	if d < time.Second {
		return w.thoughtBriefly
	}
	return w.sprintf(w.thoughtFor, w.Elapsed(d))
}

// Agent tells what an agent is doing and, while it does something, for how
// long. inLine is since when a message waits for another agent to end, zero
// when none does: it is told while there is no process.
func (w *Words) Agent(a engine.AgentView, inLine, now time.Time) string {
	if a.Removed {
		return w.removed
	}
	if absent := a.Status == engine.AgentStopped || a.Status == engine.AgentFailed; absent && !inLine.IsZero() {
		return w.sprintf(w.stateFor, w.inLine, w.Elapsed(now.Sub(inLine)))
	}
	switch a.Status {
	case engine.AgentStopped:
		return w.stopped[a.Reason]
	case engine.AgentIdle:
		return w.statuses[a.Status]
	case engine.AgentFailed:
		return w.failedAgent(a)
	}
	return w.sprintf(w.stateFor, w.statuses[a.Status], w.Elapsed(now.Sub(a.Since)))
}

func (w *Words) failedAgent(a engine.AgentView) string {
	if a.Failure == nil {
		return w.statuses[a.Status]
	}
	switch a.Failure.Code {
	case conversation.FailedSignIn, conversation.FailedSignInUntold:
		return w.signIn
	case conversation.FailedExited:
		return w.ended
	}
	return w.statuses[a.Status]
}

// Failure tells why an agent or a turn failed and what to do next.
func (w *Words) Failure(agent string, f *conversation.Failure) string {
	format, known := w.failures[f.Code]
	if !known {
		format = w.failure
	}
	switch f.Code {
	case conversation.FailedStart:
		return w.told(format, agent, []string{w.system(strings.Join(f.Args, ", "))})
	case conversation.FailedExited:
		return w.told(format, agent, []string{w.ending(strings.Join(f.Args, ", "))})
	}
	return w.told(format, agent, f.Args)
}

// System is the sentence of a system message; "" for a code that is not known
// and says nothing.
func (w *Words) System(agent string, m *conversation.Message) string {
	if m.Code == conversation.SettingRefused && m.Failure != nil {
		return w.told(w.systems[m.Code], agent, m.Args) + "\n" + w.Failure(agent, m.Failure)
	}
	if m.Failure != nil {
		return w.Failure(agent, m.Failure)
	}
	if m.Notice != nil {
		return w.told(w.systems[m.Code], agent, noticeWords(m.Notice))
	}
	format, known := w.systems[m.Code]
	if !known {
		return strings.Join(m.Args, " ")
	}
	return w.told(format, agent, m.Args)
}

// noticeWords are the agent's words of a notice.
func noticeWords(n *conversation.Notice) []string {
	if n.Title == "" || n.Description == "" {
		return []string{n.Title + n.Description}
	}
	return []string{n.Title + "\n" + n.Description}
}

// told fills a code's sentence: the agent's name, then the arguments as one.
func (w *Words) told(format, agent string, args []string) string {
	if !strings.Contains(format, "%[2]s") {
		return w.sprintf(format, agent)
	}
	return w.sprintf(format, agent, strings.Join(args, ", "))
}

// Labelled puts a label before a text, or alone where the text is "".
func (w *Words) Labelled(label, text string) string {
	return strings.TrimRight(w.sprintf(w.labelled, label, text), " ")
}

// StopReason tells why a turn ended when it did not end by itself, else "".
func (w *Words) StopReason(r conversation.StopReason) string { return w.stops[r] }

// Verb says in one plain word what a tool call does.
func (w *Words) Verb(k conversation.ToolKind) string {
	if v, known := w.verbs[k]; known {
		return v
	}
	return w.verbs["other"]
}

// Wants says who wants what in a permission request.
func (w *Words) Wants(agent string, k conversation.ToolKind) string {
	format, known := w.wants[k]
	if !known {
		format = w.wants["other"]
	}
	return w.sprintf(format, agent)
}

// ToolState says how far a tool call got.
func (w *Words) ToolState(t *conversation.Tool) string {
	switch {
	case t.Asking:
		return w.asking
	case t.MayRun:
		return w.mayRun
	case t.Refused:
		return w.notAllowed
	case t.Cancelled:
		return w.cancelled
	case t.Exit != 0:
		return w.sprintf(w.failedWith, strconv.Itoa(t.Exit))
	}
	if s, known := w.tools[t.Call.Status]; known {
		return s
	}
	return w.tools["pending"]
}

// PlanState says how far an entry of a plan got.
func (w *Words) PlanState(status string) string {
	switch status {
	case "completed":
		return w.PlanDone
	case "in_progress":
		return w.PlanDoing
	}
	return w.PlanToDo
}

// Option labels an answer to a permission request by its kind; named adds the
// agent's own words, for a kind that the request has twice. A kind that is not
// known is told in the agent's words, marked as such.
func (w *Words) Option(o conversation.PermissionOption, named bool) string {
	label := ""
	switch o.Kind {
	case "allow_once":
		label = w.AllowOnce
	case "allow_always":
		label = w.AllowAlways
	case "reject_always":
		label = w.RejectAlways
	case "reject_once":
		label = w.RejectOnce
	default:
		return w.sprintf(w.agentsWord, o.Name)
	}
	if named {
		return w.sprintf(w.optionNamed, label, o.Name)
	}
	return label
}

// RequestPlace says which of several waiting requests one is, counted from 1.
func (w *Words) RequestPlace(i, of int) string { return w.sprintf(w.requestPlace, i, of) }

// Memory says how much of an agent's context is used, and Cost what it has cost; "" when unknown.
func (w *Words) Memory(u *conversation.Usage) string {
	if u == nil || u.Size <= 0 || u.Used < 0 || u.Used/u.Size > 100 { // no agent's memory is so full
		return ""
	}
	return w.sprintf(w.memory, int(float64(u.Used)/float64(u.Size)*100))
}

// Cost says what a session has cost so far; "" when the agent does not tell, or
// tells what is no price: the currency is three letters of ISO 4217.
func (w *Words) Cost(u *conversation.Usage) string {
	if u == nil || u.Cost == nil || !(u.Cost.Amount >= 0 && u.Cost.Amount < 1e9) || len(u.Cost.Currency) != 3 || strings.Trim(u.Cost.Currency, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
		return ""
	}
	return w.sprintf(w.cost, u.Cost.Amount, u.Cost.Currency)
}

// Looping says that tools keep failing; Repeating that one keeps being called.
func (w *Words) Looping(agent string, s conversation.Streak) string {
	return w.count(w.loopFailed, s.Count, agent)
}

// Repeating says that an agent does the same thing again and again.
func (w *Words) Repeating(agent string, s conversation.Streak) string {
	return w.count(w.loopRepeated, s.Count, agent)
}

// LastOf names the tool of a streak, with the first line of its failure.
func (w *Words) LastOf(s conversation.Streak) string {
	if s.Line == "" {
		return w.sprintf(w.lastTool, s.Tool)
	}
	return w.sprintf(w.lastFailure, s.Tool, s.Line)
}

// Suggestion is the message that asks an agent going in circles to try something else.
func (w *Words) Suggestion(s conversation.Streak) string {
	if s.Line == "" {
		return w.suggestionPlain
	}
	return w.sprintf(w.suggestion, s.Line)
}

// Overdue says that an agent does not stop.
func (w *Words) Overdue(agent string) string { return w.sprintf(w.overdue, agent) }

// WriteTo is the hint of an empty composer.
func (w *Words) WriteTo(agent string) string { return w.sprintf(w.writeTo, agent) }

// QueuedText tells a message that waits for its turn.
func (w *Words) QueuedText(text string) string { return w.sprintf(w.queued, text) }

// Unread counts what came below the view, and Requests what waits for the person.
func (w *Words) Unread(n int) string { return w.count(w.unread, n) }

// Requests counts the permission requests that wait.
func (w *Words) Requests(n int) string { return w.count(w.requests, n) }

// Losses tells what closing the window would lose, a sentence each.
func (w *Words) Losses(turns, queued, questions, drafts int) []string {
	var out []string
	for _, loss := range []struct {
		n int
		c counted
	}{{turns, w.losesTurn}, {queued, w.losesQueue}, {questions, w.losesQuestion}, {drafts, w.losesDraft}} {
		if loss.n > 0 {
			out = append(out, w.count(loss.c, loss.n))
		}
	}
	return out
}

// Content tells a content block that is not text: what it is and its name or address.
func (w *Words) Content(b conversation.ContentBlock) string {
	what := w.file
	switch b.Type {
	case "text":
		return w.PastedText(len(b.Text), strings.Count(strings.TrimSuffix(b.Text, "\n"), "\n")+1)
	case "image":
		what = w.image
	case "audio":
		what = w.sound
	}
	name := b.URI
	if b.Resource != nil {
		name = b.Resource.URI
	}
	for _, better := range []string{b.Title, b.Name} {
		if better != "" {
			name = better
			break
		}
	}
	if name == "" {
		name = b.MimeType
	}
	return w.sprintf(w.labelled, what, name)
}

// PastedText says how long a text that was pasted is.
func (w *Words) PastedText(bytes, lines int) string {
	return w.count(w.pastedText, lines, w.Bytes(int64(bytes)))
}

// Cut says how much of a huge output is not kept.
func (w *Words) Cut(n int64) string { return w.sprintf(w.cut, w.Bytes(n)) }

// GoToAgent names the action that selects an agent.
func (w *Words) GoToAgent(name string) string { return w.sprintf(w.goToAgent, name) }

// WaitsForYou is the title of what calls a person to an agent that waits.
func (w *Words) WaitsForYou(agent string) string { return w.sprintf(w.waitsForYou, agent) }

// HasFinished is the title of what tells that an agent's turn has ended.
func (w *Words) HasFinished(agent string) string { return w.sprintf(w.hasFinished, agent) }

// AgentCommand is a command of the agent, with what the agent says of it.
func (w *Words) AgentCommand(name, description string) string {
	name = Visible(name, "⟨", "⟩")
	if description = strings.Join(strings.Fields(Visible(description, "⟨", "⟩")), " "); description == "" {
		return "/" + name
	}
	return w.sprintf(w.agentCommand, name, description)
}

// FindPlace says which of the matches one is, counted from 1, or that there is none.
func (w *Words) FindPlace(i, of int) string {
	if of == 0 {
		return w.FindNothing
	}
	return w.sprintf(w.findPlace, i, of)
}

// LinkDoes tells where a link leads, and whether it opens or is copied.
func (w *Words) LinkDoes(target string, opens bool) string {
	if opens {
		return w.sprintf(w.linkOpens, target)
	}
	return w.sprintf(w.linkCopies, target)
}

// MoreLines counts the lines that are left out of a comparison.
func (w *Words) MoreLines(n int) string { return w.count(w.moreLines, n) }

// ShowLines names the button that shows the lines left out of a long text.
func (w *Words) ShowLines(n int) string { return w.count(w.showLines, n) }

// HideLines names the button that leaves them out again.
func (w *Words) HideLines(n int) string { return w.count(w.hideLines, n) }

// Number tells a whole number.
func (w *Words) Number(n int) string { return w.sprintf("%d", n) }

// SignInInWindow tells how to use a method that the agent runs itself, where
// there is no button for it.
func (w *Words) SignInInWindow(m engine.SignInMethod) string {
	return w.sprintf(w.signInWindow, m.Name)
}

// SignInElsewhere tells what the person does to sign in outside of the agent;
// "" for a method that the agent runs itself.
func (w *Words) SignInElsewhere(m engine.SignInMethod) string {
	switch {
	case m.Command != "":
		return w.sprintf(w.signInTerminal, m.Name, m.Command)
	case len(m.Variables) > 0:
		return w.sprintf(w.signInVariables, m.Name, strings.Join(m.Variables, ", "))
	}
	return ""
}

// SignInCopy is the button that copies what a way to sign in has typed.
func (w *Words) SignInCopy(name string) string { return w.sprintf(w.signInCopy, name) }
