// Package discover finds what is on this computer: the PATH that the person's
// terminal has, which a program started from a desktop often lacks, and the
// agents that are installed.
package discover
