//go:build window && linux

package windowtest

import (
	"bufio"
	encoding "encoding/binary"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// patience is how long anything may take on a busy machine. It is never
// waited for when all is well.
const patience = 60 * time.Second

// A display is an X server in memory with a window manager, which is needed to
// close a window politely.
type display struct {
	name   string // ":7"
	screen string // the file that the X server draws in
}

// newDisplay starts an X server on a free display, and ends it with the test.
func newDisplay(t testing.TB) *display {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	screen := t.TempDir()
	x := exec.Command("Xvfb", "-displayfd", "3", "-fbdir", screen, "-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset")
	x.ExtraFiles = []*os.File{write}
	serve(t, x)
	write.Close()
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatalf("Xvfb told no display: %v", err)
	}
	d := &display{name: ":" + strings.TrimSpace(number), screen: filepath.Join(screen, "Xvfb_screen0")}
	wm := exec.Command("openbox")
	wm.Env = append(os.Environ(), "DISPLAY="+d.name, "HOME="+t.TempDir())
	serve(t, wm)
	d.waitManager(t)
	return d
}

// waitManager waits until the window manager does what it is asked. It tells its
// name before that, and a window that comes in between is never shown.
func (d *display) waitManager(t testing.TB) {
	t.Helper()
	const desktops = "3" // not what it begins with
	eventually(t, "the window manager", func() bool {
		d.try(nil, "xdotool", "set_num_desktops", desktops)
		n, _ := d.try(nil, "xdotool", "get_num_desktops")
		return strings.TrimSpace(n) == desktops
	})
}

// pixels counts the pixels of the screen that have a colour, 0xRRGGBB.
//
// Source of the file's form: xorgproto, X11/XWDfile.h
func (d *display) pixels(t testing.TB, colour uint32) (n int) {
	t.Helper()
	file, err := os.ReadFile(d.screen)
	if err != nil {
		t.Fatal(err)
	}
	field := func(i int) int { return int(encoding.BigEndian.Uint32(file[4*i:])) }
	const headerSize, colours, colourSize = 0, 19, 12
	for at := field(headerSize) + colourSize*field(colours); at+4 <= len(file); at += 4 {
		if encoding.LittleEndian.Uint32(file[at:])&0xFFFFFF == colour {
			n++
		}
	}
	return n
}

// serve starts a helper that runs until the end of the test. It dies with the
// test binary whatever happens to that.
func serve(t testing.TB, cmd *exec.Cmd) {
	t.Helper()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
}

// try runs a tool on the display and returns its output and whether it worked.
func (d *display) try(stdin io.Reader, name string, args ...string) (string, bool) {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), "DISPLAY="+d.name)
	cmd.Stdin = stdin
	out, err := cmd.Output()
	return string(out), err == nil
}

// run is try for a tool that must work.
func (d *display) run(t testing.TB, name string, args ...string) string {
	t.Helper()
	out, ok := d.try(nil, name, args...)
	if !ok {
		t.Fatalf("%s %q failed: %s", name, args, out)
	}
	return out
}

// eventually calls done until it is true, and fails the test when patience
// ends. The pause between two calls only spares the processor.
func eventually(t testing.TB, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		if done() {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("after %v still not: %s", patience, what)
		}
	}
}
