// Package logfile keeps the program's log: one file that a person can send
// along, of a bounded size, with the ones before it beside it.
package logfile
