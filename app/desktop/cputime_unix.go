//go:build unix

package desktop

import (
	"syscall"
	"time"
)

// cpuTime returns the processor time this process has used, by all threads:
// software rendering spreads a frame over several.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
