// Package crash keeps what the Go runtime says when the program ends by a fault
// of its own, for the next start to tell. Nothing is sent anywhere.
//
// Each running program has a file of its own in the state folder, which it
// holds locked and removes at its end. A file that is not locked was left by a
// program that is gone: with a fault in it, or by one that was killed.
package crash
