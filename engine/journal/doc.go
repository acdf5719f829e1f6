// Package journal keeps what a person decided, a line a decision, in a file
// that can be opened with anything. A line is a JSON object. A person may read
// it in the window; nothing is decided by it.
package journal
