package chat

import (
	"context"
	"maps"
	"slices"
	"strings"

	"gioui.org/layout"

	"sidekicks/engine/conversation"
	"sidekicks/engine/files"
	"sidekicks/widgets/composer"
)

// mentions are the files that a message names with @.
type mentions struct {
	chosen  map[string]bool // paths that were chosen from the list
	listing files.Listing
	state   listingState
	sought  string // what paths go with
	paths   []string
	finding bool
}

type listingState uint8

const (
	notListed listingState = iota
	listingFiles
	listed
)

const (
	offeredFiles = 50
	foundAtOnce  = 5_000 // files that are looked through in the frame
)

// send sends what is written. The field is emptied only once the engine has it.
func (v *view) send(gtx layout.Context) {
	if v.composer.Empty() {
		return
	}
	text, more := v.composer.Text(), v.attached()
	if strings.TrimSpace(text) == "" {
		text = ""
	}
	if !v.page.Engine.Send(v.key, text, more...) {
		v.page.Remark(gtx.Now, v.page.Words.NotTaken)
		return
	}
	v.composer.Clear()
	v.recalled, v.mentions.chosen = 0, nil
	v.transcript.ScrollToEnd()
}

// attached is what goes with the text: what was pasted, and the files it names.
func (v *view) attached() []conversation.ContentBlock {
	out := pasted(&v.composer)
	text := v.composer.Text()
	l := files.Listing{Root: v.subject.Agent.Workspace}
	for _, path := range v.mentions.in(text) {
		out = append(out, conversation.ContentBlock{Type: "resource_link", URI: l.URI(path), Name: path})
	}
	return out
}

// pasted are the long texts that were pasted into a field.
func pasted(c *composer.Composer) []conversation.ContentBlock {
	var out []conversation.ContentBlock
	for _, text := range c.Pasted() {
		out = append(out, conversation.ContentBlock{Type: "text", Text: text})
	}
	return out
}

// in are the paths that a text names: those that were chosen, and what is
// written like one of the files that were last listed.
func (m *mentions) in(text string) []string {
	named := map[string]bool{}
	for path := range m.chosen {
		named[path] = strings.Contains(text, "@"+path)
	}
	for _, word := range strings.Fields(text) {
		if path, ok := strings.CutPrefix(word, "@"); ok && slices.Contains(m.listing.Paths, path) {
			named[path] = true
		}
	}
	maps.DeleteFunc(named, func(_ string, in bool) bool { return !in })
	return slices.Sorted(maps.Keys(named))
}

// compose puts a text, and what went with it, before what is being written,
// which it never replaces.
func (v *view) compose(text string, more ...conversation.ContentBlock) {
	if v.composer.Text() != "" {
		text += "\n\n" + v.composer.Text()
	}
	v.composer.SetText(text)
	for _, b := range more {
		switch b.Type {
		case "text":
			v.composer.Attach(b.Text)
		case "resource_link":
			v.choose(b.Name)
		}
	}
}

func (v *view) choose(path string) {
	if v.mentions.chosen == nil {
		v.mentions.chosen = map[string]bool{}
	}
	v.mentions.chosen[path] = true
}

// recall writes an earlier message of the person into the field: step 1 is the
// one before that which is there, -1 the one after.
func (v *view) recall(messages []*conversation.Message, step int) {
	n := v.recalled + step
	if n <= 0 {
		v.recalled = 0
		v.composer.SetText("")
		return
	}
	if text, ok := typedBefore(messages, n); ok {
		v.recalled = n
		v.composer.Recall(text)
	}
}

// typedBefore is the text of the n-th last message of the person, from 1.
func typedBefore(messages []*conversation.Message, n int) (string, bool) {
	for i := len(messages) - 1; i >= 0; i-- {
		if messages[i].Role != conversation.User {
			continue
		}
		if text, _ := messages[i].Typed(); text != "" {
			if n--; n == 0 {
				return text, true
			}
		}
	}
	return "", false
}

// options are what can take the place of the word that is being written. more
// is said under them when there are more.
func (v *view) options() (options []composer.Option, more string) {
	switch word := v.composer.Word(); word.Sign {
	case '/':
		v.mentions.state = notListed
		return v.commandOptions(word.Text), ""
	case '@':
		options := v.fileOptions(word.Text)
		if len(options) == offeredFiles || v.mentions.listing.Part && len(options) > 0 {
			more = v.page.Words.MoreFiles
		}
		return options, more
	}
	v.mentions.state = notListed // the next word lists what is there then
	return nil, ""
}

// commandOptions are the agent's commands that go with what was typed: those
// that begin with it first.
func (v *view) commandOptions(typed string) []composer.Option {
	var begin, hold []composer.Option
	typed = strings.ToLower(typed)
	for _, c := range v.subject.Conversation.Commands {
		o := composer.Option{Text: "/" + c.Name, Detail: oneLine(c.Description)}
		if c.Input != nil {
			o.Wants = visible(c.Input.Hint)
		}
		switch name := strings.ToLower(c.Name); {
		case strings.HasPrefix(name, typed):
			begin = append(begin, o)
		case strings.Contains(name, typed):
			hold = append(hold, o)
		}
	}
	return append(begin, hold...)
}

// fileOptions are the files of the work folder that go with what was typed;
// none while they are looked for.
func (v *view) fileOptions(typed string) []composer.Option {
	m := &v.mentions
	if m.state == notListed {
		m.state, m.sought, m.paths = listingFiles, "", nil
		root := v.subject.Agent.Workspace
		v.page.away(func() func() {
			l := files.List(context.Background(), root)
			return func() { m.listing, m.state, m.paths = l, listed, l.Find("", offeredFiles) }
		})
	}
	if m.state != listed {
		return nil
	}
	if m.sought != typed {
		v.findFiles(typed)
	}
	if m.sought != typed {
		return nil
	}
	var out []composer.Option
	for _, p := range m.paths {
		out = append(out, composer.Option{Text: "@" + p})
	}
	return out
}

// findFiles finds the paths that go with what was typed; where there are many,
// away from the frame.
func (v *view) findFiles(typed string) {
	m := &v.mentions
	if len(m.listing.Paths) <= foundAtOnce {
		m.sought, m.paths = typed, m.listing.Find(typed, offeredFiles)
		return
	}
	if m.finding {
		return // what is typed meanwhile is looked for after it
	}
	m.finding = true
	l := m.listing
	v.page.away(func() func() {
		paths := l.Find(typed, offeredFiles)
		return func() { m.sought, m.paths, m.finding = typed, paths, false }
	})
}

// away does work away from the frame, or at once where that cannot be.
func (p *Page) away(work func() (apply func())) {
	if p.Away == nil {
		work()()
		return
	}
	p.Away(work)
}
