// Package acp speaks the Agent Client Protocol, version 1: JSON-RPC 2.0, one
// JSON value a line, over any io.ReadWriteCloser. [Conn] is the client's side,
// [AgentConn] the agent's (the guide and the tests' scripted agents).
//
// The rules of this package:
//
//   - One reader applies everything in the order of the stream: it calls the
//     [Handler] itself, so nothing that the Handler does may wait.
//   - Decoding is lenient, as the protocol's schema asks: a bad optional field
//     is dropped, an unknown update is kept raw, never the whole message lost.
//   - An update is decoded by its discriminator alone, never guessed by shape.
//   - Writing has a queue of its own: an agent that stops reading never blocks
//     a caller.
//
// Source: https://agentclientprotocol.com/protocol/overview
package acp
