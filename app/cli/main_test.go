package cli

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"sidekicks/engine"
	"sidekicks/engine/acp"
	"sidekicks/engine/guide"
)

var update = flag.Bool("update", false, "write what is found as what is expected, to be read before it is kept")

// asProgram makes the test binary the program: its first argument names a
// subcommand. What it starts inherits it, so the guide is this binary too.
const asProgram = "SIDEKICKS_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) == "" {
		os.Exit(m.Run())
	}
	switch os.Args[1] {
	case "agent":
		if err := guide.Run(context.Background(), "", os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	case "silent": // reads, and never answers
		_, _ = io.Copy(io.Discard, os.Stdin)
	case "sessionless": // answers initialize alone
		<-acp.NewAgentConn(stdio{os.Stdin, os.Stdout}, sessionless, acp.ConnOptions{}).Done()
	case "signin":
		<-acp.NewAgentConn(stdio{os.Stdin, os.Stdout}, signIn, acp.ConnOptions{}).Done()
	case "ask":
		os.Exit(Ask(System(os.Args[2:], engine.Options{})))
	case "check":
		os.Exit(Check(System(os.Args[2:], engine.Options{})))
	}
}

type stdio struct {
	io.Reader
	io.WriteCloser
}

// signIn is an agent that wants a sign-in.
var signIn = acp.AgentHandler{
	Initialize: func(context.Context, *acp.AgentConn, acp.Implementation) (acp.InitializeResponse, error) {
		return acp.InitializeResponse{ProtocolVersion: 1, AuthMethods: []acp.AuthMethod{
			{ID: "web", Name: "Web"}, {ID: "key", Name: "Key", Type: "env_var", Vars: []acp.AuthVariable{{Name: "API_KEY"}}},
			{ID: "term", Name: "Terminal", Type: "terminal", Args: []string{"login"}}}}, nil
	},
	NewSession: func(context.Context, *acp.AgentConn, acp.SessionRequest) (acp.SessionResponse, error) {
		return acp.SessionResponse{}, &acp.AgentError{Code: acp.CodeSignInNeeded, Message: "Authentication required"}
	},
}

// sessionless is an agent whose session never comes.
var sessionless = acp.AgentHandler{
	Initialize: signIn.Initialize,
	NewSession: func(ctx context.Context, _ *acp.AgentConn, _ acp.SessionRequest) (acp.SessionResponse, error) {
		<-ctx.Done()
		return acp.SessionResponse{}, ctx.Err()
	},
}

// A result is what a run of Ask left.
type result struct {
	status   int
	out, err string
}

// alone gives the environment of a computer where nothing is configured.
func alone(t *testing.T) []string {
	t.Helper()
	home := t.TempDir()
	return []string{asProgram + "=1", "LANG=en_GB.UTF-8", "HOME=" + home, "XDG_CONFIG_HOME=" + home,
		"AppData=" + home, "USERPROFILE=" + home, "PATH=" + os.Getenv("PATH"), "SYSTEMROOT=" + os.Getenv("SYSTEMROOT")}
}

// ask runs Ask in this process, with the guide as a real one.
func ask(t *testing.T, args ...string) result {
	t.Helper()
	return askWith(t, Env{Stdin: strings.NewReader("")}, args...)
}

func askWith(t *testing.T, env Env, args ...string) result {
	t.Helper()
	vars := map[string]string{}
	for _, v := range alone(t) {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv(name, value)
		vars[name] = value
	}
	var out, err bytes.Buffer
	env.Args, env.Stderr = args, &err
	if env.Stdout == nil {
		env.Stdout = &out
	}
	env.Getenv = func(name string) string { return vars[name] }
	status := Ask(env)
	return result{status, out.String(), err.String()}
}

// program is ask as a process of its own, with its standard streams as pipes.
type program struct {
	*exec.Cmd
	out io.Reader
	err *bytes.Buffer
}

func start(t *testing.T, args ...string) program {
	t.Helper()
	p := program{Cmd: command(t, append([]string{"ask"}, args...)...), err: new(bytes.Buffer)}
	p.Stderr = p.err
	var err error
	if p.out, err = p.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.Process.Kill() }) // it ended already, or the test failed
	return p
}

// command is a subcommand as a process of its own. It starts with no signal
// ignored, however the tests were started (nohup ignores one): a signal that is
// caught here is at its default there.
func command(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, os.Interrupt, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(caught) })
	cmd := exec.Command(self, args...)
	cmd.Env = alone(t)
	return cmd
}

// golden compares with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
	}
}

// configFile writes a configuration and gives its path.
func configFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sidekicks.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
