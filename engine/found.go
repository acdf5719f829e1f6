package engine

import (
	"context"
	"slices"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
)

// A FoundAgent is an agent that is installed on this computer.
type FoundAgent struct {
	config.Agent
	File  string // where it was found
	Trial Trial
}

// A Trial tells what TryAgent found.
type Trial struct {
	Running bool
	OK      bool                  // it started and answered
	Program string                // name and version as the agent tells them
	Failure *conversation.Failure // why it did not answer
}

// trialTime is how long an agent that is tried has to answer.
const trialTime = 30 * time.Second

// FindAgents looks for the agents that are installed on this computer, once.
// They come in the snapshot.
func (e *Engine) FindAgents() {
	e.update(func(*state) bool {
		e.goLocked(func() { e.found() })
		return false
	})
}

// found gives the agents on this computer. It may wait.
func (e *Engine) found() []FoundAgent {
	e.settings.looked.Do(func() {
		var list []FoundAgent
		if e.settings.options.Found != nil {
			list = e.settings.options.Found(e.ctx)
		}
		e.update(func(*state) bool {
			e.settings.view.Found, e.settings.view.Looked = list, true
			return true
		})
	})
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.settings.view.Found
}

func agentsOf(found []FoundAgent) []config.Agent {
	var out []config.Agent
	for _, f := range found {
		out = append(out, f.Agent)
	}
	return out
}

// TryAgent starts the agent of this name among those found, in the person's
// home folder, to see whether it answers, and ends it again. The outcome comes
// in the snapshot.
func (e *Engine) TryAgent(name string) {
	e.update(func(s *state) bool {
		found := e.settings.view.Found
		i := slices.IndexFunc(found, func(f FoundAgent) bool { return f.Name == name })
		if i < 0 || found[i].Trial.Running || s.closing {
			return false
		}
		a := found[i].Agent
		e.goLocked(func() { e.setTrial(name, e.try(a)) })
		return e.setTrialLocked(name, Trial{Running: true})
	})
}

func (e *Engine) setTrial(name string, t Trial) {
	e.update(func(*state) bool { return e.setTrialLocked(name, t) })
}

// setTrialLocked writes to a copy: snapshots have the list.
func (e *Engine) setTrialLocked(name string, t Trial) bool {
	list := slices.Clone(e.settings.view.Found)
	for i := range list {
		if list[i].Name == name {
			list[i].Trial = t
		}
	}
	e.settings.view.Found = list
	return true
}

// try waits until the agent has answered or failed, and nothing is left of it.
func (e *Engine) try(a config.Agent) Trial {
	if a.Workspace == "" {
		a.Workspace = e.settings.options.Env.Home
	}
	ctx, cancel := context.WithTimeout(e.ctx, trialTime)
	defer cancel()
	running, err := e.start(ctx, a, trialHandler{})
	switch {
	case ctx.Err() == context.DeadlineExceeded && err != nil:
		return Trial{Failure: &conversation.Failure{Code: conversation.FailedSilent}}
	case err != nil:
		return Trial{Failure: failureOf(err)}
	}
	t := Trial{OK: true, Program: program(running.Initialized().Agent)}
	running.Stop()
	select {
	case <-running.Done():
	case <-e.ctx.Done():
		running.Kill()
		<-running.Done()
	}
	return t
}

// trialHandler is what an agent that is tried talks to: it is asked nothing.
type trialHandler struct{}

func (trialHandler) SessionUpdate(acp.SessionNotification) {}
func (trialHandler) RequestPermission(_ acp.PermissionRequest, reply func(acp.Outcome)) {
	reply(acp.Outcome{})
}
func (trialHandler) PermissionWithdrawn(uint64)        {}
func (trialHandler) Unsupported(string, acp.SessionID) {}
func (trialHandler) Trouble(error)                     {}
