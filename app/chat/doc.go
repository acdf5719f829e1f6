// Package chat is the page on which a person talks with an agent: the header,
// the conversation as rows, what waits for the person, and the composer.
//
// A [Page] keeps what belongs to the screen alone, by conversation: drafts,
// what is folded, where the view is. All else is in the snapshot that it is
// given each frame. What the person asks for goes to the [Engine] at once.
//
// A row of the transcript is one block of Markdown, one tool call, one plan:
// rows.go makes them and keeps them by message and version.
package chat
