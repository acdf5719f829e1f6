// Package i18n makes sentences for the person, in each language, from the
// codes and arguments that the engine speaks in. It knows the engine's enums
// and not Gio, so that the window and the command line share it.
//
// A [Words] is made once with [For], passed down, and never changed. Sentences
// without arguments are its fields; the others are its methods. The words of
// an agent are data: they pass through untouched.
//
// A sentence is a field of a table and stands once in each language. A further
// language is a table of each kind, a line of languages in words.go, and its
// titles and descriptions in engine/config/schema.json with its name among the
// values of sidekicks.language; tests tell what it lacks. (The guide has its
// own texts, in engine/guide.)
package i18n
