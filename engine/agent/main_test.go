//go:build !windows

package agent

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/config"
)

// The test binary is also the agents and the programs of these tests: it is
// executed again with a role.
const roleVariable = "SIDEKICKS_TEST_ROLE"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == GuardCommand {
		RunGuard(os.Stdin)
		os.Exit(0)
	}
	role := os.Getenv(roleVariable)
	play, ok := roles()[role]
	switch {
	case ok:
		play()
		os.Exit(0)
	case role != "":
		fmt.Fprintln(os.Stderr, "no such role:", role)
		os.Exit(99)
	}
	os.Exit(m.Run())
}

func roles() map[string]func() {
	return map[string]func(){
		"polite":   func() { greet(greeting); readAll() },
		"deaf":     func() { ignoreTerm(); greet(greeting); hold() },
		"stubborn": func() { greet(greeting); hold() },
		"silent":   func() { present(); hold() },
		"old":      func() { greet(`"result":{"protocolVersion":0}`); readAll() },
		"locked":   func() { greet(`"error":{"code":-32000,"message":"Authentication required"}`); readAll() },
		"refuses": func() {
			greet(`"error":{"code":-32603,"message":"Internal","data":{"error":"no model sk-abcdefghijklmnop1234"}}`)
			readAll()
		},
		"exits": func() { fmt.Fprintln(os.Stderr, "first\nno config file: "+os.Getenv("PRIVATE")); os.Exit(7) },
		"crashes": func() {
			greet(greeting)
			fmt.Println(`{"jsonrpc":"2.0","method":"vendor/dying"}`)
			fmt.Fprintln(os.Stderr, "out of memory")
			os.Exit(9)
		},
		"mute":     func() { greet(greeting); os.Stdout.Close(); hold() },
		"farewell": func() { greet(greeting); readAll(); farewell() },
		"noisy":    func() { noise(os.Stderr); greet(greeting); noise(os.Stderr); readAll() },
		"environ": func() {
			greet(greeting)
			fmt.Println(strings.Join(os.Environ(), "\n"))
			fmt.Println(os.Getwd())
			readAll()
		},
		"parent":   func() { child("linger"); greet(greeting); readAll() },
		"leaver":   func() { child("linger"); greet(greeting); os.Exit(3) },
		"deafpair": func() { ignoreTerm(); child("linger"); greet(greeting); hold() },
		"linger":   func() { ignoreTerm(); present(); hold() },
		"jobs":     func() { child("linger"); inJob("linger"); greet(greeting); readAll() },
		"quitter":  func() { inJob("linger"); greet(greeting); os.Exit(3) },
		"deafjobs": func() { ignoreTerm(); inJob("linger"); greet(greeting); hold() },
		"halted":   func() { child("linger"); greet(greeting); syscall.Kill(os.Getpid(), syscall.SIGSTOP); hold() },
		"runaway":  func() { escape("linger"); greet(greeting); readAll() },
		"program":  program,
	}
}

const greeting = `"result":{"protocolVersion":1,"agentInfo":{"name":"tester","version":"1.2"}}`

// greet answers initialize, whose id is 1. It tells the test that it is there.
func greet(answer string) {
	bufio.NewReader(os.Stdin).ReadString('\n')
	present()
	fmt.Printf(`{"jsonrpc":"2.0","id":1,%s}`+"\n", answer)
}

func readAll()    { io.Copy(io.Discard, os.Stdin) }
func ignoreTerm() { signal.Ignore(syscall.SIGTERM) }
func hold()       { time.Sleep(time.Hour) } // an empty select is a deadlock to a program without cgo

// present opens the test's pipe, and keeps it: the test reads its end when
// everyone who was present is gone.
func present() {
	if name := os.Getenv("PRESENT"); name != "" {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err == nil {
			_, err = fmt.Fprintln(f, os.Getenv(roleVariable), os.Getpid())
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "present:", err)
			os.Exit(98)
		}
		holdFile = f
	}
	if os.Getenv("TELL_PARENT") != "" {
		os.NewFile(3, "parent").Close()
	}
}

var holdFile *os.File // not closed by the collector

// child starts this binary in another role, with the same pipes and in the
// same group, and returns when it is present.
func child(role string) { startChild(role, nil) }

// inJob does so in a group of its own, as shells do with what they run.
func inJob(role string) { startChild(role, &syscall.SysProcAttr{Setpgid: true}) }

// escape does so in a session, and so a group, of its own.
func escape(role string) { startChild(role, &syscall.SysProcAttr{Setsid: true}) }

func startChild(role string, attr *syscall.SysProcAttr) {
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleVariable+"="+role, "TELL_PARENT=1")
	cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = os.Stdout, os.Stderr, attr
	cmd.ExtraFiles = []*os.File{w}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	w.Close()
	io.Copy(io.Discard, r)
}

const farewellLines = 3000

func farewell() {
	for i := range farewellLines {
		fmt.Println("bye", i)
	}
}

func noise(w io.Writer) {
	for range 20_000 {
		fmt.Fprintln(w, strings.Repeat("noise ", 20))
	}
	fmt.Fprintln(w, strings.Repeat("x", 1<<20))
}

// entry is an agent in a role of this binary.
func entry(t *testing.T, role string, env ...string) config.Agent {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	a := config.Agent{Name: role, Command: self, Workspace: t.TempDir(), Env: map[string]string{roleVariable: role}}
	for _, e := range env {
		name, value, _ := strings.Cut(e, "=")
		a.Env[name] = value
	}
	return a
}

// quick is a ladder that does not keep the tests waiting where it is climbed
// to the end; the steps that a test proves to be used are long.
var quick = Options{
	Client:     acp.Implementation{Name: "test", Version: "0"},
	CloseStdin: 50 * time.Millisecond,
	Terminate:  50 * time.Millisecond,
}
