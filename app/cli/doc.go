// Package cli holds the subcommands, which need no display: a second face on
// the same engine. [Ask] has one conversation with one agent; [Check] reads a
// configuration file and tells its problems, whose format [Schema] prints;
// [Explain] says what a command may lose.
//
// The answer goes to standard output and nothing else does; what the program
// itself has to say, and what the agent does beside answering, goes to
// standard error. Sentences come from app/i18n.
package cli
