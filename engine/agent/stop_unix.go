//go:build !windows

package agent

import (
	"os/exec"
	"syscall"
)

// A group is a process group, named by its leader: the agent.
type group struct {
	id    int
	guard *Guard
}

// alone makes the command the leader of a group of its own: it is ended as a
// whole, and the Ctrl+C of a terminal does not reach it.
func alone(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
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
func signalGroup(id int, s syscall.Signal) { syscall.Kill(-id, s) }

func (g *group) empty() bool { return groupEmpty(g.id) }

func (g *group) memory() int64 { return groupMemory(g.id) }
