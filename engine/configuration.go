package engine

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"sync"

	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
	"sidekicks/engine/prefs"
)

// ConfigOptions say which configuration file is open and what it is judged by.
type ConfigOptions struct {
	File ConfigFile
	Env  config.Env // the computer, as commands and folders are checked with
	// LookPath is used in the place of Env's. It may wait until ctx ends.
	LookPath    func(ctx context.Context, name string) (string, error)
	Watch       config.WatchOptions // how patiently the file is followed
	Preferences string              // file that remembers what was opened; "" remembers nothing
	// Found gives the agents that are installed on this computer, to be
	// offered. It may wait; nil finds none.
	Found func(context.Context) []FoundAgent
}

// A ConfigFile is a configuration file as it was read.
type ConfigFile struct {
	Path string // absolute; "" is no file at all: nothing is followed nor saved
	Text []byte // nil when there is none, or it cannot be read
	Err  error  // of reading; fs.ErrNotExist when there is no such file yet
}

// ReadConfig reads the configuration file at path. It waits for the disk.
func ReadConfig(path string) ConfigFile {
	f := ConfigFile{Path: path}
	if abs, err := filepath.Abs(path); err == nil {
		f.Path = abs
	}
	f.Text, f.Err = config.Read(f.Path)
	return f
}

// Missing reports whether there is no such file yet.
func (f ConfigFile) Missing() bool { return errors.Is(f.Err, fs.ErrNotExist) }

// A ConfigView is the configuration file that is open, and what is known of
// the text that the person is writing.
type ConfigView struct {
	Path     string       // "" when no file is open
	Text     string       // of the file
	Missing  bool         // there is no such file yet
	Failure  config.Fault // why it cannot be read, zero when it can
	Problems []config.Problem
	Stale    bool          // the file has errors: what it said before is in force
	InForce  config.Config // of the program; it changes only with Version
	Version  uint64        // counts the configurations put in force
	Recent   []RecentFile  // files opened before, newest first
	Opened   uint64        // counts the files opened
	Answer   ConfigAnswer  // to the last question of CheckConfig that is answered
	Saved    ConfigSaved   // outcome of the last save that ended
	Found    []FoundAgent  // agents on this computer; see FindAgents
	Looked   bool          // Found was looked for
}

// IsOpen tells whether the file at path is the one that is open: OpenConfig
// then reads it again, and nothing is forgotten.
func (v *ConfigView) IsOpen(path string) bool {
	abs, err := filepath.Abs(path)
	return err == nil && abs == v.Path
}

// A ConfigSaved is the outcome of SaveConfig.
type ConfigSaved struct {
	ID       uint64
	OK       bool
	Text     string           // what was to be saved
	Problems []config.Problem // it has errors
	Changed  bool             // the file is not what the text was made from, but Disk
	Disk     string
	Gone     bool         // Changed, and there is no file any more
	Failure  config.Fault // the disk refused
}

// settings is the mutable side of a ConfigView. Its view is guarded by
// Engine.mu; what waits for the disk is done by one goroutine at a time.
type settings struct {
	options ConfigOptions
	view    ConfigView
	asked   *ConfigQuestion // not yet taken up
	asking  bool            // a goroutine answers
	looked  sync.Once       // for the agents on this computer

	turn    chan struct{} // closed when what was last asked for is done; nil before
	disk    sync.Mutex    // held while files are opened, saved and let go
	watcher *config.Watcher
	ended   bool
}

// begin shows the file that was read at the start, and follows it. What the
// computer has to be asked for comes later: New does not wait.
func (e *Engine) begin(c config.Config, o ConfigOptions) {
	if o.LookPath != nil {
		o.Env.LookPath = func(name string) (string, error) { return o.LookPath(e.ctx, name) }
	}
	e.settings.options = o
	e.update(func(*state) bool {
		v := &e.settings.view
		v.InForce, v.Version = c, 1
		e.showLocked(o.File, o.File.problems(config.Env{Home: o.Env.Home, Getenv: o.Env.Getenv}))
		e.goLocked(func() {
			e.remember(nil)
			e.sweep(o.File)
			e.checked(o.File)
		})
		return true
	})
	e.settings.disk.Lock()
	defer e.settings.disk.Unlock()
	e.follow(o.File)
}

// sweep removes what a save beside the file left that was killed.
func (e *Engine) sweep(f ConfigFile) {
	if f.Path == "" || f.Missing() {
		return
	}
	if err := config.Sweep(f.Path); err != nil {
		e.log.Info("remove what killed saves left", "file", f.Path, "error", err)
	}
}

// checked tells the problems of a file that is still as it was read.
func (e *Engine) checked(f ConfigFile) {
	problems := f.problems(e.settings.options.Env)
	e.update(func(*state) bool {
		v := &e.settings.view
		same := v.Path == f.Path && v.Text == string(f.Text)
		if same {
			v.Problems = problems
		}
		return same && len(problems) > 0
	})
}

// problems are those of what was read; of nothing there are none.
func (f ConfigFile) problems(env config.Env) []config.Problem {
	if f.Err != nil || f.Path == "" {
		return nil
	}
	return config.Check(f.Text, env)
}

// showLocked puts what was read into the view.
func (e *Engine) showLocked(f ConfigFile, problems []config.Problem) {
	v := &e.settings.view
	v.Path, v.Text, v.Missing, v.Failure, v.Problems = f.Path, string(f.Text), f.Missing(), config.Fault{}, problems
	if f.Err != nil && !f.Missing() {
		v.Failure = config.FaultOf(f.Err)
	}
}

// follow watches a file; disk is held.
func (e *Engine) follow(f ConfigFile) {
	if f.Path == "" || e.settings.ended {
		return
	}
	have := config.Change{Text: f.Text, Err: f.Err}
	e.settings.watcher = config.Watch(f.Path, have, e.settings.options.Watch, func(c config.Change) {
		e.reload(ConfigFile{Path: f.Path, Text: c.Text, Err: c.Err})
	})
}

// endSettings lets the file go. It waits for what is being done with it.
func (e *Engine) endSettings() {
	e.settings.disk.Lock()
	defer e.settings.disk.Unlock()
	e.settings.ended = true
	if e.settings.watcher != nil {
		e.settings.watcher.Close()
	}
}

// reload takes what the file has become. A text with errors changes nothing
// that is in force; a file that is gone neither.
func (e *Engine) reload(f ConfigFile) {
	c, problems := f.parse(e.settings.options.Env)
	sound := f.Err == nil && !config.HasErrors(problems)
	e.update(func(s *state) bool {
		e.showLocked(f, problems)
		v := &e.settings.view
		if v.Stale = !sound; sound {
			s.configureLocked(e, c) // in one snapshot with what tells of it
			v.InForce = c
			v.Version++
		}
		return true
	})
	for _, p := range problems {
		e.log.Info("configuration", "file", f.Path, "line", p.Line, "problem", p.Code)
	}
	if sound {
		e.agents.Configure(c.Agents, c.Limits)
	}
}

// OpenConfig opens another configuration file: every agent is stopped and
// every conversation forgotten, and the agents that are sound in it are there.
// The same file is read again and nothing is forgotten.
func (e *Engine) OpenConfig(path string) {
	e.update(func(*state) bool {
		e.inTurnLocked(func() { e.open(path) })
		return false
	})
}

// inTurnLocked does f, which waits for the disk, after what was asked for
// before it: of two files opened in quick succession the second stays open.
func (e *Engine) inTurnLocked(f func()) {
	before, done := e.settings.turn, make(chan struct{})
	e.settings.turn = done
	e.goLocked(func() {
		defer close(done)
		if before != nil {
			<-before
		}
		f()
	})
}

// open does what OpenConfig says. It waits for the disk.
func (e *Engine) open(path string) {
	s := &e.settings
	s.disk.Lock()
	defer s.disk.Unlock()
	f := ReadConfig(path)
	if s.ended {
		return
	}
	if s.watcher != nil {
		s.watcher.Close()
		s.watcher = nil
	}
	if e.Snapshot().Config.IsOpen(f.Path) {
		e.reload(f)
	} else {
		e.replace(f)
	}
	e.follow(f)
	e.remember(func(p *prefs.Preferences) { p.Opened(f.Path) })
}

// replace puts another file in the place of the one that is open.
func (e *Engine) replace(f ConfigFile) {
	c, problems := f.parse(e.settings.options.Env)
	e.update(func(s *state) bool {
		s.forgetLocked(e)
		s.configureLocked(e, c)
		e.showLocked(f, problems)
		v := &e.settings.view
		v.Stale, v.InForce = false, c
		v.Version++
		v.Opened++
		return true
	})
	e.agents.Configure(nil, c.Limits) // an agent of the same name is another one
	e.agents.Configure(c.Agents, c.Limits)
}

// parse gives what is sound in a file, and what is not.
func (f ConfigFile) parse(env config.Env) (config.Config, []config.Problem) {
	c, problems := config.Parse(f.Text, env)
	if f.Err != nil {
		return c, nil
	}
	return c, problems
}

// forgetLocked drops every conversation.
func (s *state) forgetLocked(e *Engine) {
	for _, c := range s.conversations {
		s.cancelLocked(e, c, dropQueue, conversation.ByRemoval)
	}
	s.agents, s.conversations = nil, nil
}

// LookAtConfig has the file read soon, where its folder tells no events: when
// the window gets the focus.
func (e *Engine) LookAtConfig() {
	e.update(func(*state) bool {
		e.goLocked(func() {
			e.look()
			e.remember(nil)
		})
		return false
	})
}

func (e *Engine) look() {
	e.settings.disk.Lock()
	defer e.settings.disk.Unlock()
	if e.settings.watcher != nil && !e.settings.ended {
		e.settings.watcher.Check()
	}
}

// SaveConfig makes text the content of the file that is open, which was base
// when the text was begun; missing says that there was no file then. The
// outcome comes in the snapshot, by id; what was saved is put in force when the
// file is seen to have changed.
func (e *Engine) SaveConfig(id uint64, base string, missing bool, text string) {
	e.update(func(*state) bool {
		path := e.settings.view.Path
		e.inTurnLocked(func() {
			e.saved(e.save(id, path, base, missing, text))
			e.look()
		})
		return false
	})
}

// save does what SaveConfig says. It waits for the disk.
func (e *Engine) save(id uint64, path, base string, missing bool, text string) ConfigSaved {
	e.settings.disk.Lock()
	defer e.settings.disk.Unlock()
	out := ConfigSaved{ID: id, Text: text}
	from := []byte(base)
	if missing {
		from = nil
	}
	err := fs.ErrNotExist
	if path != "" {
		err = config.Save(path, from, []byte(text))
	}
	var invalid *config.InvalidError
	var changed *config.ChangedError
	switch {
	case errors.As(err, &invalid):
		out.Problems = invalid.Problems
	case errors.As(err, &changed):
		out.Changed, out.Disk, out.Gone = true, string(changed.Disk), changed.Disk == nil
	case err != nil:
		out.Failure = config.FaultOf(err)
		e.log.Warn("save the configuration", "file", path, "error", err)
	default:
		out.OK = true
		e.remember(func(p *prefs.Preferences) { p.Opened(path) })
	}
	return out
}

func (e *Engine) saved(out ConfigSaved) {
	e.update(func(*state) bool {
		e.settings.view.Saved = out
		return true
	})
}
