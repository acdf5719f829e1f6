// Package typeset makes text into lines of glyphs and knows where each
// character of them stands: what Markdown, comparisons and the output of tools
// are drawn with.
//
// A [Shaping] makes glyphs of a text ([Shaping.Shape]), breaks them into lines
// ([Shaping.BreakLines]), places each line from left to right ([Shaping.Runs])
// and draws it ([Shaping.Paint]). A [Line] notes where its characters stand,
// for clicks ([Offset]) and the selection ([Regions]).
//
// In an exact [Face] every character is seen: those that are invisible or turn
// the text round are drawn as their code points, tabs as spaces.
package typeset
