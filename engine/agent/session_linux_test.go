package agent

import (
	"strconv"
	"testing"
	"time"
)

// Shells give what they run groups of its own.
func TestWhatAnAgentRunsInOtherGroupsIsEnded(t *testing.T) {
	for _, role := range []string{"jobs", "quitter"} {
		t.Run(role, func(t *testing.T) {
			present, read := newPresence(t)
			p := mustStart(t, Options{CloseStdin: never, Terminate: 50 * time.Millisecond}, entry(t, role, present))
			if role == "jobs" {
				expectCame(t, read, role, "linger", "linger")
				p.Stop()
			} else {
				expectCame(t, read, role, "linger")
			}
			<-p.Done()
			expectGone(t, read)
		})
	}
}

func TestAGuardEndsWhatAnAgentRunsInOtherGroups(t *testing.T) {
	present, read := newPresence(t)
	o := guarded(t)
	p := mustStart(t, o, entry(t, "deafjobs", present))
	expectCame(t, read, "deafjobs", "linger")
	o.Guard.Close() // as if this program had been killed
	expectGone(t, read)
	<-p.Done()
}

// In the session of the terminal that the program was started from, an agent
// that asks there, as ssh and sudo do for a password, is stopped by the system
// for ever; in its own it is told at once that there is no terminal.
func TestAnAgentHasASessionOfItsOwn(t *testing.T) {
	p := mustStart(t, quick, entry(t, "polite"))
	pid := p.cmd.Process.Pid
	if _, _, session := stat(strconv.Itoa(pid)); session != pid {
		t.Errorf("process %d is in session %d", pid, session)
	}
}

// A process that is halted, as by Ctrl+Z or a debugger, hears nothing but SIGKILL.
func TestAHaltedAgentIsEnded(t *testing.T) {
	present, read := newPresence(t)
	p := mustStart(t, quick, entry(t, "halted", present))
	expectCame(t, read, "halted", "linger")
	p.Stop()
	if got := p.Exit(); got.Signal != "killed" {
		t.Errorf("exit %+v", got)
	}
	expectGone(t, read)
}
