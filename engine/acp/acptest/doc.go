// Package acptest is an agent for tests: scripted, or played from what a real
// agent once said.
//
//   - [Start] runs a [Script] in the test's own process, over pipes in memory;
//     it works under testing/synctest.
//   - [Main] and [Command] run the same Script as a process of its own: the
//     test binary, executed again.
//   - [Serve] makes a Script of handlers, [Raw] of a function that reads and
//     writes lines as it likes, broken ones too.
//   - [Player] replays a [Transcript] and keeps what our side sent, to compare
//     with what the recording client did.
package acptest
