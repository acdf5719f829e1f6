// Package guide is the agent that comes with the program: a real ACP agent
// that answers a fixed set of words with every kind of content a conversation
// can hold. It has no model behind it and opens no file, no command and no
// connection: what its tools tell is made up, and its answers say so.
//
// A person tries the program with it; tests drive the program with it. It
// answers in English or French, in the language it is written to, and in that of
// the computer until that is known. It keeps nothing when it ends, and so offers
// neither session/load nor session/resume.
package guide
