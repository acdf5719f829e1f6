package config

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"

	"sidekicks/engine/internal/atomicfile"
)

// A Change is what a file has become.
type Change struct {
	Text []byte
	Err  error // it cannot be read; fs.ErrNotExist when it is gone
}

// WatchOptions are how patient a Watcher is. Zero is the default.
type WatchOptions struct {
	Settle   time.Duration // without events before the file is read; 50 ms
	Patience time.Duration // until a text that is not whole is told all the same; 1 s
	Retry    time.Duration // between looks while a folder cannot be watched; 2 s
}

func (o WatchOptions) orDefault() WatchOptions {
	for _, d := range []struct {
		value    *time.Duration
		fallback time.Duration
	}{{&o.Settle, 50 * time.Millisecond}, {&o.Patience, time.Second}, {&o.Retry, 2 * time.Second}} {
		if *d.value == 0 {
			*d.value = d.fallback
		}
	}
	return o
}

// A Watcher tells each new content of a file once, however it was saved:
// written in place, renamed over, deleted and made again, or by a symbolic
// link that was turned. Content counts, not events, so that the program's own
// save is told like any other.
type Watcher struct {
	path    string
	options WatchOptions
	changed func(Change)
	events  *fsnotify.Watcher // nil when the system gives none
	folders map[string]os.FileInfo
	last    Change    // told, or known from the start
	since   time.Time // when something else than last was seen; zero for not
	first   time.Time // the first event that is not yet followed by a look; zero for none
	due     *time.Timer
	checks  chan struct{}
	closing chan struct{}
	closed  chan struct{}
}

// Watch follows the file at path, of which have is known. It calls changed on
// its own goroutine, one call after the other; changed must not call Close.
// Close ends it.
func Watch(path string, have Change, o WatchOptions, changed func(Change)) *Watcher {
	w := &Watcher{
		path: path, options: o.orDefault(), changed: changed, last: have,
		folders: map[string]os.FileInfo{},
		due:     time.NewTimer(0), // look at once: it may have changed since it was read
		checks:  make(chan struct{}, 1), closing: make(chan struct{}), closed: make(chan struct{}),
	}
	w.events, _ = fsnotify.NewWatcher() // without one the file is looked at now and then
	w.arm()
	go w.run()
	return w
}

// Check looks at the file soon, whether or not events told of it: network
// folders give none. It does not wait.
func (w *Watcher) Check() {
	select {
	case w.checks <- struct{}{}:
	default:
	}
}

// Close ends the Watcher, and returns when changed is not and will not be
// running. Call it once.
func (w *Watcher) Close() {
	close(w.closing)
	<-w.closed
}

func (w *Watcher) run() {
	defer close(w.closed)
	defer w.due.Stop()
	var events <-chan fsnotify.Event
	var errs <-chan error
	if w.events != nil {
		events, errs = w.events.Events, w.events.Errors
		defer w.events.Close()
	}
	for {
		select {
		case <-w.closing:
			return
		case e := <-events:
			if e.Has(fsnotify.Remove) || e.Has(fsnotify.Rename) {
				w.disarm(e.Name) // if it is a folder, its watch has gone with it
			}
			w.settle()
		case <-errs: // events were lost
			w.settle()
		case <-w.checks:
			w.look()
		case <-w.due.C:
			w.look()
		}
	}
}

// settle puts the next look off until events stop, but not for ever.
func (w *Watcher) settle() {
	if w.first.IsZero() {
		w.first = time.Now()
	}
	w.due.Reset(min(w.options.Settle, time.Until(w.first.Add(w.options.Patience))))
}

// look reads the file and tells what is new.
func (w *Watcher) look() {
	w.first = time.Time{}
	seesAll := w.arm()
	text, err := Read(w.path)
	now := Change{text, err}
	next := time.Duration(math.MaxInt64)
	if !seesAll {
		next = w.options.Retry
	}
	switch patience := w.patience(now); {
	case w.last.same(now):
		w.since = time.Time{}
	case patience > 0:
		next = min(next, patience)
	default:
		w.since, w.last = time.Time{}, now
		w.changed(now)
	}
	w.due.Reset(next)
}

func (c Change) same(other Change) bool {
	return (c.Err == nil) == (other.Err == nil) && bytes.Equal(c.Text, other.Text)
}

// patience is how long to wait before telling what is now in the file: a
// program may be about to write the rest.
func (w *Watcher) patience(now Change) time.Duration {
	if now.Err == nil && isWhole(now.Text) {
		return 0
	}
	if w.since.IsZero() {
		w.since = time.Now()
	}
	return time.Until(w.since.Add(w.options.Patience))
}

func isWhole(text []byte) bool {
	r := newReport(text)
	parseTree(r)
	return len(r.found) == 0
}

// arm watches the folders of the file and of all that links lead to on the
// way. It returns false when it does not see them all.
func (w *Watcher) arm() bool {
	chain, err := atomicfile.Chain(w.path)
	if w.events == nil || err != nil {
		return false
	}
	all := true
	wanted := map[string]bool{}
	for _, path := range chain {
		dir := filepath.Dir(path)
		wanted[dir] = true
		all = w.armFolder(dir) && all
	}
	for dir := range w.folders {
		if !wanted[dir] {
			w.disarm(dir)
		}
	}
	return all
}

// armFolder watches dir, anew when another folder has taken its name.
func (w *Watcher) armFolder(dir string) bool {
	info, err := os.Stat(dir)
	if err != nil {
		w.disarm(dir)
		return false
	}
	if old, ok := w.folders[dir]; ok {
		if os.SameFile(old, info) {
			return true
		}
		w.disarm(dir)
	}
	if w.events.Add(dir) != nil {
		return false
	}
	w.folders[dir] = info
	return true
}

func (w *Watcher) disarm(dir string) {
	if _, ok := w.folders[dir]; ok {
		_ = w.events.Remove(dir) // it may be gone, and its watch with it
		delete(w.folders, dir)
	}
}
