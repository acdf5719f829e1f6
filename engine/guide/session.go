package guide

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"sync"

	"sidekicks/engine/acp"
)

const (
	modeAsk acp.SessionModeID = "ask"
	modeAct acp.SessionModeID = "act-alone"
)

// A session is one conversation. The reader and the turn both use it.
type session struct {
	id    acp.SessionID
	cwd   string
	conn  *acp.AgentConn
	crash func() // ends the whole agent

	mu      sync.Mutex
	lang    language // of the last message
	told    bool     // the commands were sent in lang
	current acp.SessionModeID
	always  map[acp.ToolKind]acp.PermissionOptionKind
	tools   int
	stop    context.CancelFunc // of the turn that runs; nil without one
}

// begin starts a turn. One runs at a time; ended must be called at its end.
func (s *session) begin(parent context.Context) (ctx context.Context, ended func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stop != nil {
		return nil, nil, &acp.AgentError{Code: acp.CodeInvalidRequest, Message: "I am still answering the message before."}
	}
	ctx, s.stop = context.WithCancel(parent)
	return ctx, s.finished, nil
}

func (s *session) finished() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stop()
	s.stop = nil
}

// end cancels the turn that runs, if there is one.
func (s *session) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stop != nil {
		s.stop()
	}
}

func (s *session) spoken() language {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lang
}

func (s *session) send(u acp.SessionUpdate) {
	s.conn.SessionUpdate(acp.SessionNotification{SessionID: s.id, Update: u})
}

func (s *session) nextTool() acp.ToolCallID {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tools++
	return acp.ToolCallID(fmt.Sprintf("tool-%d", s.tools))
}

// settled gives the answer that need not be asked for, "" when it must be.
func (s *session) settled(k acp.ToolKind) acp.PermissionOptionKind {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current == modeAct {
		return acp.AllowOnce
	}
	return s.always[k]
}

func (s *session) remember(k acp.ToolKind, answer acp.PermissionOptionKind) {
	if answer != acp.AllowAlways && answer != acp.RejectAlways {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.always[k] = answer
}

func (s *session) setMode(id acp.SessionModeID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.current = id
}

// toggleMode goes to the other mode, tells the client, and gives the new one.
func (s *session) toggleMode() acp.SessionModeID {
	s.mu.Lock()
	if s.current == modeAsk {
		s.current = modeAct
	} else {
		s.current = modeAsk
	}
	now := s.current
	s.mu.Unlock()
	s.send(acp.SessionUpdate{Kind: acp.CurrentModeUpdate, ModeID: now})
	return now
}

// modes names the modes in both languages: the guide was not written to yet.
func modes() *acp.SessionModes {
	return &acp.SessionModes{Current: modeAsk, Available: []acp.SessionMode{
		{ID: modeAsk, Name: "Asks before acting · Demande avant d’agir"},
		{ID: modeAct, Name: "Acts without asking · Agit sans demander"},
	}}
}

// speak notes the language of a message, and sends the commands in it when it
// is not the one they were sent in.
func (s *session) speak(l language) {
	s.mu.Lock()
	tell := !s.told || s.lang != l
	s.lang, s.told = l, true
	s.mu.Unlock()
	if tell {
		s.send(acp.SessionUpdate{Kind: acp.AvailableCommandsUpdate, Commands: available(l)})
	}
}

func fileURI(path string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(path)}).String()
}
