// Package composer is the field in which a message is written: Enter or
// Ctrl+Enter sends, Up in an empty field recalls, and confirming the word of
// an input method sends nothing.
package composer
