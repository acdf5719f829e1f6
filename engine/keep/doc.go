// Package keep makes safety copies of files before a command that a person
// allows may lose them, and gives them back.
//
// A copy is a folder of its own: files as they were, and a list of where they
// belong. It is made under another name and renamed when it is whole, so that
// a program killed at any moment leaves no copy or a whole one. Nothing
// outside that folder is written but by [Store.GiveBack].
package keep
