// Package first is the page that a first run begins with, while there is no
// configuration: the agents found on this computer, each to be added or tried,
// and the built-in guide.
//
// Nothing is written to the disk before the person has seen what would be, and
// has asked for it.
package first
