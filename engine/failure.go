package engine

import (
	"context"
	"errors"

	"sidekicks/engine/acp"
	"sidekicks/engine/agent"
	"sidekicks/engine/conversation"
)

// failureOf says an error as facts, of which the interface makes a sentence;
// nil for no error and for what the person wanted.
func failureOf(err error) *conversation.Failure {
	var start *agent.StartError
	var exit *agent.ExitError
	var answered *acp.AgentError
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return nil
	case errors.Is(err, agent.ErrStopped):
		return &conversation.Failure{Code: conversation.FailedStopped}
	case errors.As(err, &start):
		return &conversation.Failure{Code: conversation.FailureCode(start.Reason), Args: start.Args, Said: start.Stderr, Detail: start.Detail}
	case errors.As(err, &exit):
		return &conversation.Failure{Code: conversation.FailedExited, Args: []string{exit.Exit.String()}, Said: exit.Exit.Stderr, Detail: exit.Detail}
	case errors.As(err, &answered):
		code := conversation.FailedAgentError
		if answered.SignInNeeded() {
			code = conversation.FailedSignIn
		}
		return &conversation.Failure{Code: code, Args: []string{answered.Error()}}
	}
	return &conversation.Failure{Code: conversation.FailedStart, Args: []string{err.Error()}}
}
