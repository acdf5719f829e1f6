package cli

import "sidekicks/app/i18n"

// visible shows what could control a terminal, hide or reorder text as code
// points, in characters that every terminal has.
func visible(s string) string { return i18n.Visible(s, "<", ">") }

// oneLine keeps the agent's words on the line that they belong to: what begins a
// line is the program's.
func oneLine(s string) string { return i18n.VisibleInLine(s, "<", ">") }
