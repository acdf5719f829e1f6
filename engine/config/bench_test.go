package config

import (
	"fmt"
	"strings"
	"testing"
)

// longText is a sound configuration of about so many lines.
func longText(lines int) []byte {
	var b strings.Builder
	b.WriteString("{\n  \"agent_servers\": {\n")
	for i := range (lines - 6) / 8 {
		fmt.Fprintf(&b, "    \"Agent %d\": { // the crew\n      \"command\": \"opencode\",\n      \"args\": [\"acp\"],\n      \"env\": {\"LEVEL\": \"%d\"},\n"+
			"      \"workspace\": \"~/projects/%d\",\n      \"idle_timeout\": \"10m\",\n      \"description\": \"Looks after ship %d\"\n    },\n", i, i, i, i)
	}
	b.WriteString("  },\n  \"sidekicks\": {\n    \"theme\": \"dark\"\n  }\n}\n")
	return []byte(b.String())
}

func BenchmarkCheck(b *testing.B) {
	for _, lines := range []int{100, 900, 20000} {
		text := longText(lines)
		b.Run(fmt.Sprintf("lines=%d", lines), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if HasErrors(Check(text, Env{Home: "/home/me"})) {
					b.Fatal("the text is sound")
				}
			}
		})
	}
}
