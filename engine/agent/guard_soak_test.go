//go:build soak && linux

package agent

import (
	"bytes"
	"math/rand/v2"
	"os"
	"testing"
	"time"
)

// TestKilledAtRandomMoments kills a program while it starts its agents or when
// it has, and looks for what it left in the environments of all processes.
func TestKilledAtRandomMoments(t *testing.T) {
	const promise = 2 * time.Second
	for i := range 100 {
		cmd, _, mark := startProgram(t)
		moment := rand.N(150 * time.Millisecond)
		time.Sleep(moment)
		kill(t, cmd)
		killed := time.Now()
		var left []string
		for {
			if left = marked(mark); len(left) == 0 || time.Since(killed) > promise {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Logf("%d: killed after %v, all gone after %v", i, moment, time.Since(killed))
		if len(left) > 0 {
			t.Errorf("left after %v: %q", promise, left)
		}
	}
}

// marked lists the processes that have the mark in their environment.
func marked(mark string) []string {
	var found []string
	for _, pid := range processes() {
		env, _ := os.ReadFile("/proc/" + pid + "/environ")
		if bytes.Contains(env, []byte(mark)) {
			line, _ := os.ReadFile("/proc/" + pid + "/cmdline")
			found = append(found, pid+" "+string(bytes.ReplaceAll(line, []byte{0}, []byte{' '})))
		}
	}
	return found
}
