// Package codeedit is a field for text with a grammar: line numbers, colours,
// marks with their sentences, completion, matching brackets, find and replace.
// It knows no grammar but through a [Language], and nothing of what a text is
// about: marks, candidates and explanations are given to it, each for a version
// of the text.
//
// Gio's own editor shapes and indexes its whole text at each key: 6 ms at 900
// lines, 70 ms at 2,000. This one knows where lines begin, shapes those in view
// alone and keeps what did not change, so that a key costs the same in a text
// of any length. All its lines are equally high and none is wrapped.
//
// The text and what is done to it (buffer.go, document.go, edit.go, move.go)
// know nothing of Gio. Keys, the pointer and the input method come in by
// input.go and ime.go, and the rest draws. Offsets are bytes of the text; only
// ime.go counts in code points, as Gio's events do.
package codeedit
