package engine

import (
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
)

// Send gives the agent a message, with files and links in more; while the
// agent answers, the message is queued. It reports whether the message was
// taken: not when it is empty, the conversation unknown or the engine closing.
// Clear the composer only when it was.
func (e *Engine) Send(key conversation.Key, text string, more ...conversation.ContentBlock) bool {
	return false
}

// SendAgain takes a message that was not sent out of the conversation and
// sends it anew.
func (e *Engine) SendAgain(key conversation.Key, id conversation.MessageID) bool { return false }

// TakeBack takes a message that was not sent out of the conversation, for the
// person to edit it. The caller keeps its text.
func (e *Engine) TakeBack(key conversation.Key, id conversation.MessageID) bool { return false }

// Cancel stops the answer: the agent is asked to stop, permission requests are
// answered cancelled, and what was queued stays in the conversation as not sent.
func (e *Engine) Cancel(key conversation.Key) {}

// Answer answers a permission request with one of its options, or with
// cancelled when the option is empty. The first answer counts; the result
// tells whether it was this one.
func (e *Engine) Answer(id PermissionID, option conversation.PermissionOptionID) bool { return false }

// NewConversation stops the answer and begins a new session with the same
// process. What was said stays above a line.
func (e *Engine) NewConversation(key conversation.Key) {}

// EditQueued replaces the text of a queued message; an empty text removes it.
// It reports false when the message is no longer queued.
func (e *Engine) EditQueued(key conversation.Key, id QueuedID, text string) bool { return false }

// RemoveQueued takes a message out of the queue. It reports false when the
// message is no longer queued.
func (e *Engine) RemoveQueued(key conversation.Key, id QueuedID) bool { return false }

// StopAgent stops the agent's answers as Cancel does, then ends its process.
func (e *Engine) StopAgent(name string) {}

// RestartAgent ends the agent's process and starts another. What is queued is
// sent to the new one.
func (e *Engine) RestartAgent(name string) {}

// SignIn runs one of the agent's AuthMethods; AgentView tells how it goes.
func (e *Engine) SignIn(name, methodID string) {}

// SetMode asks the agent for another of the conversation's Modes.
func (e *Engine) SetMode(key conversation.Key, id string) {}

// SetOption gives one of the conversation's Options a value: a JSON string, or
// a JSON boolean for an option of type boolean.
func (e *Engine) SetOption(key conversation.Key, id string, value jsontext.Value) {}

// Configure puts another configuration in force. The conversations of agents
// that stay are kept; an agent that is gone is stopped.
func (e *Engine) Configure(c config.Config) {}
