package chat

import (
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"sidekicks/engine/conversation"
	"sidekicks/widgets/textrows"
	"sidekicks/widgets/transcript"
)

// A match is a place in the conversation where what is looked for stands.
type match struct {
	key        transcript.Key
	start, end int // in the row's text; both 0 in a row without one
}

// A passage is a text that can be searched, and the row that shows it.
type passage struct {
	key        transcript.Key
	text       string
	selectable bool // what is found can be marked in the row
}

// matchesIn finds a word in passages. It may be called on any goroutine, and ends
// early when stop is set, with what is of no use any more.
func matchesIn(passages []passage, word []rune, stop *atomic.Bool) (out []match) {
	for _, p := range passages {
		if stop.Load() {
			return nil
		}
		for at := 0; ; {
			start, end := indexFold(p.text, word, at)
			if start < 0 {
				break
			}
			if !p.selectable {
				out = append(out, match{key: p.key})
				break
			}
			out, at = append(out, match{p.key, start, end}), end
		}
	}
	return out
}

// passages are all that a message says, row by row as if nothing were folded, in
// the order of their keys.
func (s *message) passages() (out []passage) {
	rows := func(rows []transcript.Row) {
		for _, r := range rows {
			if r.Text != nil {
				out = append(out, passage{r.Key, r.Text.Text(), true})
			}
		}
	}
	for i, p := range s.msg.Parts {
		if i >= len(s.parts) {
			break // of the person
		}
		state := s.parts[i]
		switch p := p.(type) {
		case conversation.Thought:
			state.doc.SetText(p.Markdown, !p.End.IsZero())
			for b, block := range state.doc.Blocks {
				out = append(out, passage{s.key(i, 1+b), block.Text(), true})
			}
		case *conversation.Tool:
			if p.InPlan() {
				continue
			}
			out = append(out, passage{s.key(i, 0), state.body.subject, false})
			for n, sec := range state.body.sections {
				out = s.appendLines(out, i, n, sec)
			}
		case *conversation.Decision:
			out = append(out, passage{s.key(i, 0), p.About, false})
		case *conversation.Plan:
			for _, e := range p.Entries {
				out = append(out, passage{s.key(i, 0), e.Content, false})
			}
		default:
			rows(state.rows)
		}
	}
	rows(s.end)
	return out
}

// appendLines appends the rows of the n-th section of a tool call.
func (s *message) appendLines(to []passage, part, n int, sec *section) []passage {
	lines := sec.lines
	if sec.kind != changeSection {
		lines, _, _ = sec.output.Rows(true)
	}
	for _, r := range lines {
		to = append(to, passage{s.key(part, linesKey(n, r)), r.Said(), true})
	}
	return to
}

// linesKey is the Block of a row of lines in the n-th section of a tool call.
func linesKey(n int, r *textrows.Row) int {
	return (n+1)*blocksOfSection + linesBlock + 2*(r.First/textrows.RowLines)
}

func (s *message) key(part, block int) transcript.Key {
	return transcript.Key{Message: uint64(s.msg.ID), Part: part, Block: block}
}

// unfold shows the row of a match.
func (s *message) unfold(m match) {
	if m.key.Part >= min(len(s.parts), len(s.msg.Parts)) || m.key.Block == 0 {
		return
	}
	state := s.parts[m.key.Part]
	switch s.msg.Parts[m.key.Part].(type) {
	case conversation.Thought:
		state.fold.Open = true
	case *conversation.Tool:
		state.fold.Open = true
		if n := m.key.Block/blocksOfSection - 1; n >= 0 && n < len(state.body.sections) && !state.body.sections[n].shows(n, m.key.Block) {
			state.body.sections[n].open = true
		}
	default: // nothing of the others is folded
		return
	}
	s.view.rebuild(s, m.key.Part)
}

// shows tells whether a row of lines is among those that are shown.
func (sec *section) shows(n, block int) bool {
	head, tail, _ := sec.rows()
	for _, rows := range [][]*textrows.Row{head, tail} {
		for _, r := range rows {
			if linesKey(n, r) == block {
				return true
			}
		}
	}
	return false
}

// folded are the characters of a word, each in its lower case.
func folded(word string) []rune {
	out := []rune(word)
	for i, r := range out {
		out[i] = unicode.ToLower(r)
	}
	return out
}

// indexFold is where a folded word stands in a text from an offset on, whatever
// its case; -1 when it does not.
func indexFold(text string, word []rune, from int) (start, end int) {
	if len(word) == 0 {
		return -1, -1
	}
	for i := from; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		if unicode.ToLower(r) == word[0] {
			if n := prefixFold(text[i+size:], word[1:]); n >= 0 {
				return i, i + size + n
			}
		}
		i += size
	}
	return -1, -1
}

// prefixFold is how many bytes a folded word takes at the beginning of a text,
// -1 when the text begins otherwise.
func prefixFold(text string, word []rune) int {
	n := 0
	for _, w := range word {
		r, size := utf8.DecodeRuneInString(text[n:])
		if size == 0 || unicode.ToLower(r) != w {
			return -1
		}
		n += size
	}
	return n
}
