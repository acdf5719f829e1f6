package chat

import (
	"cmp"
	"slices"
	"time"

	"gioui.org/layout"

	"sidekicks/app/i18n"
	"sidekicks/engine"
	"sidekicks/engine/conversation"
	"sidekicks/engine/permission"
	"sidekicks/theme"
	"sidekicks/widgets"
)

// inert is how long a card that has just appeared takes nothing: what a person
// was typing or clicking when it came was not meant for it.
const inert = 500 * time.Millisecond

// A card asks the person before a tool runs. It never takes the focus by
// itself; keys count only while it has it.
type card struct {
	request engine.PermissionView // the one shown; ID 0 when none is
	words   *i18n.Words           // that it is in
	theme   *theme.Theme
	choices []choice
	since   time.Time // when what is shown, or where, last changed
	stance  stance    // how it was last drawn
	fit     fit
	stop    widgets.Button
	around  around
	command commandText // or else what the request is about
	cut     bool        // it is too long to be shown whole
	change  change
	said    said
	hold    hold
	lift    lift
	repeats repeats
}

// A choice is one answer: an option of the agent, or "" for cancelled.
type choice struct {
	option conversation.PermissionOptionID
	kind   conversation.PermissionOptionKind
	label  string
	button widgets.Button
}

// refuses tells whether the choice is to say no, once.
func (c *choice) refuses() bool { return c.option == "" || c.kind == "reject_once" }

// allows tells whether the choice may let the tool run: one of a kind that is
// not known may.
func (c *choice) allows() bool {
	return c.option != "" && c.kind != "reject_once" && c.kind != "reject_always"
}

// mayChoose tells whether an answer can be given: nothing is allowed that was
// not read yet, or cannot be, or is being copied.
func (c *card) mayChoose(o *choice) bool {
	return !o.allows() || !c.cut && !c.request.Copying && c.request.Subject != nil
}

// optionOrder is the order of the answers: allow once first, reject once last.
var optionOrder = map[conversation.PermissionOptionKind]int{"allow_once": 1, "allow_always": 2, "reject_always": 4, "reject_once": 5}

func place(k conversation.PermissionOptionKind) int {
	if p, known := optionOrder[k]; known {
		return p
	}
	return 3
}

// show brings the card up to date with the oldest request that waits.
func (c *card) show(gtx layout.Context, p *Page, s Subject) {
	if len(s.Permissions) == 0 {
		c.request = engine.PermissionView{}
		return
	}
	r, was := s.Permissions[0], c.request
	another := c.words != p.Words || c.theme != p.Theme || r.ID != was.ID
	if another || !slices.Equal(r.Options, was.Options) {
		c.choices = choices(p, r.Options)
		c.since, c.hold = gtx.Now, hold{}
	}
	c.request, c.words, c.theme = r, p.Words, p.Theme
	if another || r.Tool != was.Tool || r.Subject != was.Subject {
		if r.Subject != was.Subject {
			c.since, c.hold = gtx.Now, hold{} // what is read changes
		}
		c.around = around{}
		text, whole := permission.Shown(cmp.Or(about(r, s.Agent.Workspace), p.Words.NotTold))
		marked := findings(r)
		if c.cut = !whole; c.cut {
			marked = nil // they are in what is left out
		}
		c.command.set(p.Theme, text, marked)
		c.change.set(p, r.Subject, s.Agent.Workspace)
	}
	if another {
		c.said = said{}
	}
	c.said.set(p.Words, r)
}

// findings are what was found in a request so far.
func findings(r engine.PermissionView) []permission.Finding {
	if r.Subject == nil {
		return nil
	}
	return r.Subject.Findings
}

// grave tells whether a request may cost the home folder, the whole disk or a
// device: allowing it takes more than a tap.
func grave(r engine.PermissionView) bool {
	return slices.ContainsFunc(findings(r), func(f permission.Finding) bool {
		return f.Class == permission.Destructive && f.Severity == permission.Grave
	})
}

// about is what a request is about, whole: the command, the address or the
// files. What cannot be told is in the agent's words.
func about(r engine.PermissionView, workspace string) string {
	if r.Subject == nil {
		t := r.Tool
		return cmp.Or(wholeCommand(t), subject(t, workspace), t.Call.Title)
	}
	said := r.Subject.About(func(path string) string { return short(path, workspace) })
	return cmp.Or(said, r.Tool.Call.Title)
}

// choices are the agent's options under our labels, in our order, with a way
// to refuse even when the agent offers none.
func choices(p *Page, options []conversation.PermissionOption) []choice {
	sorted := slices.Clone(options)
	slices.SortStableFunc(sorted, func(a, b conversation.PermissionOption) int { return cmp.Compare(place(a.Kind), place(b.Kind)) })
	count := map[conversation.PermissionOptionKind]int{}
	for _, o := range sorted {
		count[o.Kind]++
	}
	var out []choice
	for _, o := range sorted {
		out = append(out, choice{option: o.ID, kind: o.Kind, label: unbroken(p.Words.Option(o, count[o.Kind] > 1))})
	}
	if count["reject_once"] == 0 {
		out = append(out, choice{label: p.Words.RejectOnce})
	}
	return out
}

// noReject tells whether the agent offers no way to refuse once.
func (c *card) noReject() bool {
	return slices.ContainsFunc(c.choices, func(o choice) bool { return o.option == "" })
}
