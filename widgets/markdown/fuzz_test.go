package markdown

import (
	"testing"
)

// Any text, cut anywhere, gives the same blocks in parts as at once.
func FuzzStream(f *testing.F) {
	for _, e := range examples(f) {
		f.Add(e.Markdown, uint8(3))
	}
	for _, text := range corpus(f) {
		f.Add(text[:min(len(text), 600)], uint8(40))
	}
	f.Fuzz(func(t *testing.T, text string, step uint8) {
		if len(text) > 2000 {
			return
		}
		streams(t, text, max(1, int(step), len(text)/40))
	})
}
