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
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A guardProcess is told by lines: "?SEAT" when an agent is about to start,
// "+ID SEAT" when it leads the group ID, "!SEAT" when it did not start, "-ID"
// when nothing of the group is left.
type guardProcess struct {
	self string

	mu     sync.Mutex
	groups map[int]bool
	seats  map[string]bool // of the starts that go on
	cmd    *exec.Cmd       // nil before the first agent, and when it could not start
	pipe   io.WriteCloser
}

func newGuardProcess(self string) *guardProcess {
	return &guardProcess{self: self, groups: map[int]bool{}, seats: map[string]bool{}}
}

// seatVariable marks the environment of an agent with its seat. A program that
// is killed between the start of an agent and telling of it leaves one whose
// group nobody knows: where the system shows environments it is found by this.
const seatVariable = "SIDEKICKS_SEAT="

// begin says that an agent is about to start. The seat is its name until join
// or fail; the guard runs from here on.
func (g *Guard) begin() (seat string) {
	if g == nil {
		return ""
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	seat = fmt.Sprintf("%d.%d", os.Getpid(), time.Now().UnixNano())
	g.seats[seat] = true
	if g.cmd == nil {
		g.startLocked()
	} else {
		g.tellLocked("?" + seat)
	}
	return seat
}

func (g *Guard) join(id int, seat string) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.seats, seat)
	g.groups[id] = true
	g.tellLocked(fmt.Sprintf("+%d %s", id, seat))
}

func (g *Guard) fail(seat string) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.seats, seat)
	g.tellLocked("!" + seat)
}

func (g *Guard) leave(id int) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.groups, id)
	g.tellLocked(fmt.Sprintf("-%d", id))
}

// tellLocked writes to the guard; one that somebody killed is replaced.
func (g *guardProcess) tellLocked(line string) {
	if g.cmd == nil {
		return
	}
	if _, err := fmt.Fprintln(g.pipe, line); err != nil {
		g.endLocked()
		g.startLocked()
	}
}

// startLocked starts the guard with the groups and the seats there are. Without a guard the
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
	for id := range g.groups {
		fmt.Fprintf(pipe, "+%d\n", id)
	}
	for seat := range g.seats {
		fmt.Fprintf(pipe, "?%s\n", seat)
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
// two seconds after it was killed, on a machine that has much to do too. The
// agents' standard input has ended with it.
const (
	guardLeave     = 100 * time.Millisecond
	guardTerminate = 900 * time.Millisecond
)

// RunGuard is the guard's process: it reads which groups come and go, and
// when in ends it ends those that are left.
func RunGuard(in io.Reader) {
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP) // it ends with the program
	w := readWard(in)
	if w.leaves(guardLeave) {
		return
	}
	w.signal(syscall.SIGTERM)
	if !w.leaves(guardTerminate) {
		w.signal(syscall.SIGKILL)
	}
}

// A ward is what a guard has to end.
type ward struct {
	groups map[int]bool
	seats  map[string]bool
}

// readWard reads to the end. Numbers that are no group's are left out: they
// have meanings for kill(2), such as every process there is.
func readWard(in io.Reader) ward {
	w := ward{map[int]bool{}, map[string]bool{}}
	for lines := bufio.NewScanner(in); lines.Scan(); {
		if line := lines.Text(); line != "" {
			w.read(line[0], line[1:])
		}
	}
	return w
}

func (w ward) read(sign byte, rest string) {
	number, seat, _ := strings.Cut(rest, " ")
	id, err := strconv.Atoi(number)
	switch {
	case sign == '?':
		w.seats[rest] = true
	case sign == '!':
		delete(w.seats, rest)
	case sign == '+' && err == nil && id > 1:
		w.groups[id] = true
		delete(w.seats, seat)
	case sign == '-':
		delete(w.groups, id)
	}
}

func (w ward) signal(s syscall.Signal) {
	for id := range w.groups {
		signalGroup(id, s)
	}
}

// leaves waits until nothing is left, taking out what has ended. An agent that
// was about to start may do so only now: its seat is looked for all the time.
func (w ward) leaves(d time.Duration) bool {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(d); time.Now().Before(end); <-tick.C {
		for seat := range w.seats {
			for _, id := range groupsOfSeat(seat) {
				w.groups[id] = true
			}
		}
		maps.DeleteFunc(w.groups, func(id int, _ bool) bool { return groupEmpty(id) })
		if len(w.groups) == 0 && len(w.seats) == 0 {
			return true
		}
	}
	return false
}
