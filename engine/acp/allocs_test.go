//go:build !race

package acp_test

import (
	"strings"
	"testing"

	"sidekicks/engine/acp"
)

// TestChunkAllocations pins what a plain chunk costs: its text and, for one in
// many lines, what the decoder keeps.
func TestChunkAllocations(t *testing.T) {
	const n = 20_000
	h := &counting{}
	allocs := testing.AllocsPerRun(1, func() {
		line := chunk("a fragment of the answer, a little longer than a token") + "\n"
		<-acp.NewConn(&repeat{strings.Repeat(line, 10), n * len(line)}, h, acp.ConnOptions{}).Done()
	})
	if h.n != 2*n { // AllocsPerRun warms up with one run
		t.Fatalf("%d updates", h.n)
	}
	if perLine := allocs / n; perLine > 2.1 {
		t.Errorf("%.2f allocations a line", perLine)
	}
}
