// Package prefs keeps what the program remembers between runs: the last
// configuration file opened and what the window looked like.
package prefs
