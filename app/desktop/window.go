package desktop

import (
	"image/color"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"gioui.org/app"
	"gioui.org/io/system"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/paint"
	"gioui.org/unit"
)

// A Page is what a window shows. Its methods are called on one goroutine, the
// window's, and must not wait.
type Page interface {
	// Frame updates the page's state from its events and draws it.
	Frame(gtx layout.Context)
	// CloseRequested tells that the person asked to close the window, each time
	// they do. The window stays until the channel given to Run is closed.
	CloseRequested()
}

// Options say how a window looks before its page draws anything.
type Options struct {
	Title string
	Size  Size // as it was left; what it lacks is the program's own choice
	// OnFirstFrame, when set, is called once, after the first frame is on
	// screen.
	OnFirstFrame func()
	// OnFocus, when set, is called when the person comes to the window or leaves
	// it. It may not wait.
	OnFocus func(front bool)
}

// A Size is how large a window is. Where it stands is the desktop's affair: Gio
// neither tells nor sets it.
type Size struct {
	Width, Height unit.Dp // of the window that is not maximized
	Maximized     bool
}

// The size of a window that was never sized, and bounds beyond which a size
// that is remembered is not believed.
const (
	ownWidth, ownHeight   unit.Dp = 1280, 800
	leastWidth, mostWidth unit.Dp = 360, 10_000
	leastHeight           unit.Dp = 320
)

// sound is the size with what it lacks.
func (s Size) sound() Size {
	if s.Width < leastWidth || s.Height < leastHeight || max(s.Width, s.Height) > mostWidth {
		s.Width, s.Height = ownWidth, ownHeight
	}
	return s
}

// A Window is one window of the desktop, shown by Run.
type Window struct {
	gio     *app.Window
	options Options
	pacer   pacer
	giver   giver // once what changes the content pauses, though a caret may blink
	quiet   giver // once no frame is drawn any more, whatever they were for

	watch  func()        // begins to look for that, once the window is on screen; or nil
	taken  chan struct{} // closed when the desktop or another program destroyed the window
	taking sync.Once

	mu    sync.Mutex
	posts []func()

	stats   Stats
	size    Size
	mode    app.WindowMode
	front   atomic.Bool // it has the keyboard
	closing bool        // the window may go: its content ended
}

// Stats tells what a window's frames took.
type Stats struct {
	Frames int
	// Page is the time in the page's Frame: update, snapshot and layout, on one
	// goroutine that never waits.
	Page time.Duration
	// CPU is the processor time of the process during frames, drawing included.
	CPU time.Duration
}

// NewWindow makes a window that is not shown yet.
func NewWindow(o Options) *Window {
	w := &Window{gio: new(app.Window), taken: make(chan struct{}), options: o, size: o.Size.sound()}
	w.pacer.invalidate = w.gio.Invalidate
	w.giver.give, w.quiet.give = giveBack, giveBack
	w.gio.Option(app.Title(o.Title), app.Size(w.size.Width, w.size.Height), app.MinSize(leastWidth, leastHeight))
	if w.size.Maximized {
		w.gio.Option(app.Maximized.Option())
	}
	return w
}

// Invalidate asks for a frame because something to be shown has changed. It
// may be called from any goroutine at any time, never waits, and is paced: a
// burst of changes costs about half a core at most, whatever a frame costs.
func (w *Window) Invalidate() {
	w.pacer.Invalidate()
	w.giver.Changed()
}

// Post has f called on the window's goroutine before its next frame, which it
// asks for. It may be called from any goroutine and never waits.
func (w *Window) Post(f func()) {
	w.post(f)
	w.pacer.Hurry()
}

// PostPaced is Post for what is no answer to the person, and may come often: its
// frame is paced, as those of Invalidate are.
func (w *Window) PostPaced(f func()) {
	w.post(f)
	w.pacer.Invalidate()
}

func (w *Window) post(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.posts = append(w.posts, f)
}

// InFront reports whether the person is at the window. It may be called from
// any goroutine.
func (w *Window) InFront() bool { return w.front.Load() }

// Raise brings the window to the front where the desktop lets it; Wayland does
// not. It may be called from any goroutine, and does not wait.
func (w *Window) Raise() { w.Post(func() { w.gio.Perform(system.ActionRaise) }) }

// Run shows the window and draws the page that open makes until ended is
// closed, or until the desktop takes the window away; that it cannot be shown is
// an error. open is called once, at once, on a goroutine of its own: the desktop
// takes as long to make a window, whose first frame waits for the page. It has
// returned when Run does. Invalidate and Post may still be called afterwards and
// then do nothing.
func (w *Window) Run(open func() Page, ended <-chan struct{}) error {
	page := make(chan Page, 1)
	go func() { page <- open() }()
	opened := sync.OnceValue(func() Page { return <-page })
	defer opened()
	gone := make(chan error, 1)
	defer w.giver.Stop()
	defer w.quiet.Stop()
	go func() { gone <- w.loop(opened, ended) }()
	select {
	case err := <-gone:
		return err
	case <-w.taken: // the loop waits for a window that is not there, and ends with the process
		return nil
	case <-ended:
	}
	w.pacer.Hurry() // wakes the loop, which may be waiting for the desktop
	leave := time.NewTimer(leaveTime)
	defer leave.Stop()
	select {
	case err := <-gone:
		return err
	case <-leave.C: // the loop ends with the process
		w.pacer.Stop()
		return nil
	}
}

// leaveTime is how long the desktop is given to close a window whose content
// has ended.
const leaveTime = 5 * time.Second

// loop is the window's goroutine.
func (w *Window) loop(page func() Page, ended <-chan struct{}) error {
	var ops op.Ops
	for {
		e := w.gio.Event()
		if e, ok := e.(app.DestroyEvent); ok {
			w.pacer.Stop()
			return e.Err
		}
		if watch := watcher(e, w.take); watch != nil {
			w.watch = watch
		}
		select {
		case <-w.taken:
			return nil // nothing can be drawn any more, nor told to the desktop
		default:
		}
		w.handle(e, &ops, page)
		w.leaveOnce(ended)
	}
}

// take notes that the window was taken away. Nothing may be drawn from then on.
func (w *Window) take() {
	w.pacer.Stop()
	w.taking.Do(func() { close(w.taken) })
}

func (w *Window) handle(e any, ops *op.Ops, page func() Page) {
	switch e := e.(type) {
	case app.FrameEvent:
		w.frame(e, ops, page())
	case app.ConfigEvent:
		w.mode = e.Config.Mode
		if front := e.Config.Focused; w.front.Swap(front) != front && w.options.OnFocus != nil {
			w.options.OnFocus(front)
		}
	case *app.ClosingEvent:
		if !w.closing {
			e.Abort()
			page().CloseRequested()
			w.pacer.Hurry()
		}
	}
}

// leaveOnce closes the window when its content has ended. The pacer stops
// first: a window that is being destroyed must not be invalidated.
func (w *Window) leaveOnce(ended <-chan struct{}) {
	if w.closing {
		return
	}
	select {
	case <-ended:
		w.closing = true
		w.pacer.Stop()
		w.gio.Perform(system.ActionClose)
	default:
	}
}

func (w *Window) frame(e app.FrameEvent, ops *op.Ops, page Page) {
	began, cpu := time.Now(), cpuTime()
	w.pacer.Began()
	gtx := app.NewContext(ops, e)
	w.measure(e)
	w.runPosts()
	paint.Fill(gtx.Ops, color.NRGBA{A: 0xff})
	before := time.Now()
	page.Frame(gtx)
	w.stats.Page += time.Since(before)
	e.Frame(gtx.Ops)
	w.drawn(time.Since(began), cpuTime()-cpu)
	if w.watch != nil {
		w.watch()
		w.watch = nil
	}
	if w.stats.Frames == 1 && w.options.OnFirstFrame != nil {
		w.options.OnFirstFrame()
	}
}

// drawn notes that a frame is on screen after wall, having taken cpu.
func (w *Window) drawn(wall, cpu time.Duration) {
	w.pacer.Ended(wall, cpu)
	w.quiet.Changed()
	w.stats.Frames++
	w.stats.CPU += cpu
}

// measure remembers how large the window is.
func (w *Window) measure(e app.FrameEvent) {
	switch w.mode {
	case app.Windowed:
		w.size = Size{Width: wholeDp(e.Metric, e.Size.X), Height: wholeDp(e.Metric, e.Size.Y)}
	case app.Maximized:
		w.size.Maximized = true
	}
}

// wholeDp rounds, so that a size which is kept as a whole number stays the same
// from run to run.
func wholeDp(m unit.Metric, px int) unit.Dp {
	return unit.Dp(math.Round(float64(m.PxToDp(px))))
}

// Size returns how large the window is, or was at its end. It may be called
// once Run has returned.
func (w *Window) Size() Size { return w.size }

// Stats returns what the frames took. It may be called once Run has returned.
func (w *Window) Stats() Stats { return w.stats }

func (w *Window) runPosts() {
	w.mu.Lock()
	posts := w.posts
	w.posts = nil
	w.mu.Unlock()
	for _, f := range posts {
		f()
	}
}
