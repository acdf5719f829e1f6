package agent

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/windows"

	"sidekicks/engine/config"
)

// The test binary is also the agents of these tests: it is executed again with
// a role, and notes its process in the folder that PRESENT names.
const roleVariable = "SIDEKICKS_TEST_ROLE"

func TestMain(m *testing.M) {
	roles := map[string]func(){
		"polite":   func() { greet(); readAll() },
		"deaf":     func() { child("linger"); greet(); time.Sleep(time.Hour) },
		"linger":   func() { time.Sleep(time.Hour) },
		"says":     func() { greet(); fmt.Printf("%q\n", os.Args[1:]); readAll() },
		"exits":    func() { fmt.Fprintln(os.Stderr, "no config file"); os.Exit(7) },
		"sidekick": func() { sidekick(); time.Sleep(time.Hour) },
	}
	role := os.Getenv(roleVariable)
	if role == "" {
		os.Exit(m.Run())
	}
	if dir := os.Getenv("PRESENT"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, role+" "+strconv.Itoa(os.Getpid())), nil, 0o600); err != nil {
			panic(err)
		}
	}
	roles[role]()
}

func greet() {
	bufio.NewReader(os.Stdin).ReadString('\n')
	fmt.Println(`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1}}`)
}

func readAll() { io.Copy(io.Discard, os.Stdin) }

func child(role string) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleVariable+"="+role)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Start(); err != nil {
		panic(err)
	}
}

// sidekick is a program with a deaf agent.
func sidekick() {
	a := config.Agent{Command: os.Args[0], Workspace: `C:\`, Env: map[string]string{roleVariable: "deaf"}}
	if _, err := (Options{}).Start(context.Background(), a, &quiet{}); err != nil {
		panic(err)
	}
}

func entry(t *testing.T, role, present string) config.Agent {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return config.Agent{Name: role, Command: self, Workspace: `C:\`, Env: map[string]string{roleVariable: role, "PRESENT": present}}
}

// came waits for a process in each of the roles, and opens it.
func came(t *testing.T, dir string, roles ...string) (processes []windows.Handle) {
	t.Helper()
	for _, role := range roles {
		var found []string
		for end := time.Now().Add(30 * time.Second); len(found) == 0; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s did not come", role)
			}
			found, _ = filepath.Glob(filepath.Join(dir, role+" *"))
		}
		_, pid, _ := strings.Cut(filepath.Base(found[0]), " ")
		n, err := strconv.ParseUint(pid, 10, 32)
		if err != nil {
			t.Fatal(err)
		}
		h, err := windows.OpenProcess(windows.SYNCHRONIZE|windows.PROCESS_TERMINATE, false, uint32(n))
		if err != nil {
			t.Fatalf("%s: %v", role, err)
		}
		t.Cleanup(func() { windows.TerminateProcess(h, 1); windows.CloseHandle(h) })
		processes = append(processes, h)
	}
	return processes
}

func ended(t *testing.T, processes []windows.Handle) {
	t.Helper()
	for i, h := range processes {
		if e, err := windows.WaitForSingleObject(h, 20_000); e != windows.WAIT_OBJECT_0 {
			t.Errorf("process %d lives on: %v, %v", i, e, err)
		}
	}
}

func TestAPoliteAgentEndsWithItsInput(t *testing.T) {
	r, err := Options{CloseStdin: time.Hour}.Start(t.Context(), entry(t, "polite", ""), &quiet{})
	if err != nil {
		t.Fatal(err)
	}
	r.Stop()
	if e := r.Exit(); e.Code != 0 {
		t.Errorf("it ended with %v", e)
	}
}

func TestTheJobEndsWhatAnAgentStarted(t *testing.T) {
	dir := t.TempDir()
	r, err := Options{CloseStdin: 50 * time.Millisecond}.Start(t.Context(), entry(t, "deaf", dir), &quiet{})
	if err != nil {
		t.Fatal(err)
	}
	family := came(t, dir, "deaf", "linger")
	r.Stop()
	<-r.Done()
	ended(t, family)
}

// The program is ended the hard way: its agents and what they started go too.
func TestTheJobsEndWithTheProgram(t *testing.T) {
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), roleVariable+"=sidekick", "PRESENT="+dir)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	family := came(t, dir, "deaf", "linger")
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	ended(t, family)
}

func TestAnAgentThatExitsTellsWhy(t *testing.T) {
	_, err := Options{}.Start(t.Context(), entry(t, "exits", ""), &quiet{})
	var fault *StartError
	if !errors.As(err, &fault) || fault.Reason != ExitedEarly || !slices.Equal(fault.Args, []string{"7"}) || !slices.Equal(fault.Stderr, []string{"no config file"}) {
		t.Errorf("%+v", err)
	}
}

// A batch file is found through PATHEXT, in a folder with a blank, and gets its
// arguments as they are.
func TestABatchFileGetsItsArguments(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a folder")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	a := entry(t, "says", "")
	file := filepath.Join(dir, "helper.cmd")
	if err := os.WriteFile(file, []byte("@\""+a.Command+"\" %*\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	a.Command, a.Args = "helper", []string{"plain", "two words", "a&b", "(c)", "d^e", "f|g", "h>i", "!j!", `k\`, "", "-y", "@scope/name", "é"}
	a.Env["PATH"], a.Env["PATHEXT"] = dir, ".EXE;.CMD"
	r, err := Options{CloseStdin: time.Hour}.Start(t.Context(), a, &quiet{})
	if err != nil {
		t.Fatal(err)
	}
	r.Stop()
	<-r.Done()
	if want := fmt.Sprintf("%q", a.Args); !strings.Contains(r.Details(), want) {
		t.Errorf("it was not given %s:\n%s", want, r.Details())
	}
}

func TestWhatCannotBeQuotedIsRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "helper.cmd"), []byte("@exit 0\r\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	a := entry(t, "says", "")
	a.Command, a.Args, a.Env["PATH"] = "helper", []string{"100%PATH%"}, dir
	_, err := Options{}.Start(t.Context(), a, &quiet{})
	var fault *StartError
	if !errors.As(err, &fault) || fault.Reason != CannotQuote {
		t.Errorf("%v", err)
	}
}
