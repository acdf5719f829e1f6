package cli

import "sidekicks/app/i18n"

// visible shows what could control a terminal, hide or reorder text as code
// points, in characters that every terminal has.
func visible(s string) string { return i18n.Visible(s, "<", ">") }
