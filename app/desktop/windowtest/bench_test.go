//go:build window && linux

package windowtest

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gioui.org/app"
	"gioui.org/op"

	_ "sidekicks/app/desktop" // links what the program links: notifications and the bus; dialogs are a process of their own
)

// bareWindow makes this test binary a program with an empty Gio window, which
// the real one is compared to.
const bareWindow = "bare-window"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == bareWindow {
		go bare()
		app.Main()
	}
	os.Exit(m.Run())
}

func bare() {
	w := new(app.Window)
	w.Option(app.Title("Bare"), app.Size(1280, 800))
	var ops op.Ops
	told := false
	for {
		switch e := w.Event().(type) {
		case app.DestroyEvent:
			os.Exit(0)
		case app.FrameEvent:
			app.NewContext(&ops, e)
			e.Frame(&ops)
			if !told {
				fmt.Fprintln(os.Stderr, "start: first frame")
				told = true
			}
		}
	}
}

func (d *display) startBare(t testing.TB, home string) *program {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return d.startIn(t, home, self, bareWindow)
}

// BenchmarkStart compares the time to the first frame with a bare window's:
// medians of ten starts each, taken by turns, after one that warms the disk and
// the caches of the home folder: the driver's of what it has compiled, and that of
// the system's fonts.
func BenchmarkStart(b *testing.B) {
	d, bareHome, home := newDisplay(b), b.TempDir(), b.TempDir()
	for b.Loop() {
		var bare, ours []time.Duration
		for i := range 11 {
			p := d.startBare(b, bareHome)
			q := p.waitWindow("Bare")
			p.killAll()
			p = d.startIn(b, home, binary(b), "--demo")
			r := p.waitWindow("Sidekicks")
			p.killAll()
			if i > 0 {
				bare, ours = append(bare, q), append(ours, r)
			}
		}
		b.ReportMetric(median(ours).Seconds()*1e3, "start-ms")
		b.ReportMetric(median(bare).Seconds()*1e3, "bare-ms")
		b.ReportMetric(float64(median(ours))/float64(median(bare)), "start/bare")
	}
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

// BenchmarkStream measures the processor time and the memory of the program
// while an answer of 60 KB comes in at 250 fragments a second, with nothing
// and with 1,000 messages above it.
func BenchmarkStream(b *testing.B) {
	for _, messages := range []int{0, 1000} {
		b.Run(fmt.Sprintf("messages=%d", messages), func(b *testing.B) {
			for b.Loop() {
				stream(b, messages)
			}
		})
	}
}

func stream(b *testing.B, messages int) {
	d := newDisplay(b)
	bare := d.startBare(b, b.TempDir())
	bare.waitWindow("Bare")
	bare.rest()
	p := d.start(b, binary(b), "--demo")
	p.waitWindow("Sidekicks")
	for range messages / 2 { // a message of the person and one of the guide
		p.send("hello")
	}
	p.rest()
	want := answer(b, "stream 60 100000")
	before := p.cpu()
	p.send("stream 60 250")
	time.Sleep(9 * time.Second) // it takes 10; copying it earlier would cost frames
	eventually(b, "the whole answer", func() bool {
		p.rest()
		return same(p.lastAnswer(), want)
	})
	b.ReportMetric((p.cpu() - before).Seconds(), "cpu-s")
	// Copying drew frames: what they took is given back once no more come, and the
	// caret stops blinking after 10 seconds.
	time.Sleep(12 * time.Second)
	b.ReportMetric(float64(p.pss()-bare.pss())/1e6, "MB-above-bare")
	b.ReportMetric(float64(bare.pss())/1e6, "bare-MB")
	before = p.cpu()
	time.Sleep(10 * time.Second)
	b.ReportMetric((p.cpu()-before).Seconds()*1e3, "rest-cpu-ms")
	p.closePolitely()
	frames, page := p.frames()
	b.ReportMetric(frames, "frames")
	b.ReportMetric(page, "page-s")
}

// rest waits until the program does nothing for a second.
func (p *program) rest() {
	p.t.Helper()
	eventually(p.t, "a second at rest", func() bool {
		before := p.cpu()
		time.Sleep(time.Second)
		return p.cpu()-before < 30*time.Millisecond
	})
}

// cpu is the processor time that the program has used, without its children.
func (p *program) cpu() time.Duration {
	p.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.cmd.Process.Pid))
	if err != nil {
		p.t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), ") ") // the name may hold anything
	fields := strings.Fields(rest)
	user, _ := strconv.Atoi(fields[11])
	system, _ := strconv.Atoi(fields[12])
	return time.Duration(user+system) * 10 * time.Millisecond // USER_HZ is 100 on Linux
}

// pss is the program's share of memory in bytes.
func (p *program) pss() int64 {
	p.t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", p.cmd.Process.Pid))
	if err != nil {
		p.t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if kb, ok := strings.CutPrefix(line, "Pss:"); ok {
			n, _ := strconv.ParseInt(strings.Fields(kb)[0], 10, 64)
			return n << 10
		}
	}
	p.t.Fatal("no Pss")
	return 0
}
