package chat

import (
	"cmp"
	"strings"

	"sidekicks/app/i18n"
	"sidekicks/engine/conversation"
	"sidekicks/engine/journal"
)

// shownDecisions is how many of the last decisions are shown.
const shownDecisions = 1000

// ShowDecisions shows what the person decided, as it was written down.
func (p *Page) ShowDecisions() {
	p.away(func() func() {
		entries, err := p.Journal.Read(shownDecisions)
		return func() { p.reader.show(p.Words.Decisions, decisionsText(p.Words, entries, err)) }
	})
}

// decisionsText tells decisions, each with what it was about under it.
func decisionsText(w *i18n.Words, entries []journal.Entry, err error) string {
	if err != nil {
		return w.DecisionsFailed(err)
	}
	var b strings.Builder
	for _, e := range entries {
		d := conversation.Decision{At: e.At, Verb: e.Verb, Kind: conversation.PermissionOptionKind(e.Answer), Option: e.Option, Unanswered: conversation.Unanswered(e.Unanswered)}
		if e.Answer == "cancelled" {
			d.Kind = ""
		}
		about := cmp.Or(e.Command, e.Address, strings.Join(e.Files, "\n"))
		d.About = about
		b.WriteString(w.DecisionOf(e.Agent, &d) + "\n    " + strings.ReplaceAll(about, "\n", "\n    ") + "\n\n")
	}
	return cmp.Or(strings.TrimRight(b.String(), "\n"), w.NoDecisions())
}
