package engine

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/config"
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
	Found func(context.Context) []config.Agent
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
	f.Text, f.Err = os.ReadFile(f.Path)
	return f
}

// Missing reports whether there is no such file yet.
func (f ConfigFile) Missing() bool { return errors.Is(f.Err, fs.ErrNotExist) }

// A ConfigView is the configuration file that is open, and what is known of
// the text that the person is writing.
type ConfigView struct {
	Path     string // "" when no file is open
	Text     string // of the file
	Missing  bool   // there is no such file yet
	Failure  string // the system's words on why it cannot be read, "" when it can
	Problems []config.Problem
	Stale    bool          // the file has errors: what it said before is in force
	InForce  config.Config // of the program; it changes only with Version
	Version  uint64        // counts the configurations put in force
	Recent   []string      // files opened before, newest first
	Opened   uint64        // counts the files opened
	Answer   ConfigAnswer  // to the last question of CheckConfig that is answered
	Saved    ConfigSaved   // outcome of the last save that ended
	Found    []config.Agent
}

// A ConfigQuestion is about a text that need not be saved.
type ConfigQuestion struct {
	ID       uint64 // told back with the answer, most often a version of the text
	Text     string
	Complete bool          // tell what can be written at Caret
	Caret    int           // in bytes
	Explain  bool          // tell what is at At
	At       int           // in bytes
	Format   bool          // tell how its lines and blanks are put in order
	Add      *config.Agent // tell how this agent is added, under a name that is free
	Set      string        // JSON pointer: tell how it is given the string Value
	Value    string
}

// A ConfigAnswer is what there is to say of a text.
type ConfigAnswer struct {
	ConfigQuestion
	Number      uint64 // counts the answers
	Problems    []config.Problem
	Candidates  []config.Candidate
	Refused     bool          // what was to be written cannot be, as the text is
	Edits       []config.Edit // of the text: what Format, Add or Set asks for
	Explained   bool          // there is something to say of what is at At
	Explanation config.Explanation
}

// A ConfigSaved is the outcome of SaveConfig.
type ConfigSaved struct {
	ID       uint64
	OK       bool
	Text     string           // what was to be saved
	Problems []config.Problem // it has errors
	Changed  bool             // the file is not what the text was made from, but Disk
	Disk     string
	Gone     bool   // Changed, and there is no file any more
	Failure  string // the disk's words on why it failed
}

// settings is the mutable side of a ConfigView. Its view is guarded by
// Engine.mu; what waits for the disk is done by one goroutine at a time.
type settings struct {
	options ConfigOptions
	view    ConfigView
	asked   *ConfigQuestion // not yet taken up
	asking  bool            // a goroutine answers
	looked  sync.Once       // for the agents on this computer

	disk    sync.Mutex // held while files are opened, saved and let go
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
			e.checked(o.File)
		})
		return true
	})
	e.settings.disk.Lock()
	defer e.settings.disk.Unlock()
	e.follow(o.File)
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
	v.Path, v.Text, v.Missing, v.Failure, v.Problems = f.Path, string(f.Text), f.Missing(), "", problems
	if f.Err != nil && !f.Missing() {
		v.Failure = f.Err.Error()
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
			v.InForce = c
			v.Version++
		}
		return true
	})
	for _, p := range problems {
		e.log.Info("configuration", "file", f.Path, "line", p.Line, "problem", p.Code)
	}
	if sound {
		e.Configure(c)
	}
}

// OpenConfig opens another configuration file: every agent is stopped and
// every conversation forgotten, and the agents that are sound in it are there.
// The same file is read again and nothing is forgotten.
func (e *Engine) OpenConfig(path string) {
	e.update(func(*state) bool {
		e.goLocked(func() { e.open(path) })
		return false
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
	if f.Path == e.Snapshot().Config.Path {
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
		s.cancelLocked(e, c, dropQueue)
	}
	s.agents, s.conversations = nil, nil
}

// LookAtConfig has the file read soon, where its folder tells no events: when
// the window gets the focus.
func (e *Engine) LookAtConfig() {
	e.update(func(*state) bool {
		e.goLocked(e.look)
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
		e.goLocked(func() {
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
		out.Failure = err.Error()
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

// remember changes the preferences, nil not, and tells the files opened before.
// It waits for the disk.
func (e *Engine) remember(change func(*prefs.Preferences)) {
	path := e.settings.options.Preferences
	if path == "" {
		return
	}
	if change != nil {
		if err := prefs.Update(path, change); err != nil {
			e.log.Warn("remember what was opened", "error", err)
		}
	}
	p, err := prefs.Load(path)
	if err != nil {
		e.log.Warn("read the preferences", "error", err)
	}
	e.update(func(*state) bool {
		same := slices.Equal(e.settings.view.Recent, p.Recent)
		e.settings.view.Recent = p.Recent
		return !same
	})
}

// CheckConfig judges a text, and tells what can be written at its caret, what
// stands somewhere in it, or what edits do something to it. The answer comes in
// the snapshot; of several questions at once the last is answered, with what
// others asked of the same text.
func (e *Engine) CheckConfig(q ConfigQuestion) {
	e.update(func(*state) bool {
		s := &e.settings
		if s.asked != nil && s.asked.ID == q.ID {
			q.join(*s.asked)
		}
		if s.asked = &q; !s.asking && !e.state.closing {
			s.asking = true
			e.goLocked(e.answerQuestions)
		}
		return false
	})
}

// join adds what an earlier question asks of the same text.
func (q *ConfigQuestion) join(earlier ConfigQuestion) {
	if earlier.Complete && !q.Complete {
		q.Complete, q.Caret = true, earlier.Caret
	}
	if earlier.Explain && !q.Explain {
		q.Explain, q.At = true, earlier.At
	}
	if !q.Format && q.Add == nil && q.Set == "" {
		q.Format, q.Add, q.Set, q.Value = earlier.Format, earlier.Add, earlier.Set, earlier.Value
	}
}

func (e *Engine) answerQuestions() {
	for {
		var q *ConfigQuestion
		e.update(func(*state) bool {
			s := &e.settings
			q, s.asked = s.asked, nil
			s.asking = q != nil && !e.state.closing
			return false
		})
		if q == nil {
			return
		}
		a := e.judge(*q)
		e.update(func(*state) bool {
			a.Number = e.settings.view.Answer.Number + 1
			e.settings.view.Answer = a
			return true
		})
	}
}

// judge answers a question. It takes time that grows with the text, and waits for
// the folders that are named in it.
func (e *Engine) judge(q ConfigQuestion) ConfigAnswer {
	text := []byte(q.Text)
	env := e.settings.options.Env
	a := ConfigAnswer{ConfigQuestion: q, Problems: config.Check(text, env)}
	a.Text = "" // the one who asked has it
	if q.Complete {
		known := config.Known{Agents: e.found(), Folders: func(prefix string) []string { return folders(env, prefix) }}
		a.Candidates = config.Complete(text, q.Caret, known)
	}
	if q.Explain {
		a.Explanation, a.Explained = config.Hover(text, q.At)
	}
	if q.Format || q.Add != nil || q.Set != "" {
		a.Edits = q.edits(text)
		a.Refused = a.Edits == nil
	}
	return a
}

// edits are what the question asks to be written; nil when it cannot be.
func (q ConfigQuestion) edits(text []byte) []config.Edit {
	switch {
	case q.Format:
		if after, ok := config.Format(text); ok {
			return []config.Edit{smallest(q.Text, string(after))}
		}
	case q.Add != nil:
		a := *q.Add
		a.Name = freeName(text, a.Name)
		return config.AddAgent(text, a)
	case q.Set != "":
		value, err := jsontext.AppendQuote(nil, q.Value)
		if err == nil {
			return config.Set(text, slices.Collect(jsontext.Pointer(q.Set).Tokens()), value)
		}
	}
	return nil
}

// smallest is the edit that makes after of before and leaves the most as it is.
func smallest(before, after string) config.Edit {
	n := min(len(before), len(after))
	start := 0
	for start < n && before[start] == after[start] {
		start++
	}
	end := 0
	for end < n-start && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	return config.Edit{Start: start, End: len(before) - end, Text: after[start : len(after)-end]}
}

// freeName is a name that no agent of the text has: Riker, Riker 2…
func freeName(text []byte, name string) string {
	c, _ := config.Parse(text, config.Env{})
	taken := map[string]bool{}
	for _, a := range c.Agents {
		taken[a.Name] = true
	}
	free := name
	for n := 2; taken[free]; n++ {
		free = name + " " + strconv.Itoa(n)
	}
	return free
}

// FindAgents looks for the agents that are installed on this computer, once.
// They come in the snapshot.
func (e *Engine) FindAgents() {
	e.update(func(*state) bool {
		e.goLocked(func() { e.found() })
		return false
	})
}

// found gives the agents on this computer. It may wait.
func (e *Engine) found() []config.Agent {
	e.settings.looked.Do(func() {
		if e.settings.options.Found == nil {
			return
		}
		list := e.settings.options.Found(e.ctx)
		e.update(func(*state) bool {
			e.settings.view.Found = list
			return true
		})
	})
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.settings.view.Found
}
