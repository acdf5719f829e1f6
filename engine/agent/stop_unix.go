//go:build !windows

package agent

import (
	"os/exec"
	"syscall"
)

// A group is what an agent runs, named by its leader, the agent: all that is in
// the agent's session, where the system tells that, else in its process group.
// What goes into a session of its own is none of it: a browser, which an agent
// opens for a sign-in, is not to end with the agent.
type group struct {
	id    int
	guard *Guard
}

// alone makes the command the leader of a group of its own: it is ended as a
// whole, the Ctrl+C of a terminal does not reach it, and it is not stopped for
// ever when it asks at the terminal: it has none.
func alone(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return nil
}

func start(cmd *exec.Cmd, guard *Guard) (*group, error) {
	seat := guard.begin()
	if seat != "" {
		cmd.Env = append(cmd.Env, seatVariable+seat)
	}
	if err := cmd.Start(); err != nil {
		guard.fail(seat)
		return nil, err
	}
	guard.join(cmd.Process.Pid, seat)
	return &group{cmd.Process.Pid, guard}, nil
}

// terminate is the middle step of the ladder. It tells whether there is one.
func (g *group) terminate() bool {
	signalGroup(g.id, syscall.SIGTERM)
	return true
}

func (g *group) kill() { signalGroup(g.id, syscall.SIGKILL) }

func (g *group) close() { g.guard.leave(g.id) }

// signalGroup has no error worth telling: who is not there needs no signal.
// While a group has members its number is not given to another.
func signalGroup(id int, s syscall.Signal) {
	for _, group := range processGroups(id) {
		syscall.Kill(-group, s)
	}
}

func (g *group) empty() bool { return groupEmpty(g.id) }

func (g *group) memory() int64 { return groupMemory(g.id) }
