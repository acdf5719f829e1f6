package prefs

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/internal/atomicfile"
)

// Resolve says which configuration file to use: the flag's, else the
// environment's, else the last one opened, else the one at the default place.
func Resolve(flag, env, last, fallback string) string {
	return cmp.Or(flag, env, last, fallback)
}

// Preferences are what the program remembers. The zero value is a first run.
type Preferences struct {
	LastOpened string   `json:"last_opened,omitzero"` // absolute path of a configuration file
	Recent     []string `json:"recent,omitempty"`     // the last ones opened, newest first, each once, at most MaxRecent
	Window     Window   `json:"window,omitzero"`
	Sidebar    Sidebar  `json:"sidebar,omitzero"`
	Zoom       float32  `json:"zoom,omitzero"` // times the configuration's text_size; zero is once
	Dark       bool     `json:"dark,omitzero"` // the system was dark

	// Unknown is what a newer version of the program remembers.
	Unknown jsontext.Value `json:",embed"`
}

// A Window is the size of the window in dp; zero is the program's own choice.
type Window struct {
	Width     int  `json:"width,omitzero"`
	Height    int  `json:"height,omitzero"`
	Maximized bool `json:"maximized,omitzero"`
}

// A Sidebar is the list of agents beside the conversation.
type Sidebar struct {
	Folded bool `json:"folded,omitzero"` // to the agents' letters
}

// MaxRecent is how many files are remembered.
const MaxRecent = 8

// Opened remembers that the configuration file at path, absolute, was opened.
func (p *Preferences) Opened(path string) {
	p.LastOpened = path
	p.Recent = append([]string{path}, slices.DeleteFunc(p.Recent, func(r string) bool { return r == path })...)
	p.Recent = p.Recent[:min(len(p.Recent), MaxRecent)]
}

// Forget forgets that the configuration file at path was opened.
func (p *Preferences) Forget(path string) {
	p.Recent = slices.DeleteFunc(p.Recent, func(r string) bool { return r == path })
	if p.LastOpened == path {
		p.LastOpened = ""
	}
}

// File returns where the preferences are.
func File() (string, error) {
	config, err := ConfigFile()
	return filepath.Join(filepath.Dir(config), "preferences.json"), err
}

// DamagedSuffix is added to the name of a file that is no preferences.
const DamagedSuffix = ".damaged"

// Load reads the preferences at path. They can always be used: with an error
// they are those of a first run. A file that cannot be understood is kept
// beside under DamagedSuffix.
func Load(path string) (Preferences, error) {
	text, err := read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Preferences{}, nil
	}
	if err != nil {
		return Preferences{}, fmt.Errorf("read preferences: %w", err)
	}
	var p Preferences
	if err := json.Unmarshal(text, &p); err != nil {
		return Preferences{}, fmt.Errorf("read preferences: %w", errors.Join(err, atomicfile.Rename(path, path+DamagedSuffix)))
	}
	p.Recent = p.Recent[:min(len(p.Recent), MaxRecent)]
	return p, nil
}

// read reads a file; what is no file, such as a pipe, is an error.
func read(path string) ([]byte, error) {
	f, err := atomicfile.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// Update changes the preferences at path, in folders that it makes. It reads
// them again first, since another window of the program may have changed
// them; of two changes at the same moment one may be lost, the file never.
func Update(path string, change func(*Preferences)) error {
	p, err := Load(path)
	var damaged *fs.PathError
	if errors.As(err, &damaged) {
		return err // it could neither be read nor moved away
	}
	change(&p)
	text, err := json.Marshal(p, jsontext.WithIndent("  "), json.Deterministic(true))
	if err != nil {
		return fmt.Errorf("write preferences: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("write preferences: %w", err)
	}
	if err := atomicfile.Write(path, append(text, '\n'), 0o600); err != nil {
		return fmt.Errorf("write preferences: %w", err)
	}
	return nil
}
