package markdown

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/parser"
)

// A Document is one Markdown text that may still grow. The zero value is an
// empty text.
//
// What holds between calls of SetText:
//   - text[:from.offset] is finished: it made Blocks[:from.blocks], which change
//     no more, but for definitions of links and footnotes that come later.
//   - The tail, text[from.offset:], made the other blocks. It is parsed again
//     when the text grows, so it is kept short (see [resumption]).
//   - The blocks equal those that the whole text gives when it is parsed at once.
//   - Where much is parsed again, that is done when a share of it has been added:
//     so the cost of each byte does not grow with the text. See [Document.Behind].
type Document struct {
	Blocks []*Block // read only; valid until SetText is called again

	given    string // may go on after text
	text     string // as it was read
	complete bool
	from     resumption
	refs     []parser.Reference // defined in the finished text
	mentions mentions           // in the finished text
	listed   int                // blocks that Uncoloured has looked at
	late     []definition       // defined after the finished text, and mentioned in it
}

// SetText gives the document its text. A text that begins with the former one
// costs what was added and what the addition touches; any other is read afresh.
// While it is not complete, an unfinished mark at its end is held back.
func (d *Document) SetText(text string, complete bool) {
	d.given = text
	if d.mayWait(text) && !complete && !d.complete {
		return
	}
	d.read(text, complete)
}

// Behind reports whether the last text that was given has an end that the
// blocks do not show yet.
func (d *Document) Behind() bool { return len(d.given) > len(d.text) }

// CatchUp has the blocks show all of the text. It is for texts that have stopped
// growing for a while.
func (d *Document) CatchUp() { d.read(d.given, d.complete) }

// What is parsed again at each addition is at most soonRead bytes; of more, one
// in readShare must be new.
const (
	soonRead  = 8 << 10
	readShare = 64
)

// mayWait reports whether a text adds too little to what is read to be worth
// what reading it would cost.
func (d *Document) mayWait(text string) bool {
	const reference = 32 // bytes of text that cost as much
	again := len(d.text) - d.from.offset + reference*len(d.refs)
	return len(text)-len(d.text) < (again-soonRead)/readShare && strings.HasPrefix(text, d.text)
}

func (d *Document) read(text string, complete bool) {
	if text == d.text && complete == d.complete && d.Blocks != nil {
		return
	}
	// Strings that share their bytes compare at once: a growing text does.
	if !strings.HasPrefix(text, d.text) {
		d.restart()
	}
	d.text, d.complete = text, complete
	tree := d.parseTail()
	if d.mustRestart(tree) || !d.replaceTail(tree) {
		d.restart()
		d.replaceTail(d.parseTail())
	}
}

// restart forgets what is finished. Blocks are kept: those that stay the same
// keep their layout.
func (d *Document) restart() {
	d.from, d.refs, d.mentions, d.late, d.listed = resumption{}, nil, mentions{}, nil, 0
}

func (d *Document) parseTail() syntaxTree {
	source := append([]byte(d.from.context), d.text[d.from.offset:]...)
	tree := parse(source, d.refs)
	if d.complete {
		return tree
	}
	if shown := shownPart(source, tree); len(shown) != len(source) || string(shown) != string(source) {
		return parse(shown, d.refs)
	}
	return tree
}

// mustRestart reports whether the tail changes what is finished: it defines a
// link that is mentioned there in another way than before, or a footnote.
func (d *Document) mustRestart(tree syntaxTree) bool {
	if d.from.offset == 0 {
		return false
	}
	return tree.footnotes || !slices.Equal(d.mentions.among(definitions(tree, 0)), d.late)
}

// replaceTail makes blocks of the tail, and finishes what can be. It reports
// false, and does nothing, when the tail must begin elsewhere.
func (d *Document) replaceTail(tree syntaxTree) bool {
	contents, next, ok := flatten(tree, d.from)
	if !ok {
		return false
	}
	kept := d.from.blocks
	for i, c := range contents {
		if kept+i == len(d.Blocks) {
			d.Blocks = append(d.Blocks, new(Block))
		}
		d.Blocks[kept+i].set(c)
	}
	clear(d.Blocks[kept+len(contents):])
	d.Blocks = d.Blocks[:kept+len(contents)]
	arrange(d.Blocks, kept)
	if !tree.footnotes {
		d.finish(tree, next)
	}
	return true
}

// finish moves the end of the finished text to next.
func (d *Document) finish(tree syntaxTree, next resumption) {
	end := next.offset - d.from.offset + len(d.from.context)
	for _, def := range definitions(tree, 0) {
		if def.at < end {
			d.refs = append(d.refs, parser.NewReference([]byte(def.label), []byte(def.destination), nil))
		}
	}
	d.mentions.add(d.text[d.from.offset:next.offset])
	d.from = next
	d.late = d.mentions.among(definitions(tree, end))
}
