// Package prefs keeps what the program remembers between runs: the last
// configuration files opened and what the window looked like. It also knows the
// folders in which the program's files lie, on each system (places.go).
package prefs
