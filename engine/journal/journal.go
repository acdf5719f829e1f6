package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json"

	"sidekicks/engine/internal/atomicfile"
)

// Name is the file's name in the state folder; the one before it has
// [Older] for its name.
const (
	Name  = "decisions.jsonl"
	Older = "decisions.1.jsonl"
)

// maxField is how much of a text is kept in a line, in bytes.
const maxField = 16 << 10

// An Entry is one decision.
type Entry struct {
	At         time.Time `json:"at"`
	Agent      string    `json:"agent"`
	Verb       string    `json:"verb"` // what the agent wanted, as a code
	Command    string    `json:"command,omitzero"`
	Files      []string  `json:"files,omitzero"`
	Address    string    `json:"address,omitzero"`
	Findings   []string  `json:"findings,omitzero"`   // classes
	Answer     string    `json:"answer"`              // the kind of the option, or cancelled
	Option     string    `json:"option,omitzero"`     // in the agent's words
	Unanswered string    `json:"unanswered,omitzero"` // why it was cancelled without the person
	Copies     string    `json:"copies,omitzero"`     // the safety copy made before
	Cut        bool      `json:"cut,omitzero"`        // a text was too long to be kept whole
}

// A Journal writes decisions. The zero value keeps none.
type Journal struct {
	mu   sync.Mutex
	dir  string
	size int64 // above which the file is put aside
}

// DefaultSize is how large the journal may get before it is put aside: at
// most two such files are kept.
const DefaultSize = 4 << 20

// New makes the journal of a state folder, which may not exist yet. A size
// of 0 is DefaultSize.
func New(dir string, size int64) *Journal {
	if size <= 0 {
		size = DefaultSize
	}
	return &Journal{dir: dir, size: size}
}

// Path is the file that decisions go to, for a person to open.
func (j *Journal) Path() string { return filepath.Join(j.dir, Name) }

// Add writes one decision at the end of the file, whole and in one write, so
// that two programs do not mix their lines. It may be called from any
// goroutine and waits for the disk.
func (j *Journal) Add(e Entry) error {
	if j == nil || j.dir == "" {
		return nil
	}
	line, err := json.Marshal(e.bounded())
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := os.MkdirAll(j.dir, 0o700); err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	aside := j.putAside(int64(len(line) + 1)) // where it fails the file grows, and nothing is lost
	f, err := os.OpenFile(j.Path(), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("journal: %w", err)
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(aside, err, f.Close())
}

// Read gives the last decisions that were written down, newest first and at
// most so many. Lines that cannot be read are left out. It may be called from
// any goroutine and waits for the disk.
func (j *Journal) Read(most int) ([]Entry, error) {
	if j == nil || j.dir == "" {
		return nil, nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	var out []Entry
	for _, name := range []string{Name, Older} {
		text, err := os.ReadFile(filepath.Join(j.dir, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return out, fmt.Errorf("journal: %w", err)
		}
		lines := bytes.Split(text, []byte("\n"))
		for _, line := range slices.Backward(lines) {
			var e Entry
			if len(out) < most && json.Unmarshal(line, &e) == nil {
				out = append(out, e)
			}
		}
	}
	return out, nil
}

// putAside makes room for a line that would make the file too large.
func (j *Journal) putAside(more int64) error {
	info, err := os.Stat(j.Path())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.Size()+more <= j.size:
		return nil
	}
	return atomicfile.Rename(j.Path(), filepath.Join(j.dir, Older))
}

// bounded cuts what is too long, and says so.
func (e Entry) bounded() Entry {
	for _, s := range []*string{&e.Command, &e.Address, &e.Option} {
		if len(*s) > maxField {
			*s, e.Cut = (*s)[:maxField], true
		}
		*s = strings.ToValidUTF8(*s, "\uFFFD")
	}
	const most = 100
	if len(e.Files) > most {
		e.Files, e.Cut = e.Files[:most], true
	}
	return e
}
