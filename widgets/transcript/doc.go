// Package transcript shows a long list of rows that grows at its end, such as a
// conversation, and lets the person select text over all of them.
//
// A [Row] has an identity and a way to lay itself out; only rows in view are laid
// out. The view stays at the end when it is there, and otherwise keeps in place
// what is being read, whatever changes above or below it.
//
// The selection is kept as positions in the text of rows, so rows may be laid
// out again, grow, or leave the view without losing it.
package transcript
