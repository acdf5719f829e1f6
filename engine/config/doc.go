// Package config is the one place that knows the configuration file: its
// format, its defaults and its faults.
//
// A text becomes a tree with places (syntax.go, token.go), whatever is wrong
// with it. The tree is judged against schema.json, which alone knows keys,
// types, defaults and descriptions (validate.go), and against the rules that
// concern several values or the computer (rules.go). What nothing is wrong
// with becomes a Config (parse.go). The same tree serves who writes a text:
// Complete and Hover (complete.go), Set, AddAgent and Format (edit.go).
//
// All this is pure: the computer is seen only through the functions of an
// Env. Only Read, Load, Save, Sweep and a Watcher touch files; they wait for
// the disk, so a frame never calls them. Faults are codes with arguments and
// ranges, and those of the disk codes too (fault.go); their sentences are made
// in app/i18n.
package config
