// Package settings is the page on which the configuration file is written: its
// text, what is wrong with it as sentences with a fix to click, and what to do
// when another program changed the file meanwhile.
//
// The page judges nothing itself. After each change it asks the engine about
// the text, and takes the answer when a snapshot brings the one to the text as
// it then is. What is not saved stays on the page until the person saves or
// discards it.
package settings
