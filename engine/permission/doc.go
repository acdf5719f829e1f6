// Package permission says what a tool call is about, and marks what could be
// lost by it: [Describe] makes a [Subject] of a call, with the findings of
// [Classify] for a command, and [Count] looks at what the targets hold.
//
// The package only adds words. It never allows anything, it never says that
// something is safe, and it runs nothing: a command is read by its syntax, not
// by looking for words in its text. Where a text cannot be read the finding is
// [Opaque]. Facts are codes with arguments; the sentences are app/i18n's.
//
// How a command is read: hidden.go refuses what would be shown otherwise than
// it is run; posix.go, powershell.go and cmd.go cut the text into calls;
// wrappers.go peels what only starts another command; rules*.go are tables of
// what a command does, a line each; code stands where a table cannot say it.
//
// A command that is not known yet gets a line in one of the tables, a form that
// is found in testdata/commands.tsv, and its everyday form in
// testdata/harmless.tsv, which is to find nothing. An act that is new needs its
// sentences in app/i18n, as a test there says.
package permission
