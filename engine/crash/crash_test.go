package crash

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// asProgram makes the test binary a program that records in this folder, and
// then does what its argument says.
const asProgram = "SIDEKICKS_TEST_CRASH"

func TestMain(m *testing.M) {
	dir, ok := os.LookupEnv(asProgram)
	if !ok {
		os.Exit(m.Run())
	}
	r, err := Record(dir, "version 1")
	if err != nil {
		panic(err)
	}
	switch os.Args[1] {
	case "panic":
		go func() { panic("a fault of its own") }()
		select {}
	case "wait":
		os.Stdout.WriteString("ready\n")
		os.Stdin.Read(make([]byte, 1))
	}
	r.Close()
}

func program(t *testing.T, dir, what string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], what)
	cmd.Env = append(os.Environ(), asProgram+"="+dir)
	return cmd
}

// left are the files of a folder.
func left(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}

func TestAFaultIsToldOnce(t *testing.T) {
	dir := t.TempDir()
	if err := program(t, dir, "panic").Run(); err == nil {
		t.Fatal("the program did not fail")
	}
	got, err := Collect(dir)
	if err != nil || !strings.HasPrefix(got, "version 1\n") || !strings.Contains(got, "a fault of its own") || !strings.Contains(got, "crash_test.go") {
		t.Errorf("%v, %q", err, got)
	}
	if again, err := Collect(dir); again != "" || err != nil {
		t.Errorf("told again: %v, %q", err, again)
	}
	if kept, err := os.ReadFile(filepath.Join(dir, Last)); string(kept) != got {
		t.Errorf("kept %q, %v", kept, err)
	}
}

func TestAGoodEndLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	if err := program(t, dir, "end").Run(); err != nil {
		t.Fatal(err)
	}
	if got := left(t, dir); got != "" {
		t.Errorf("left: %s", got)
	}
}

func TestARunningOneIsLeftAloneAndAKilledOneIsNoFault(t *testing.T) {
	dir := t.TempDir()
	cmd := program(t, dir, "wait")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if fault, err := Collect(dir); fault != "" || err != nil || left(t, dir) == "" {
		t.Errorf("of one that runs: %q, %v", fault, err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	if fault, err := Collect(dir); fault != "" || err != nil || left(t, dir) != "" {
		t.Errorf("of one that was killed: %q, %v; left %s", fault, err, left(t, dir))
	}
}

func TestNoPlaceForARecord(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Record(file, ""); err == nil {
		t.Error("no error")
	}
	if fault, err := Collect(filepath.Join(file, "none")); fault != "" || err != nil {
		t.Errorf("%q, %v", fault, err)
	}
}
