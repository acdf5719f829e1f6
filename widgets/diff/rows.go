package diff

import (
	"image/color"
	"strconv"

	"sidekicks/theme"
	"sidekicks/widgets/textrows"
)

// Rows are the lines as rows of a transcript.
func (d *Diff) Rows() []*textrows.Row { return d.RowsFrom(1) }

// RowsFrom are the lines of texts that are a part of a file, as rows: first is
// the number in it of their first line; with 0 they have no numbers.
func (d *Diff) RowsFrom(first int) []*textrows.Row {
	digits := 1
	if first > 0 {
		digits = len(strconv.Itoa(d.longest + first - 1))
	}
	return textrows.Rows(source{d, first}, 0, len(d.Lines), digits)
}

// A source hands out the lines of a Diff as they are shown.
type source struct {
	*Diff
	first int
}

func (s source) Lines(first, count int) []textrows.Line {
	out := make([]textrows.Line, 0, count)
	for i := first; i < first+count; i++ {
		out = append(out, s.line(i))
	}
	return out
}

// Plain is without the changed words, which cost the most.
func (s source) Plain(first, count int) string {
	lines := make([]textrows.Line, count)
	for i := range lines {
		lines[i] = s.plain(first + i)
	}
	return textrows.Join(lines)
}

func (s source) plain(i int) textrows.Line {
	l := s.Diff.Lines[i]
	return textrows.Line{Text: l.Text, Joined: l.Number == 0 && l.Kind != Gap, Ground: uint8(l.Kind)}
}

func (s source) line(i int) textrows.Line {
	l, out := s.Diff.Lines[i], s.plain(i)
	if l.Number > 0 && s.first > 0 {
		out.Number = l.Number + s.first - 1
	}
	switch l.Kind {
	case Added:
		out.Sign = "+"
	case Removed:
		out.Sign = "−"
	case Gap:
		out.Sign = "⋯"
	}
	if out.Joined {
		out.Sign = ""
	}
	if l.pair == 0 {
		return out
	}
	other := s.Diff.Lines[i+int(l.pair)].Text
	if l.Kind == Removed {
		out.Spans, _ = changedWords(l.Text, other)
	} else {
		_, out.Spans = changedWords(other, l.Text)
	}
	for i := range out.Spans {
		out.Spans[i].Ink *= uint16(l.Kind) // of the changed words of its kind
	}
	return out
}

func (s source) Ink(th *theme.Theme, ink uint16) textrows.Ink {
	k := textrows.Ink{Color: th.Text}
	switch Kind(ink) {
	case Added:
		k.Ground = th.AddedWord
	case Removed:
		k.Ground = th.RemovedWord
	}
	return k
}

func (s source) Ground(th *theme.Theme, ground uint8) color.NRGBA {
	switch Kind(ground) {
	case Added:
		return th.Added
	case Removed:
		return th.Removed
	}
	return color.NRGBA{}
}
