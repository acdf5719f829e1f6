package agent

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// groupEmpty does not count the dead that nobody has waited for: in a
// container the first process may never do it. It looks twice, for one look is
// not of one moment: a process that started after the list was made is missed,
// and its parent may have ended before it was its turn.
func groupEmpty(id int) bool {
	if syscall.Kill(-id, 0) != nil {
		return true
	}
	for range 2 {
		if len(members(id)) > 0 {
			return false
		}
	}
	return true
}

// members lists the living processes of a group.
func members(id int) []string {
	var found []string
	for _, pid := range processes() {
		if state, group := stat(pid); group == id && state != "Z" && state != "X" {
			found = append(found, pid)
		}
	}
	return found
}

// groupsOfSeat gives the groups of the processes that have the seat in the
// environment with which they were started.
func groupsOfSeat(seat string) []int {
	mark := []byte("\x00" + seatVariable + seat + "\x00")
	var found []int
	for _, pid := range processes() {
		env, _ := os.ReadFile("/proc/" + pid + "/environ")
		if _, group := stat(pid); group > 1 && bytes.Contains(append([]byte{0}, env...), mark) {
			found = append(found, group)
		}
	}
	return found
}

// processes lists the numbers of all there are.
func processes() []string {
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for i, dir := range dirs {
		dirs[i] = filepath.Base(dir)
	}
	return dirs
}

// stat is zero for a process that has just ended.
func stat(pid string) (state string, group int) {
	text, _ := os.ReadFile("/proc/" + pid + "/stat")
	return parseStat(text)
}

// parseStat reads the state and the process group of /proc/PID/stat. The name
// before them, in parentheses, may hold anything.
// Source: proc_pid_stat(5)
func parseStat(stat []byte) (state string, group int) {
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 3 {
		return "", 0
	}
	group, _ = strconv.Atoi(string(fields[2]))
	return string(fields[0]), group
}

// groupMemory is the group's proportional set size: what several of its
// processes share is counted once.
func groupMemory(id int) int64 {
	var sum int64
	for _, pid := range members(id) {
		rollup, _ := os.ReadFile("/proc/" + pid + "/smaps_rollup")
		sum += kilobytes(rollup, "\nPss:") << 10
	}
	return sum
}

func kilobytes(text []byte, key string) int64 {
	_, rest, _ := bytes.Cut(text, []byte(key))
	fields := bytes.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	n, _ := strconv.ParseInt(string(fields[0]), 10, 64)
	return n
}
