package instance

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"sidekicks/engine/internal/filelock"
)

// asProgram makes the test binary a program that opens a file and waits.
const asProgram = "SIDEKICKS_TEST_INSTANCE"

func TestMain(m *testing.M) {
	state, ok := os.LookupEnv(asProgram)
	if !ok {
		os.Exit(m.Run())
	}
	_, err := Open(state, os.Args[1], func() { fmt.Println("raised") })
	fmt.Println("open", err)
	select {}
}

func open(t *testing.T, state, path string, raise func()) *Instance {
	t.Helper()
	i, err := Open(state, path, raise)
	if err != nil {
		t.Fatal(err)
	}
	if i != nil {
		t.Cleanup(i.Close)
	}
	return i
}

func TestSecondRaisesTheFirst(t *testing.T) {
	state := t.TempDir()
	path := filepath.Join(t.TempDir(), "sidekicks.json")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var raised atomic.Int32
	first, err := Open(state, path, func() { raised.Add(1) })
	if err != nil || first == nil {
		t.Fatal(first, err)
	}
	link := filepath.Join(t.TempDir(), "link.json")
	if err := os.Symlink(path, link); err != nil {
		link = path // Windows lets few people make one
	}
	for n, same := range []string{path, link, filepath.Dir(path) + "/../" + filepath.Base(filepath.Dir(path)) + "/sidekicks.json"} {
		if i := open(t, state, same, nil); i != nil || raised.Load() != int32(n+1) {
			t.Errorf("%s is opened beside; raised %d times", same, raised.Load())
		}
	}
	if open(t, state, filepath.Join(t.TempDir(), "other.json"), func() {}) == nil {
		t.Error("another file is not opened beside")
	}
	first.Close()
	if open(t, state, path, func() {}) == nil {
		t.Error("the file is not free once the first has ended")
	}
}

func TestOfManyOneIsFirst(t *testing.T) {
	state, path := t.TempDir(), filepath.Join(t.TempDir(), "sidekicks.json")
	var first, raised atomic.Int32
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			i, err := Open(state, path, func() { raised.Add(1) })
			if err != nil {
				t.Error(err)
			}
			if i != nil {
				first.Add(1)
				t.Cleanup(i.Close)
			}
		})
	}
	group.Wait()
	if first.Load() != 1 || raised.Load() != 7 {
		t.Errorf("%d are first, raised %d times", first.Load(), raised.Load())
	}
}

func TestKilledOneIsNoObstacle(t *testing.T) {
	state, path := t.TempDir(), filepath.Join(t.TempDir(), "sidekicks.json")
	cmd := exec.Command(os.Args[0], path)
	cmd.Env = append(os.Environ(), asProgram+"="+state)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := bufio.NewReader(out)
	if line, err := said.ReadString('\n'); err != nil || !strings.HasPrefix(line, "open <nil>") {
		t.Fatal(line, err)
	}
	if open(t, state, path, func() {}) != nil {
		t.Error("a program of another process is not seen")
	}
	if line, err := said.ReadString('\n'); err != nil || !strings.HasPrefix(line, "raised") {
		t.Error(line, err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	if open(t, state, path, func() {}) == nil {
		t.Error("what a killed one left is an obstacle")
	}
}

func TestLongPathsAndBadCallers(t *testing.T) {
	state := filepath.Join(t.TempDir(), strings.Repeat("long", 30))
	raised := 0
	i := open(t, state, "x.json", func() { raised++ })
	if open(t, state, "x.json", nil) != nil || raised != 1 {
		t.Errorf("raised %d times", raised)
	}
	for _, said := range []string{"", "raise", "shout\n", strings.Repeat("x", 1000) + "\n"} {
		c, err := net.Dial("unix", i.listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(c, said)
		c.Close()
	}
	if open(t, state, "x.json", nil) != nil || raised != 2 {
		t.Errorf("raised %d times", raised)
	}
}

func TestSilent(t *testing.T) {
	state := t.TempDir()
	lock, err := filelock.Try(filepath.Join(state, "instance-"+name("x.json")))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if _, err := openWithin(10*pause, state, "x.json", nil); !errors.Is(err, ErrSilent) {
		t.Errorf("error %v", err)
	}
	notAFolder := filepath.Join(state, "file")
	if err := os.WriteFile(notAFolder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(notAFolder, "x.json", nil); err == nil {
		t.Error("no error where nothing can be written")
	}
}

// An address is asked once it is whole: half of one may be another's.
func TestAHalfWrittenAddressIsNotAsked(t *testing.T) {
	raised := 0
	first := open(t, t.TempDir(), "x.json", func() { raised++ })
	address, half := first.listener.Addr().String(), filepath.Join(t.TempDir(), "half")
	if err := os.WriteFile(half, []byte(address), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := ask(half); !errors.Is(err, io.ErrUnexpectedEOF) || raised != 0 {
		t.Errorf("%v, raised %d times", err, raised)
	}
	if err := os.WriteFile(half, []byte(address+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := ask(half); err != nil || raised != 1 {
		t.Errorf("%v, raised %d times", err, raised)
	}
}

func TestHolderMoves(t *testing.T) {
	state, dir := t.TempDir(), t.TempDir()
	a, b := filepath.Join(dir, "a.json"), filepath.Join(dir, "b.json")
	var raised atomic.Int32
	h := &Holder{State: state, Raise: func() { raised.Add(1) }}
	defer h.Close()
	for _, path := range []string{a, b} {
		if mine, err := h.Move(path); !mine || err != nil {
			t.Fatal(mine, err)
		}
	}
	other := open(t, state, a, func() {})
	if other == nil {
		t.Fatal("the file before is not free")
	}
	if mine, err := h.Move(a); mine || err != nil {
		t.Errorf("moved to another's file: %v, %v", mine, err)
	}
	if open(t, state, b, nil) != nil || raised.Load() != 1 {
		t.Error("its own file is no longer held")
	}
}
