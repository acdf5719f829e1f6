// Package textrows lays out long monospaced text, such as a comparison or the
// output of a tool, as rows of a transcript.
//
// A [Source] is the text as lines; it makes them when they are asked for. A
// [Row] is some of these lines: what is laid out and recorded at once, and what
// a transcript selects from. So a text of any length costs what is seen of it.
//
// Text runs from left to right. Every character is seen: tabs as spaces,
// characters that are invisible or turn the text round as their code points.
// Lines that are too wide go on in the next line.
package textrows
