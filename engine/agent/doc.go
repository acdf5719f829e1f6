// Package agent runs agents: programs that speak the Agent Client Protocol on
// their standard input and output.
//
// [Options.Start] starts one process without a shell, greets it and returns it
// [Running]. [Manager] decides which agents run: it starts one when it is
// needed, stops it when it is idle or when another needs the room, and tells
// the state of each.
//
// The rules of this package:
//
//   - No process is left behind. An agent leads a session of its own (a Job
//     Object on Windows), and what is in it is ended as a whole: standard input
//     closed, a wait, SIGTERM, a wait, SIGKILL. What outlives the agent there is
//     ended too, on Linux in other process groups as well. What took a session
//     of its own meant to outlive the agent, and does: it may be the browser of
//     a sign-in. When this program itself is killed, a [Guard] does it; on
//     Windows the Job Object does.
//   - An agent that waits for the person is never stopped unasked, in a turn or
//     not: a question holds it as a lease does. One that works outside turns is
//     idle from when it last told of it.
//   - An agent's own handler of SIGTERM is given its time, for it may have a
//     model to unload.
//   - A start has no time limit: the first one of a program that downloads
//     itself takes minutes. It can be cancelled.
//   - Standard error is always read, so that an agent never blocks on it, and
//     its last lines are kept. What may be a secret is removed from all that
//     this package gives out to be read or logged.
package agent
