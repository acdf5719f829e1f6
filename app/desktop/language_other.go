//go:build !unix || darwin

package desktop

import "gioui.org/x/pref/locale"

// Languages returns the languages the person prefers, best first, as BCP 47
// tags; empty when the system does not say.
func Languages() []string {
	tag, err := locale.Language()
	if err != nil {
		return nil
	}
	return []string{tag.String()}
}
