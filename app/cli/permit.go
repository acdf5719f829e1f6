package cli

import (
	"bufio"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"sidekicks/engine"
	"sidekicks/engine/conversation"
	"sidekicks/engine/permission"
)

// The values of --permit.
const (
	permitNever = "never" // refuses
	permitOnce  = "once"  // allows once, where the agent offers it
	permitAsk   = "ask"   // asks where it can, else refuses
)

// permissions answers what waits; the person is asked one question at a time.
func (a *asking) permissions(waiting []engine.PermissionView) {
	for _, p := range waiting {
		switch {
		case a.answered[p.ID]:
		case p.Subject == nil: // it was not read yet
			return
		case a.args.permit == permitAsk && a.env.CanAsk:
			a.question(p)
			return
		default:
			a.answered[p.ID] = true
			a.decide(p)
		}
	}
	if !slices.ContainsFunc(waiting, func(p engine.PermissionView) bool { return p.ID == a.open.ID }) {
		a.open = engine.PermissionView{} // answered, or withdrawn by the agent
	}
}

// decide answers without asking, and says so.
func (a *asking) decide(p engine.PermissionView) {
	kind, said := conversation.PermissionOptionKind("reject_once"), a.words.RefusedByOption
	if a.args.permit == permitOnce {
		kind, said = "allow_once", a.words.AllowedByOption
	} else if a.args.permit == permitAsk {
		said = a.words.RefusedUnasked
	}
	option, offered := optionOf(p, kind)
	if a.args.permit == permitOnce && !offered {
		option, _ = optionOf(p, "reject_once")
		said = a.words.OnceNotOffered
	}
	a.screen.note(a.words.Labelled(a.words.Request(p.Agent, *p.Subject), strings.Join(about(p), "\n")))
	a.screen.note(said)
	a.engine.Answer(p.ID, option)
}

// optionOf gives the first option of a kind. Without one to refuse, "" cancels.
func optionOf(p engine.PermissionView, kind conversation.PermissionOptionKind) (id conversation.PermissionOptionID, offered bool) {
	for _, o := range p.Options {
		if o.Kind == kind {
			return o.ID, true
		}
	}
	return "", false
}

// question asks the person, unless this very question is open.
func (a *asking) question(p engine.PermissionView) {
	if a.open.ID == p.ID {
		return
	}
	a.open, a.since = p, time.Now()
	a.screen.note("")
	a.screen.note(a.words.Labelled(a.words.Request(p.Agent, *p.Subject), ""))
	for _, line := range slices.Concat(about(p), a.said(p), a.changes(p.Subject)) {
		a.screen.note("  " + oneLine(line))
	}
	for i, o := range p.Options {
		a.screen.note(strconv.Itoa(i+1) + "  " + oneLine(a.words.Option(o, sameKind(p.Options, o))))
	}
	if _, offered := optionOf(p, "reject_once"); !offered {
		a.screen.note("0  " + a.words.RejectOnce)
	}
	a.screen.note(a.words.TypeNumber)
	a.listen()
}

func sameKind(options []conversation.PermissionOption, o conversation.PermissionOption) bool {
	n := 0
	for _, other := range options {
		if other.Kind == o.Kind {
			n++
		}
	}
	return n > 1
}

// reply takes a line that the person typed as the answer to the open question.
func (a *asking) reply(line string) {
	if a.open.ID == 0 {
		return
	}
	if time.Since(a.since) < a.env.Inert { // typed before there was anything to answer
		a.screen.note(a.words.TypeNumber)
		return
	}
	n, err := strconv.Atoi(strings.TrimSpace(line))
	_, canRefuse := optionOf(a.open, "reject_once")
	if err != nil || n < 0 || n > len(a.open.Options) || n == 0 && canRefuse {
		a.screen.note(a.words.TypeNumber)
		return
	}
	option := conversation.PermissionOption{}
	if n > 0 {
		option = a.open.Options[n-1]
	}
	if _, whole := permission.Shown(a.open.Subject.About(strings.Clone)); !whole && allows(option) {
		a.screen.note(a.words.TooLong)
		return
	}
	a.answered[a.open.ID] = true
	a.engine.Answer(a.open.ID, option.ID)
}

// allows tells whether an answer may let the tool run.
func allows(o conversation.PermissionOption) bool {
	return o.ID != "" && o.Kind != "reject_once" && o.Kind != "reject_always"
}

// refuseOpen answers the open question when nobody can answer it any more.
func (a *asking) refuseOpen() {
	a.env.CanAsk = false
	if a.open.ID != 0 {
		a.answered[a.open.ID] = true
		a.decide(a.open)
	}
}

// listen begins to read what the person types. A read cannot be interrupted:
// the goroutine ends with the process, or with the input.
func (a *asking) listen() {
	if a.lines != nil {
		return
	}
	lines := make(chan string)
	a.lines = lines
	go func() {
		defer close(lines)
		r := bufio.NewReader(a.env.Stdin)
		for {
			line, err := r.ReadString('\n')
			if line != "" {
				lines <- line
			}
			if err != nil {
				return
			}
		}
	}()
}

// subject is what a tool call is about, on one line.
func subject(c conversation.ToolCall) string {
	if c.Title != "" {
		return c.Title
	}
	for _, l := range c.Locations {
		return l.Path
	}
	return string(c.RawInput)
}

// about is what a request is about, in lines: what the agent calls it does not
// matter, unless it tells nothing else.
func about(p engine.PermissionView) []string {
	said, _ := permission.Shown(cmp.Or(p.Subject.About(strings.Clone), subject(p.Tool.Call)))
	return strings.Split(said, "\n")
}

// said is what was found in a request.
func (a *asking) said(p engine.PermissionView) (out []string) {
	for _, f := range p.Subject.Findings {
		if s := "! " + a.words.Finding(f); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	if p.Subject.Outside {
		out = append(out, "! "+a.words.OutsideWorkspace())
	}
	return out
}

// changes shows the edits of a request: the lines that go and the lines that come.
func (a *asking) changes(s *permission.Subject) (out []string) {
	for _, e := range s.Edits {
		out = append(out, e.Path)
		if !e.Shown {
			out = append(out, a.words.ChangeNotShown())
			continue
		}
		gone, come := between(lines(e.Old), lines(e.New))
		for _, l := range gone {
			out = append(out, "- "+l)
		}
		for _, l := range come {
			out = append(out, "+ "+l)
		}
	}
	return out
}

func lines(text string) []string {
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// between leaves out the lines that both begin and end with.
func between(a, b []string) (onlyA, onlyB []string) {
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return a, b
}
