package desktop

import (
	"time"

	"golang.org/x/sys/windows"
)

// cpuTime returns the processor time this process has used, by all threads.
func cpuTime() time.Duration {
	var created, exited, kernel, user windows.Filetime
	if windows.GetProcessTimes(windows.CurrentProcess(), &created, &exited, &kernel, &user) != nil {
		return 0
	}
	return time.Duration(ticks(kernel)+ticks(user)) * 100
}

// ticks returns a duration's count of 100 ns, which a Filetime holds.
func ticks(t windows.Filetime) int64 {
	return int64(t.HighDateTime)<<32 | int64(t.LowDateTime)
}
