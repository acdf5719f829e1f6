// Package journal keeps what a person decided, a line a decision, in a file
// that can be opened with anything. A line is a JSON object; nothing in the
// program reads it back.
package journal
