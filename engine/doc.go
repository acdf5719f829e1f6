// Package engine is everything below the window: agents, conversations,
// permissions. Commands go down as method calls that never wait; state comes
// up as one immutable [Snapshot]; nothing else crosses. It never imports Gio.
//
// How it holds together:
//
//   - All state is in one struct behind one lock, and changes only in
//     Engine.update. OnChange is called after the lock is free.
//   - An agent's reader applies what the agent says itself, in the order of
//     the stream (process.go), so that the response that ends a turn finds all
//     that was said before it. Nothing that the reader calls may wait.
//   - updates.go is the only translation from the wire to the state. Nothing
//     of the wire goes further up, but for enums and small values.
//   - A turn has a goroutine (turn.go) that takes the agent, opens or resumes
//     the conversation's session (session.go), and waits for the answer.
//     What is sent meanwhile is queued; the goroutine goes on with it.
//   - session/cancel is sent only while a prompt is with the agent, and the
//     next prompt leaves only after the cancelled one was answered.
//   - A permission request is registered by the reader and answered later, by
//     whoever takes it first: the person, Stop, the agent that withdraws it,
//     or the end of its process.
//   - Text that the person typed is in the queue or in the log at any moment;
//     what the agent did not get is marked as not sent.
package engine
