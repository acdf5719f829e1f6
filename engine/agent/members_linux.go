package agent

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// groupEmpty tells whether nothing is left of a session. It does not count the
// dead that nobody has waited for: in a container the first process may never do
// it. It looks twice, for one look is not of one moment: a process that started
// after the list was made is missed, and its parent may have ended before it was
// its turn.
func groupEmpty(id int) bool {
	for range 2 {
		if len(members(id)) > 0 {
			return false
		}
	}
	return true
}

// A member is a living process of a group, as /proc names it, with its process
// group.
type member struct {
	pid          string
	processGroup int
}

func members(id int) []member {
	var found []member
	for _, pid := range processes() {
		if state, group, session := stat(pid); session == id && state != "Z" && state != "X" {
			found = append(found, member{pid, group})
		}
	}
	return found
}

// processGroups are those of the members, each once: shells give what they run
// groups of its own. It looks twice, as groupEmpty does.
func processGroups(id int) []int {
	var groups []int
	for range 2 {
		for _, m := range members(id) {
			groups = append(groups, m.processGroup)
		}
	}
	slices.Sort(groups)
	return slices.Compact(groups)
}

// groupsOfSeat gives the groups of the processes that have the seat in the
// environment with which they were started.
func groupsOfSeat(seat string) []int {
	mark := []byte("\x00" + seatVariable + seat + "\x00")
	var found []int
	for _, pid := range processes() {
		env, _ := os.ReadFile("/proc/" + pid + "/environ")
		if _, _, session := stat(pid); session > 1 && bytes.Contains(append([]byte{0}, env...), mark) {
			found = append(found, session)
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
func stat(pid string) (state string, group, session int) {
	text, _ := os.ReadFile("/proc/" + pid + "/stat")
	return parseStat(text)
}

// parseStat reads the state, the process group and the session of
// /proc/PID/stat. The name before them, in parentheses, may hold anything.
// Source: proc_pid_stat(5)
func parseStat(stat []byte) (state string, group, session int) {
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 4 {
		return "", 0, 0
	}
	group, _ = strconv.Atoi(string(fields[2]))
	session, _ = strconv.Atoi(string(fields[3]))
	return string(fields[0]), group, session
}

// groupMemory is the group's proportional set size: what several of its
// processes share is counted once.
func groupMemory(id int) int64 {
	var sum int64
	for _, m := range members(id) {
		rollup, _ := os.ReadFile("/proc/" + m.pid + "/smaps_rollup")
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
