// Package prefs keeps what the program remembers between runs: the last
// configuration file opened and what the window looked like.
package prefs

import "cmp"

// Resolve says which configuration file to use: the flag's, else the
// environment's, else the last one opened, else the one at the default place.
func Resolve(flag, env, last, fallback string) string {
	return cmp.Or(flag, env, last, fallback)
}
