// Package composer is the field in which a message is written: Enter or
// Ctrl+Enter sends, Up in an empty field recalls, and confirming the word of
// an input method sends nothing. A long text that is pasted is kept beside the
// field as a chip, since an editor is slow with it; a word that begins with a
// sign can be completed from options that the page gives.
package composer
