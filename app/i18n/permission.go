package i18n

import (
	"path"
	"slices"
	"strings"

	"sidekicks/engine/conversation"
	"sidekicks/engine/permission"
)

// permissionWords are the sentences of permission's codes.
type permissionWords struct {
	on         map[permission.Act]string // with targets, or with arguments
	plain      map[permission.Act]string
	wants      map[permission.Verb]string
	wantsFiles map[permission.Verb]string // several of them
	places     [permission.OtherComputer + 1]string

	moveTo                                          string
	newPlaces                                       map[permission.Place]string // that have a name of their own
	whole, link, and, outside, notShown, alwaysNote string
	uncounted, atLeast, nothingThere, partUncounted string
	lossOf, withLoss, hold                          string

	decided                  map[conversation.PermissionOptionKind]string // "": cancelled
	decidedOther             string
	unanswered               map[conversation.Unanswered]string
	decision                 string
	decisionsEmpty           string
	decisionsFailed          string
	copies                   map[conversation.Copy]string // not of NoCopy
	keeps, copying, noCopy   string
	giveBack, giveBackAnyway string

	moreTargets, lossFiles, lossToday, linesHidden counted
}

// shownTargets is how many targets a sentence names.
const shownTargets = 3

// Finding says what a command does that a person should know. There is no
// sentence for a command of which nothing was found: it may do anything.
func (w *Words) Finding(f permission.Finding) string {
	return w.FindingNaming(f, func(name string) string { return name })
}

// FindingNaming is Finding with the names of what a command acts on, and the
// code's arguments, as name gives them.
func (w *Words) FindingNaming(f permission.Finding, name func(string) string) string {
	p := &w.permission
	on, takes := p.on[f.Act]
	switch {
	case takes && len(f.Args) > 0:
		var args []string
		for _, a := range f.Args {
			args = append(args, name(a))
		}
		return w.placed(on, strings.Join(args, ", "), "")
	case takes && len(f.Targets) > 0:
		if f.Act == permission.Delete && len(f.Targets) == 1 && isWhole(f.Targets[0]) {
			on = p.whole
		}
		names, place := w.targets(f, name)
		if f.To != nil {
			return w.sprintf(p.moveTo, names+place, w.newPlace(*f.To, name))
		}
		return w.placed(on, names, place)
	}
	return p.plain[f.Act]
}

func (w *Words) placed(format, names, place string) string {
	if strings.Contains(format, "%[2]s") {
		return w.sprintf(format, names, place)
	}
	return w.sprintf(format, names+place)
}

// isWhole tells a place that has a name of its own.
func isWhole(t permission.Target) bool {
	return t.Place == permission.Home || t.Place == permission.Root || t.Place == permission.Workspace
}

// targets names what a command acts on; where they all lie in one place,
// that is told once.
func (w *Words) targets(f permission.Finding, name func(string) string) (names, place string) {
	list := f.Targets[:min(len(f.Targets), shownTargets)]
	same := !slices.ContainsFunc(f.Targets, func(t permission.Target) bool { return t.Place != f.Targets[0].Place || isWhole(t) })
	var each []string
	for _, t := range list {
		if same {
			each = append(each, w.name(t, name))
		} else {
			each = append(each, w.target(t, name))
		}
	}
	if same && (f.Act == permission.Delete || list[0].Place != permission.InWorkspace) {
		place = w.permission.places[list[0].Place]
	}
	if rest := len(f.Targets) - len(list); rest > 0 {
		each = append(each, w.count(w.permission.moreTargets, rest))
	}
	last := len(each) - 1
	if last == 0 {
		return each[0], place
	}
	return w.sprintf(w.permission.and, strings.Join(each[:last], ", "), each[last]), place
}

// Target names a file or a folder, and says where it lies.
func (w *Words) Target(t permission.Target) string {
	return w.target(t, func(name string) string { return name })
}

func (w *Words) target(t permission.Target, name func(string) string) string {
	if isWhole(t) {
		return name(w.permission.places[t.Place])
	}
	return w.name(t, name) + w.permission.places[t.Place]
}

// newPlace names where something is moved to.
func (w *Words) newPlace(t permission.Target, name func(string) string) string {
	if s, known := w.permission.newPlaces[t.Place]; known {
		return name(s)
	}
	if t.Place == permission.InWorkspace {
		return w.name(t, name)
	}
	return w.target(t, name)
}

func (w *Words) name(t permission.Target, name func(string) string) string {
	s := t.Text
	switch {
	case isWhole(t):
		s = w.permission.places[t.Place]
	case s == "":
		s = path.Base(t.Path)
	}
	if t.Link {
		return w.sprintf(w.permission.link, name(s))
	}
	return name(s)
}

// Request says who wants what, without the command or the file.
func (w *Words) Request(agent string, s permission.Subject) string {
	return w.wanted(agent, s.Verb, len(s.Targets) > 1)
}

func (w *Words) wanted(agent string, v permission.Verb, several bool) string {
	format, known := w.permission.wantsFiles[v]
	if !several || !known {
		format, known = w.permission.wants[v]
	}
	if !known {
		format = w.permission.wants[permission.Other]
	}
	return w.sprintf(format, agent)
}

// OutsideWorkspace marks what lies outside the work folder.
func (w *Words) OutsideWorkspace() string { return w.permission.outside }

// ChangeNotShown says that an agent does not tell what it would change.
func (w *Words) ChangeNotShown() string { return w.permission.notShown }

// AlwaysNote says who decides what “always” means.
func (w *Words) AlwaysNote() string { return w.permission.alwaysNote }

// Loss tells what the targets of a command hold now.
func (w *Words) Loss(l permission.Loss) string {
	p := &w.permission
	switch {
	case l.Files == 0 && (l.Uncounted || l.Partial):
		return p.uncounted
	case l.Files == 0:
		return p.nothingThere
	}
	s := w.count(p.lossFiles, l.Files, w.Bytes(l.Bytes))
	if l.Today > 0 {
		s = w.count(p.lossToday, l.Today, s)
	}
	if l.Uncounted {
		s = w.sprintf(p.partUncounted, s)
	}
	if l.Partial {
		s = w.sprintf(p.atLeast, s)
	}
	return s
}

// WithLoss ends a finding's sentence with what its targets hold.
func (w *Words) WithLoss(sentence string, l permission.Loss) string {
	return w.sprintf(w.permission.withLoss, strings.TrimSuffix(sentence, "."), w.Loss(l))
}

// LossOf tells what the targets of several findings hold, as a sentence.
func (w *Words) LossOf(l permission.Loss) string {
	if l.Files == 0 {
		return w.Loss(l)
	}
	return w.sprintf(w.permission.lossOf, w.Loss(l))
}

// LinesHidden counts the lines of a command that are out of view.
func (w *Words) LinesHidden(n int) string { return w.count(w.permission.linesHidden, n) }

// HoldToConfirm says how the gravest requests are allowed.
func (w *Words) HoldToConfirm() string { return w.permission.hold }

// DecidedOn says what the agent wanted when the person decided.
func (w *Words) DecidedOn(agent string, d *conversation.Decision) string {
	return w.wanted(agent, permission.Verb(d.Verb), strings.Contains(d.About, "\n"))
}

// Decided says what the person answered, or why they did not.
func (w *Words) Decided(d *conversation.Decision) string {
	if s, known := w.permission.unanswered[d.Unanswered]; known {
		return s
	}
	if s, known := w.permission.decided[d.Kind]; known {
		return s
	}
	return w.sprintf(w.permission.decidedOther, d.Option)
}

// DecisionOf tells a decision that was written down, without what it was about.
func (w *Words) DecisionOf(agent string, d *conversation.Decision) string {
	return w.sprintf(w.permission.decision, d.At.Local().Format(w.exportDate)+" "+w.Clock(d.At.Local()), w.DecidedOn(agent, d), w.Decided(d))
}

// NoDecisions says that none was written down yet.
func (w *Words) NoDecisions() string { return w.permission.decisionsEmpty }

// DecisionsFailed says why those that were written down cannot be shown.
func (w *Words) DecisionsFailed(err error) string {
	return w.sprintf(w.permission.decisionsFailed, w.system(err.Error()))
}

// CopyKept says what became of the safety copy of a decision; "" when there is
// nothing to say.
func (w *Words) CopyKept(d *conversation.Decision) string {
	format := w.permission.copies[d.Copy]
	switch d.Copy {
	case conversation.CopyChanged:
		return w.sprintf(format, strings.Join(d.Changed, ", "))
	case conversation.CopyFailed:
		return w.sprintf(format, w.system(d.Detail))
	}
	return format
}

// GiveBack names the button that puts a safety copy back; anyway also where
// that loses what changed since.
func (w *Words) GiveBack(anyway bool) string {
	if anyway {
		return w.permission.giveBackAnyway
	}
	return w.permission.giveBack
}

// Keeps says that a safety copy is made before an answer that allows.
func (w *Words) Keeps() string { return w.permission.keeps }

// Copying says that a safety copy is being made.
func (w *Words) Copying() string { return w.permission.copying }

// NoCopy says why no safety copy could be made, and what to do.
func (w *Words) NoCopy(why string) string { return w.sprintf(w.permission.noCopy, why) }
