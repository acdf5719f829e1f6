// Package diff compares two texts and shows what changed, line by line.
//
// [Compare] is pure: it finds the changed lines with those around them, and
// says as a [Note] what is not about lines: that the file is new, that only its
// line ends changed. [Diff.Rows] are the lines as rows of a transcript; words
// that changed inside a line are marked when the line is laid out.
//
// Its cost is bounded: linear in the length of the texts, whatever they hold.
package diff
