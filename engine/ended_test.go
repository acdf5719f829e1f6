package engine

import (
	"testing"
	"testing/synctest"

	"sidekicks/engine/acp/acptest"
)

// failsIdle is an agent that answers a message and fails once told to.
func failsIdle(fail <-chan struct{}) acptest.Script {
	return acptest.Raw(func(w *acptest.Wire) {
		prompt := opened(w)
		says(w, chunk("well"))
		w.Reply(prompt, `{"stopReason":"end_turn"}`)
		<-fail
	})
}

// The conversation tells that the agent's program failed, with what it said,
// whether or not it was answering.
func TestTheEndOfAnIdleAgentIsTold(t *testing.T) {
	var fail chan struct{}
	each(t, func(_ string, n int) acptest.Script {
		if n > 1 {
			return serve(echo)
		}
		return failsIdle(fail)
	}, func(l *lab) {
		fail = make(chan struct{})
		l.send("one")
		close(fail)
		synctest.Wait()
		const ended = `
			user
			"one"
			agent end_turn
			"well"
			system agent-unavailable failed exited 1`
		l.expect(ended)
		l.send("two")
		l.expect(ended + `
			system agent-restarted
			-----
			user
			"two"
			agent end_turn
			"echo two"`)
	})
}
