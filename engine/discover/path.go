package discover

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// PathOptions says where a PATH comes from. The zero value reads this
// computer's.
type PathOptions struct {
	Current string        // the PATH to begin with; the environment's by default
	Home    string        // the person's home folder; the system's by default
	Shell   string        // the login shell to ask; $SHELL by default
	Limit   time.Duration // how long the shell may take; 5 s by default

	// Begin, when set, is when [PathOnce] may begin: once it is closed.
	Begin <-chan struct{}
}

// Path returns the PATH that programs should be looked up on: the current one,
// then what the person's login shell has beside it, then the folders where
// installers put programs. Nothing is taken away and the order of the current
// one is kept. It starts the shell and waits for it up to the limit; a shell
// that fails or takes longer adds nothing.
func Path(ctx context.Context, o PathOptions) string {
	o = o.withDefaults()
	return merge(o.Current, loginPath(ctx, o), knownFolders(o.Home))
}

// PathOnce reads the [Path] in the background, once, from Begin on. The function
// it returns waits for it, or until its ctx ends, when it gives the current PATH.
// The reading ends with ctx.
func PathOnce(ctx context.Context, o PathOptions) func(context.Context) string {
	o = o.withDefaults()
	done := make(chan struct{})
	path := o.Current
	go func() {
		defer close(done)
		if o.Begin != nil {
			select {
			case <-o.Begin:
			case <-ctx.Done():
				return
			}
		}
		path = Path(ctx, o)
	}()
	return func(ctx context.Context) string {
		select {
		case <-done:
			return path
		case <-ctx.Done():
			return o.Current
		}
	}
}

func (o PathOptions) withDefaults() PathOptions {
	if o.Current == "" {
		o.Current = os.Getenv("PATH")
	}
	if o.Home == "" {
		o.Home, _ = os.UserHomeDir()
	}
	if o.Shell == "" {
		o.Shell = os.Getenv("SHELL")
	}
	if o.Limit == 0 {
		o.Limit = 5 * time.Second
	}
	return o
}

// The shell's start-up files may print what they like: the PATH is between marks.
const (
	pathBegin = "<sidekicks-path>"
	pathEnd   = "</sidekicks-path>"
)

// loginPath is the PATH of the person's login shell, "" when it does not tell.
// The shell is interactive too, for many set their PATH in its .bashrc or .zshrc.
func loginPath(ctx context.Context, o PathOptions) string {
	if o.Shell == "" || runtime.GOOS == "windows" {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, o.Limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, o.Shell, "-l", "-i", "-c", "printf '"+pathBegin+"%s"+pathEnd+`' "$PATH"`)
	cmd.Env = append(os.Environ(), "PATH="+o.Current, "TERM=dumb")
	cmd.Dir = o.Home
	apart(cmd)
	cmd.WaitDelay = time.Second // a program that it left behind may hold its output
	out, _ := cmd.Output()      // exit status and output have nothing to do with each other here
	_, out, _ = bytes.Cut(out, []byte(pathBegin))
	out, _, found := bytes.Cut(out, []byte(pathEnd))
	if !found {
		return ""
	}
	return string(out)
}

func merge(lists ...string) string {
	var path []string
	for _, list := range lists {
		for _, dir := range filepath.SplitList(list) {
			if filepath.IsAbs(dir) && !slices.Contains(path, dir) {
				path = append(path, dir)
			}
		}
	}
	return strings.Join(path, string(filepath.ListSeparator))
}
