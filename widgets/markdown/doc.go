// Package markdown shows CommonMark and GFM text, also while it is still being
// written.
//
// A [Document] is one text; it is a flat list of [Block]s, each of which is
// laid out by itself: a heading, a paragraph, one item of a list, some rows of a
// table, some lines of code. A page makes one row of each block and lays out
// those in view:
//
//	doc.SetText(message.Markdown, finished)  // when the text changed
//	for i, b := range doc.Blocks { … }       // a row each, keyed by i
//	for e, ok := b.Update(gtx); ok; e, ok = b.Update(gtx) { … }
//	markdown.BlockOf(th, b).Layout(gtx)
//
// The index of a block is its identity: while a text grows, a block keeps its
// index, and the blocks of the finished part keep their pointers, their parsing
// and their layout.
//
// Code is coloured away from the frame: [Document.Uncoloured] says what has been
// closed, [Colour] finds the colours on any goroutine, and
// [Document.SetColours] shows them.
//
// Of a text that cannot be read in parts, such as a very long word, not every
// addition is read at once: [Document.Behind] says so, and [Document.CatchUp]
// has the end shown when no more comes.
//
// While a text is not complete, what it ends with is shown as if it ended
// there: see holdback.go. How little of it is parsed again: see resume.go, and
// paragraph.go for what is long in itself.
//
// Nothing is fetched: an image is its text with its address. Raw HTML is shown
// as it is written.
package markdown
