package agent

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"sidekicks/engine/acp"
	"sidekicks/engine/config"
	"sidekicks/engine/discover"
)

// Start is the real [Starter].
func (o Options) Start(ctx context.Context, a config.Agent, h acp.Handler) (Running, error) {
	o = o.withDefaults()
	cmd, err := o.command(ctx, a)
	if err != nil {
		return nil, err
	}
	p, err := o.launch(cmd, a, h)
	if err != nil {
		return nil, err
	}
	if err := p.greet(ctx); err != nil {
		return nil, err
	}
	return p, nil
}

// command finds the program and says how it is run, without starting it.
func (o Options) command(ctx context.Context, a config.Agent) (*exec.Cmd, error) {
	if info, err := os.Stat(a.Workspace); err != nil || !info.IsDir() {
		return nil, &StartError{Reason: NoWorkspace, Args: []string{a.Workspace}, Detail: fmt.Sprint(err)}
	}
	path := o.path(ctx, a)
	file, err := o.program(a, path)
	if err != nil {
		reason := NotFound
		if errors.Is(err, fs.ErrPermission) {
			reason = NotExecutable
		}
		return nil, &StartError{Reason: reason, Args: []string{a.Command}, Detail: fmt.Sprintf("%v\nPATH=%s", err, path)}
	}
	cmd := &exec.Cmd{
		Path: file,
		Args: append([]string{file}, a.Args...),
		Dir:  a.Workspace,
		Env:  environment(a, withFolder(path, filepath.Dir(file))),
	}
	if err := alone(cmd); err != nil {
		return nil, err
	}
	return cmd, nil
}

// path is what commands are looked up on: the agent's own PATH if its entry has one.
func (o Options) path(ctx context.Context, a config.Agent) string {
	if path, ok := a.Env["PATH"]; ok {
		return path
	}
	if o.Path != nil && a.Command != config.GuideCommand { // it starts nothing
		return o.Path(ctx)
	}
	return os.Getenv("PATH")
}

func (o Options) program(a config.Agent, path string) (string, error) {
	if a.Command == config.GuideCommand {
		if o.Self != "" {
			return o.Self, nil
		}
		return os.Executable()
	}
	name := expand(a.Command, a.Env)
	if strings.ContainsRune(filepath.ToSlash(name), '/') && !filepath.IsAbs(name) {
		name = filepath.Join(a.Workspace, name)
	}
	return discover.LookPath(name, path, os.Getenv("PATHEXT"))
}

// expand puts the home folder for a leading ~ and the values of variables for
// ${VAR}, the entry's own before the environment's. A variable that is not set
// stays as it is written, so that the fault names it.
func expand(command string, env map[string]string) string {
	if rest, ok := strings.CutPrefix(command, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		if home, err := os.UserHomeDir(); err == nil {
			command = home + rest
		}
	}
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(command, "${")
		name, after, closed := strings.Cut(rest, "}")
		b.WriteString(before)
		if !ok || !closed {
			b.WriteString(command[len(before):])
			return b.String()
		}
		value, set := env[name]
		if !set {
			value, set = os.LookupEnv(name)
		}
		if !set {
			value = "${" + name + "}"
		}
		b.WriteString(value)
		command = after
	}
}

// environment is this program's, with the PATH and the entry's own variables.
// The guide is this program, and needs no display.
func environment(a config.Agent, path string) []string {
	env := os.Environ()
	if a.Command == config.GuideCommand {
		env = withoutDisplay(env)
	}
	env = append(env, "PWD="+a.Workspace)
	for name, value := range a.Env {
		env = append(env, name+"="+value)
	}
	return append(env, "PATH="+path) // the last of a name counts
}

func withoutDisplay(env []string) []string {
	var kept []string
	for _, entry := range env {
		if name, _, _ := strings.Cut(entry, "="); name != "DISPLAY" && name != "WAYLAND_DISPLAY" {
			kept = append(kept, entry)
		}
	}
	return kept
}

// withFolder adds the program's own folder at the end of the path: the node
// that "#!/usr/bin/env node" asks for is beside the programs it runs.
func withFolder(path, folder string) string {
	separator := string(filepath.ListSeparator)
	if strings.Contains(separator+path+separator, separator+folder+separator) {
		return path
	}
	return path + separator + folder
}

// greet sends initialize and waits for the answer. After a fault nothing of
// the process is left.
func (p *process) greet(ctx context.Context) error {
	init, err := p.conn.Initialize(ctx, p.o.Client)
	if err == nil {
		p.initialized = init
	}
	if err == nil && init.ProtocolVersion == acp.ProtocolVersion {
		return nil
	}
	switch {
	case unheard(err):
		p.Stop() // it closed its input, and says why as it ends
	case !errors.Is(err, acp.ErrClosed):
		p.hurry.send() // it has done nothing yet that it should have time to save
	}
	<-p.done
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	fault := p.fault(err)
	fault.Stderr, fault.Detail = p.exit.Stderr, p.Details()
	return fault
}

// unheard tells the error of an agent that takes no more lines: it ends, or is
// about to.
func unheard(err error) bool {
	var unwritten *acp.WriteError
	return errors.As(err, &unwritten)
}

// fault says why initialize did not do, err being what it returned.
func (p *process) fault(err error) *StartError {
	var refusal *acp.AgentError
	switch {
	case err == nil:
		return &StartError{Reason: WrongVersion, Args: []string{strconv.Itoa(p.initialized.ProtocolVersion)}}
	case errors.As(err, &refusal) && refusal.SignInNeeded():
		return &StartError{Reason: SignInNeeded}
	case errors.As(err, &refusal):
		return &StartError{Reason: AgentRefused, Args: []string{p.secrets.remove(refusal.Error())}}
	case errors.Is(err, acp.ErrClosed), unheard(err):
		return &StartError{Reason: ExitedEarly, Args: []string{p.exit.String()}}
	}
	return &StartError{Reason: StartFailed, Args: []string{p.secrets.remove(err.Error())}}
}

// system names this computer's system for Details.
func system() string { return runtime.GOOS + "/" + runtime.GOARCH }
