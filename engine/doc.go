// Package engine is everything below the window: agents, conversations,
// permissions. Commands go down as method calls that never wait; state comes
// up as one immutable [Snapshot]; nothing else crosses. It never imports Gio.
package engine
