// Package i18n makes sentences for the person, in French and English, from the
// codes and arguments that the engine speaks in. It knows the engine's enums
// and not Gio, so that the window and the command line share it.
//
// A [Words] is made once with [For], passed down, and never changed. Sentences
// without arguments are its fields; the others are its methods. The words of
// an agent are data: they pass through untouched.
package i18n
