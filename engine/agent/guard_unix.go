//go:build !windows

package agent

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"sync"
	"syscall"
	"time"
)

// A guardProcess is told of each group by one line, "+ID" or "-ID".
type guardProcess struct {
	self string

	mu     sync.Mutex
	groups map[int]bool
	cmd    *exec.Cmd // nil before the first agent, and when it could not start
	pipe   io.WriteCloser
}

func newGuardProcess(self string) *guardProcess {
	return &guardProcess{self: self, groups: map[int]bool{}}
}

// begin sees that the guard runs before an agent starts, so that the time in
// which a new group is not yet known to it is as short as can be. Such an
// agent still reads the end of its input.
func (g *Guard) begin() {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.cmd == nil {
		g.startLocked()
	}
}

func (g *Guard) join(id int) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.groups[id] = true
	g.tellLocked("+%d\n", id)
}

func (g *Guard) leave(id int) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.groups, id)
	g.tellLocked("-%d\n", id)
}

// tellLocked writes to the guard; one that somebody killed is replaced.
func (g *guardProcess) tellLocked(format string, id int) {
	if g.cmd == nil {
		return
	}
	if _, err := fmt.Fprintf(g.pipe, format, id); err != nil {
		g.endLocked()
		g.startLocked()
	}
}

// startLocked starts the guard with the groups there are. Without a guard the
// agents run all the same.
func (g *guardProcess) startLocked() {
	cmd, err := guardCommand(g.self)
	if err != nil {
		return
	}
	pipe, err := cmd.StdinPipe()
	if err != nil {
		return
	}
	if cmd.Start() != nil {
		return
	}
	g.cmd, g.pipe = cmd, pipe
	for _, id := range slices.Sorted(maps.Keys(g.groups)) {
		fmt.Fprintf(pipe, "+%d\n", id)
	}
}

// guardCommand runs apart from the terminal, so that nothing that ends this
// program there ends its guard too, and without a display, so that no
// toolkit starts.
func guardCommand(self string) (cmd *exec.Cmd, err error) {
	if self == "" {
		self, err = os.Executable()
	}
	cmd = exec.Command(self, GuardCommand)
	cmd.Dir = "/"
	cmd.Env = withoutDisplay(os.Environ())
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return cmd, err
}

func (g *guardProcess) endLocked() {
	if g.cmd != nil {
		g.pipe.Close()
		g.cmd.Wait()
		g.cmd = nil
	}
}

// Close ends the guard and waits for it. Agents that still run are ended by it.
func (g *Guard) Close() {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.endLocked()
}

// The guard's ladder is short, for the program promises that nothing is left
// two seconds after it was killed. The agents' standard input has ended with it.
const (
	guardLeave     = 200 * time.Millisecond
	guardTerminate = 1200 * time.Millisecond
)

// RunGuard is the guard's process: it reads which groups come and go, and
// when in ends it ends those that are left.
func RunGuard(in io.Reader) {
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP) // it ends with the program
	groups := readGroups(in)
	if groupsLeave(groups, guardLeave) {
		return
	}
	signalAll(groups, syscall.SIGTERM)
	if !groupsLeave(groups, guardTerminate) {
		signalAll(groups, syscall.SIGKILL)
	}
}

// readGroups reads to the end and gives the groups that are left. Numbers that
// are no group's mean others to kill(2), such as every process there is.
func readGroups(in io.Reader) map[int]bool {
	groups := map[int]bool{}
	for lines := bufio.NewScanner(in); lines.Scan(); {
		var sign rune
		var id int
		if _, err := fmt.Sscanf(lines.Text(), "%c%d", &sign, &id); err != nil || id <= 1 {
			continue
		}
		switch sign {
		case '+':
			groups[id] = true
		case '-':
			delete(groups, id)
		}
	}
	return groups
}

func signalAll(groups map[int]bool, s syscall.Signal) {
	for id := range groups {
		signalGroup(id, s)
	}
}

// groupsLeave waits until no group is left, taking those that ended out.
func groupsLeave(groups map[int]bool, d time.Duration) bool {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(d); time.Now().Before(end); <-tick.C {
		maps.DeleteFunc(groups, func(id int, _ bool) bool { return groupEmpty(id) })
		if len(groups) == 0 {
			return true
		}
	}
	return false
}
