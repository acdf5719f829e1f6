//go:build window && linux

package windowtest

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// marker is an environment variable that every process started by a program
// under test inherits, whatever process group it joins.
const marker = "SIDEKICKS_WINDOWTEST"

// A program is a process with one window on a display.
type program struct {
	t       testing.TB
	display *display
	cmd     *exec.Cmd
	mark    string
	window  string // X's id
	home    string

	began      time.Time
	firstFrame chan time.Duration // one value: from exec to the first frame

	mu     sync.Mutex
	stderr bytes.Buffer
	exited chan struct{}
}

// binary is the program that "make build" left.
func binary(t testing.TB) string {
	t.Helper()
	path, err := filepath.Abs("../../../bin/sidekicks")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%v: make build first", err)
	}
	return path
}

// start starts a program with a home folder of its own. Whatever is left of it
// at the end of the test is killed.
func (d *display) start(t testing.TB, path string, args ...string) *program {
	t.Helper()
	return d.startIn(t, t.TempDir(), path, args...)
}

// startIn is start in a home folder that another program may have used. SIGHUP is
// not ignored in the program, however the tests were started (nohup ignores it): a
// signal that is caught here is at its default there.
func (d *display) startIn(t testing.TB, home, path string, args ...string) *program {
	t.Helper()
	p := &program{t: t, display: d, home: home,
		mark:       fmt.Sprintf("%s=%d-%d", marker, os.Getpid(), time.Now().UnixNano()),
		firstFrame: make(chan time.Duration, 1), exited: make(chan struct{})}
	p.cmd = exec.Command(path, args...)
	p.cmd.Env = append(environment(home), "DISPLAY="+d.name, "SIDEKICKS_TRACE=start,frames", p.mark)
	stderr, err := p.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(caught) })
	p.began = time.Now()
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.killAll)
	go p.listen(bufio.NewScanner(stderr))
	return p
}

// environment is what a program sees of this machine: its tools, and neither
// its session bus nor its person's files.
func environment(home string) []string {
	env := []string{"HOME=" + home, "LANG=C.UTF-8", "LIBGL_ALWAYS_SOFTWARE=1",
		"XDG_RUNTIME_DIR=" + home} // which has no bus
	for _, name := range []string{"CONFIG", "STATE", "DATA", "CACHE"} {
		env = append(env, "XDG_"+name+"_HOME="+filepath.Join(home, strings.ToLower(name)))
	}
	return append(env, "PATH="+os.Getenv("PATH"))
}

func (p *program) listen(lines *bufio.Scanner) {
	for lines.Scan() {
		if lines.Text() == "start: first frame" {
			p.firstFrame <- time.Since(p.began)
			continue
		}
		p.mu.Lock()
		fmt.Fprintln(&p.stderr, lines.Text())
		p.mu.Unlock()
	}
	p.cmd.Wait()
	close(p.exited)
}

// said is what the program wrote on stderr.
func (p *program) said() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stderr.String()
}

// stuck ends a program that hangs, and tells of which processes it was and where
// its goroutines were.
func (p *program) stuck() string {
	family := p.family()
	_ = p.cmd.Process.Signal(syscall.SIGQUIT)
	select {
	case <-p.exited:
	case <-time.After(patience / 10): // another process holds its standard error
	}
	return fmt.Sprintf("processes %v: %s", family, p.said())
}

// waitWindow waits for the first frame, remembers the window and returns how
// long that took.
func (p *program) waitWindow(title string) time.Duration {
	p.t.Helper()
	var took time.Duration
	select {
	case took = <-p.firstFrame:
	case <-p.exited:
		p.t.Fatalf("the program ended: %s", p.said())
	case <-time.After(patience):
		p.t.Fatalf("no first frame: %s", p.stuck())
	}
	eventually(p.t, "a window called "+title, func() bool {
		ids, ok := p.display.try(nil, "xdotool", "search", "--onlyvisible", "--name", title)
		p.window, _, _ = strings.Cut(ids, "\n")
		return ok && p.window != ""
	})
	p.display.run(p.t, "xdotool", "windowfocus", "--sync", p.window)
	return took
}

// write types text into what has the focus.
func (p *program) write(text string) {
	p.t.Helper()
	p.display.run(p.t, "xdotool", "type", "--delay", "15", text)
}

// send writes a message and sends it.
func (p *program) send(text string) {
	p.t.Helper()
	p.display.run(p.t, "xdotool", "type", "--delay", "15", text)
	p.display.run(p.t, "xdotool", "key", "Return")
}

// key presses a chord, spelled as xdotool does.
func (p *program) key(chord string) {
	p.t.Helper()
	p.display.run(p.t, "xdotool", "key", "--clearmodifiers", chord)
}

// lastAnswer copies the last answer with its key and returns the clipboard.
func (p *program) lastAnswer() string {
	p.t.Helper()
	p.key("ctrl+shift+c")
	text, _ := p.display.try(nil, "timeout", "5", "xclip", "-o", "-selection", "clipboard")
	return text
}

// closePolitely presses the window's close button.
func (p *program) closePolitely() {
	p.t.Helper()
	id, err := strconv.Atoi(p.window)
	if err != nil {
		p.t.Fatal(err)
	}
	p.display.run(p.t, "wmctrl", "-ic", fmt.Sprintf("%#x", id))
}

// waitExit waits for the program's end and returns its status.
func (p *program) waitExit() int {
	p.t.Helper()
	select {
	case <-p.exited:
		return p.cmd.ProcessState.ExitCode()
	case <-time.After(patience):
		p.t.Fatalf("the program did not end: %s", p.stuck())
		return -1
	}
}

// ended tells whether the program has ended.
func (p *program) ended() bool {
	select {
	case <-p.exited:
		return true
	default:
		return false
	}
}

// family lists the processes that carry the program's mark, itself included.
func (p *program) family() map[int]string {
	found := map[int]string{}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		p.t.Fatal(err)
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		env, err := os.ReadFile(filepath.Join("/proc", e.Name(), "environ"))
		if err != nil || !bytes.Contains(env, []byte(p.mark)) {
			continue
		}
		line, _ := os.ReadFile(filepath.Join("/proc", e.Name(), "cmdline"))
		found[pid] = strings.ReplaceAll(string(line), "\x00", " ")
	}
	return found
}

func (p *program) killAll() {
	for pid := range p.family() {
		syscall.Kill(pid, syscall.SIGKILL)
	}
	<-p.exited
}

// frames reads how many frames the program drew and how many seconds its page
// took for them, which it tells at its end.
func (p *program) frames() (frames, page float64) {
	p.t.Helper()
	p.waitExit()
	m := regexp.MustCompile(`frames: \{Frames:(\d+) Page:(\S+) `).FindStringSubmatch(p.said())
	if m == nil {
		p.t.Fatalf("no word of its frames: %s", p.said())
	}
	frames, _ = strconv.ParseFloat(m[1], 64)
	d, err := time.ParseDuration(m[2])
	if err != nil {
		p.t.Fatal(err)
	}
	return frames, d.Seconds()
}
