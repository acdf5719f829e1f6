//go:build unix && !darwin

package desktop

import "os"

// Languages returns the languages the person prefers, best first, as the
// system spells them; empty when it does not say.
//
// Source: https://www.gnu.org/software/gettext/manual/html_node/Locale-Environment-Variables.html
func Languages() []string { return languages(os.Getenv) }
