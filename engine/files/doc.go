// Package files lists the files of a work folder, without those that git
// ignores, and writes files for the person without ever replacing one unasked.
//
// All of it but [Homely] and [Absolute] waits for the disk: it is not for the frame.
package files
