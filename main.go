// Command sidekicks is a desktop program to talk with the AI agents on one's
// own computer over the Agent Client Protocol.
//
// This file reads the flags and the environment, opens the log, and starts
// either a subcommand, which needs no display, or the window.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"gioui.org/unit"

	"sidekicks/app"
	"sidekicks/app/cli"
	"sidekicks/app/desktop"
	"sidekicks/app/i18n"
	"sidekicks/engine"
	"sidekicks/engine/acp"
	"sidekicks/engine/agent"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
	"sidekicks/engine/crash"
	"sidekicks/engine/discover"
	"sidekicks/engine/guide"
	"sidekicks/engine/instance"
	"sidekicks/engine/journal"
	"sidekicks/engine/logfile"
	"sidekicks/engine/prefs"
)

// version is set by the linker, from git.
var version = "unknown"

// Exit statuses, the same as those of the subcommands.
const (
	statusFailed = 1
	statusUsage  = 2
)

func main() {
	prefs.DropRelativeHome()
	if len(os.Args) > 1 {
		if run := subcommand(os.Args[1]); run != nil {
			os.Exit(run(os.Args[2:]))
		}
	}
	desktop.Main(func() int { return window(os.Args[1:]) })
}

// subcommand returns what runs without a window, nil when name is none.
func subcommand(name string) func(args []string) int {
	switch name {
	case "ask":
		return func(args []string) int { return withEngine(args, cli.Ask) }
	case "check":
		return func(args []string) int { return cli.Check(cli.System(args, engine.Options{})) }
	case "schema":
		return func(args []string) int { return cli.Schema(cli.System(args, engine.Options{})) }
	case "explain":
		return func(args []string) int { return cli.Explain(cli.System(args, engine.Options{})) }
	case "agent":
		return func([]string) int { return runGuide() }
	case agent.GuardCommand:
		return func([]string) int {
			agent.RunGuard(os.Stdin)
			return 0
		}
	}
	return nil
}

// runGuide is the built-in agent, on standard input and output.
func runGuide() int {
	if err := guide.Run(context.Background(), i18n.Locale(os.Getenv), os.Stdin, cli.Stdout()); err != nil {
		fmt.Fprintln(os.Stderr, "sidekicks agent:", err)
		return statusFailed
	}
	return 0
}

// withEngine runs a subcommand that may need an engine.
func withEngine(args []string, run func(cli.Env) int) int {
	log, closeLog := openLog(slog.LevelInfo)
	defer closeLog()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	process := processes(ctx, log, parseTrace(os.Getenv("SIDEKICKS_TRACE")), nil)
	defer process.Guard.Close()
	return run(cli.System(args, withRecord(engine.Options{Process: process, Log: log})))
}

// withRecord says where decisions are written down, and where what they may
// lose is copied to. Without such a place the program works all the same.
func withRecord(o engine.Options) engine.Options {
	state, err := prefs.StateDir()
	if err != nil {
		o.Log.Warn("no journal is kept", "error", err)
	} else {
		o.Journal = journal.New(state, 0)
	}
	if o.Copies.Dir, err = prefs.CopiesDir(); err != nil {
		o.Log.Warn("no safety copies are kept", "error", err)
	}
	return o
}

// processes says how agents are started. The login shell is asked for its PATH
// once begin is closed.
func processes(ctx context.Context, log *slog.Logger, t trace, begin <-chan struct{}) agent.Options {
	return agent.Options{
		Client: acp.Implementation{Name: "sidekicks", Title: "Sidekicks", Version: version},
		Path:   discover.PathOnce(ctx, discover.PathOptions{Begin: begin}),
		Guard:  agent.NewGuard(""),
		Log:    log,
		Trace:  t.acp,
	}
}

// A start is what the flags and the environment ask for.
type start struct {
	config   string // path, "" for the usual places
	demo     bool
	language string // "" for the configuration's, then the system's
	version  bool
	log      slog.Level
	trace    trace
}

// A trace is what SIDEKICKS_TRACE asks for, separated by commas.
type trace struct {
	acp    bool // the wire goes to the log
	start  bool // the first frame is told on stderr
	frames bool // what the frames took is told on stderr at the end
}

func parseTrace(s string) trace {
	words := strings.Split(s, ",")
	return trace{slices.Contains(words, "acp"), slices.Contains(words, "start"), slices.Contains(words, "frames")}
}

// parse reads the command line. What is wrong with it goes to say.
func parse(args []string, getenv func(string) string, words *i18n.Words, say io.Writer) (start, error) {
	s := start{trace: parseTrace(getenv("SIDEKICKS_TRACE"))}
	flags := flag.NewFlagSet("sidekicks", flag.ContinueOnError)
	flags.SetOutput(say)
	flags.StringVar(&s.config, "config", getenv("SIDEKICKS_CONFIG"), "")
	flags.BoolVar(&s.demo, "demo", false, "")
	flags.StringVar(&s.language, "lang", "", "")
	flags.BoolVar(&s.version, "version", false, "")
	flags.TextVar(&s.log, "log-level", slog.LevelInfo, "")
	flags.Usage = func() { fmt.Fprintln(say, words.Usage) }
	err := flags.Parse(args)
	if err == nil && flags.NArg() > 0 {
		flags.Usage()
		err = fmt.Errorf("no command is called %q", flags.Arg(0))
	}
	if err == nil && s.language != "" && !i18n.Speaks(s.language) {
		err = errors.New(words.WrongLanguage())
		fmt.Fprintln(say, err)
	}
	return s, err
}

// garbage is how much the heap of the window may grow before it is collected,
// in percent of what lives. A stream makes much garbage and little that lives:
// at half of Go's usual 100 the program is about 35 MB smaller and no slower.
const garbage = 50

// startMemory is the memory in bytes up to which nothing is collected until the
// first frame is on screen: what a start makes mostly stays, and looking for
// the rest again and again is a good part of the time until something is seen.
const startMemory = 128 << 20

// collectLater puts off the collecting of garbage. The function that it returns
// begins it, and may be called at any time.
func collectLater() (begin func()) {
	debug.SetMemoryLimit(startMemory)
	debug.SetGCPercent(-1)
	return func() {
		debug.SetGCPercent(garbage)
		debug.SetMemoryLimit(math.MaxInt64)
	}
}

// window shows the program's window until the person leaves.
func window(args []string) int {
	words := i18n.For(locale())
	s, err := parse(args, os.Getenv, words, os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return statusUsage
	case s.version:
		return cli.Print(cli.System(nil, engine.Options{}), "sidekicks "+version+"\n")
	}
	release, collect := desktop.Preload(os.Getenv), collectLater()
	drawn := func() { release(); collect() }
	log, closeLog := openLog(s.log)
	defer closeLog()
	remembered := remember(log)
	if err := show(s, configuration(s, remembered.LastOpened, log), remembered, drawn, log); err != nil {
		log.Error("window", "error", err)
		fmt.Fprintln(os.Stderr, "sidekicks:", words.NoWindow)
		return statusFailed
	}
	return 0
}

// An opened configuration is what the window begins with.
type opened struct {
	config config.Config
	file   engine.ConfigFile
	named  bool // by the person, now or when it was opened last
}

// configuration reads the file in force: the one that is named, else the one
// opened last, else the one at the usual place. Where none is named and none is
// there, the guide alone is in force until there is one. One that cannot be read
// is told in the window.
func configuration(s start, last string, log *slog.Logger) opened {
	demo := opened{config: withLanguage(config.Demo(), s.language)}
	if s.demo {
		return demo
	}
	usual, err := prefs.ConfigFile()
	if err != nil {
		log.Warn("no place for the configuration", "error", err)
	}
	path := prefs.Resolve(s.config, "", last, usual)
	if path == "" {
		return demo
	}
	o := opened{file: engine.ReadConfig(path), named: s.config != "" || last != ""}
	if o.file.Missing() && s.config == "" {
		o.config = demo.config
		return o
	}
	c, problems := config.Parse(o.file.Text, config.OS())
	if o.file.Err != nil {
		log.Warn("configuration", "file", path, "error", o.file.Err)
		problems = nil
	}
	for _, p := range problems {
		log.Warn("configuration", "file", path, "line", p.Line, "column", p.Column, "problem", p.Code, "args", p.Args)
	}
	o.config = withLanguage(c, s.language)
	return o
}

// remember is what the program remembers of its last runs.
func remember(log *slog.Logger) prefs.Preferences {
	p, err := prefs.Load(preferences(log))
	if err != nil {
		log.Warn("preferences", "error", err)
	}
	return p
}

// keepLook remembers what the window looked like.
func keepLook(size desktop.Size, look app.Look, log *slog.Logger) {
	path := preferences(log)
	if path == "" {
		return
	}
	err := prefs.Update(path, func(p *prefs.Preferences) {
		p.Window = prefs.Window{Width: int(size.Width), Height: int(size.Height), Maximized: size.Maximized}
		p.Sidebar.Folded, p.Zoom, p.Dark = look.Folded, look.Zoom, look.Dark
	})
	if err != nil {
		log.Warn("remember the window", "error", err)
	}
}

// preferences is the file that remembers what was opened, "" when there is no
// place for it.
func preferences(log *slog.Logger) string {
	path, err := prefs.File()
	if err != nil {
		log.Warn("no place for the preferences", "error", err)
	}
	return path
}

// settings says what configurations are judged by: this computer, with the
// commands that agents will be found by.
func settings(file engine.ConfigFile, process agent.Options, log *slog.Logger) engine.ConfigOptions {
	return engine.ConfigOptions{
		File: file, Env: config.OS(), Preferences: preferences(log),
		LookPath: func(ctx context.Context, name string) (string, error) {
			return discover.LookPath(name, process.Path(ctx), os.Getenv("PATHEXT"))
		},
		Found: func(ctx context.Context) []engine.FoundAgent {
			var found []engine.FoundAgent
			for _, a := range discover.Agents(process.Path(ctx), os.Getenv("PATHEXT")) {
				found = append(found, engine.FoundAgent{File: a.File, Agent: config.Agent{Name: a.Name, Command: a.Program, Args: a.Args, Env: a.Env}})
			}
			return found
		},
	}
}

func withLanguage(c config.Config, language string) config.Config {
	c.Language = cmp.Or(language, c.Language)
	return c
}

// show wires the engine to the window: commands go down, and a change asks for
// a frame. It calls drawn once the first frame is on screen, and returns when every
// agent has ended.
func show(s start, o opened, remembered prefs.Preferences, drawn func(), log *slog.Logger) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var e *engine.Engine // made with the window's Invalidate, before the window is shown
	var a *app.App
	var attention *app.Attention
	seen := make(chan struct{}) // closed once the first frame is: what can wait for it leaves it the processor
	w := desktop.NewWindow(desktop.Options{
		Title: "Sidekicks",
		Size:  desktop.Size{Width: unit.Dp(remembered.Window.Width), Height: unit.Dp(remembered.Window.Height), Maximized: remembered.Window.Maximized},
		OnFirstFrame: func() {
			drawn()
			close(seen)
			if s.trace.start {
				fmt.Fprintln(os.Stderr, "start: first frame")
			}
		},
		OnFocus: func(front bool) {
			attention.Changed()
			if front {
				e.LookAtConfig() // a network folder tells of no change
			}
		},
	})
	holder, beside := hold(o.file.Path, w.Raise, log)
	defer holder.Close()
	if beside == raised {
		return nil
	}
	fault, endRecord := faults(o.config.Agents, log)
	defer endRecord()
	process := processes(ctx, log, s.trace, seen)
	defer process.Guard.Close()
	attention = app.NewAttention(app.Attention{
		Notifier: new(desktop.Notifier), InFront: w.InFront, Language: s.language, Locale: locale(), Log: log,
		Clicked: func(key conversation.Key) {
			w.Post(func() { a.Select(key) })
			w.Raise()
		},
	})
	changed := func() {
		w.Invalidate()
		attention.Changed()
	}
	options := withRecord(engine.Options{Config: o.config, Process: process, OnChange: changed, Log: log, Confirm: true, Forms: true, Settings: settings(o.file, process, log)})
	e = engine.New(options)
	attention.Engine = e
	only := alone{e, holder, func(o other) { w.Post(func() { tellOther(a, o) }) }, log}
	open := func() desktop.Page {
		a = app.New(app.Options{Engine: only, Config: o.config, Named: o.named, Crash: fault, Journal: options.Journal, Language: s.language, Locale: locale(),
			Look:   app.Look{Zoom: remembered.Zoom, Folded: remembered.Sidebar.Folded, Dark: remembered.Dark},
			Choose: chooser(w, func() *app.App { return a }, log), Post: w.PostPaced, OpenURL: func(url string) {
				if err := desktop.OpenURL(url); err != nil {
					log.Warn("open a link", "error", err)
				}
			}})
		tellOther(a, beside)
		return a
	}
	go followSystem(ctx, w, func() *app.App { return a }, log)
	go attention.Run(ctx)
	go closeOnSignal(ctx, only)
	err := w.Run(open, e.Done())
	a.Close()
	e.Close()
	<-e.Done()
	if err == nil {
		keepLook(w.Size(), a.Look(), log)
	}
	if s.trace.frames {
		fmt.Fprintf(os.Stderr, "frames: %+v\n", w.Stats())
	}
	return err
}

// faults gives what an earlier run ended by, without secrets, and begins to
// write down what this one may end by.
func faults(agents []config.Agent, log *slog.Logger) (last string, end func()) {
	dir, err := prefs.StateDir()
	if err != nil {
		return "", func() {}
	}
	if last, err = crash.Collect(dir); err != nil {
		log.Warn("faults of earlier runs", "error", err)
	}
	if last = agent.WithoutSecrets(last, agents); last != "" {
		log.Error("the program ended by a fault", "fault", last)
	}
	r, err := crash.Record(dir, strings.Join([]string{"sidekicks " + version, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}, "\n"))
	if err != nil {
		log.Warn("faults are not written down", "error", err)
		return last, func() {}
	}
	return last, r.Close
}

// An other is what became of another window that has a configuration open.
type other uint8

const (
	none   other = iota // or it cannot be known whether there is one
	raised              // it was asked to come to the front
	silent              // it does not answer
)

// hold makes this program the one that has a configuration file open. Where
// another has it and does not answer, the file is opened beside.
func hold(path string, raise func(), log *slog.Logger) (*instance.Holder, other) {
	state, err := prefs.StateDir()
	holder := &instance.Holder{State: state, Raise: raise}
	if err != nil || path == "" {
		return holder, none
	}
	return holder, move(holder, path, log)
}

// move makes this program the one that has another file open.
func move(holder *instance.Holder, path string, log *slog.Logger) other {
	mine, err := holder.Move(path)
	if err != nil {
		log.Warn("other windows of this configuration", "error", err)
	}
	switch {
	case errors.Is(err, instance.ErrSilent):
		return silent
	case !mine:
		return raised
	}
	return none
}

// tellOther tells the person of another window that has the configuration open.
func tellOther(a *app.App, o other) {
	switch o {
	case raised:
		a.Tell(a.Words().OpenElsewhere)
	case silent:
		a.Tell(a.Words().OpenBeside)
	}
}

// alone is an engine that opens no file which another window has open.
type alone struct {
	*engine.Engine
	holder *instance.Holder
	tell   func(other) // that another window has it
	log    *slog.Logger
}

// Close gives the file free at once: who starts the program again while the
// agents of this window are ending gets a window.
func (s alone) Close() {
	go s.holder.Close() // ends within seconds, or with the process
	s.Engine.Close()
}

// OpenConfig opens another file, or has the window that has it open come to the
// front.
func (s alone) OpenConfig(path string) {
	if s.Snapshot().Config.IsOpen(path) {
		s.Engine.OpenConfig(path) // to be read again
		return
	}
	go func() { // ends within seconds, or with the process
		other := move(s.holder, path, s.log)
		if other != raised {
			s.Engine.OpenConfig(path)
		}
		s.tell(other)
	}()
}

// chooser opens the system's dialogs, and hands what was chosen to the window's
// goroutine. Where none can be had the window asks itself.
func chooser(w *desktop.Window, content func() *app.App, log *slog.Logger) func(folder bool, chosen func(string)) {
	dialogs := new(desktop.Chooser)
	return func(folder bool, chosen func(string)) {
		choice := desktop.Choice{Kind: desktop.OpenFile, Title: content().Words().AskPath(folder)}
		if folder {
			choice.Kind = desktop.OpenFolder
		}
		go func() { // ends when the person has answered, or with the process
			switch path, err := dialogs.Choose(choice); {
			case errors.Is(err, desktop.ErrCancelled), errors.Is(err, desktop.ErrDialogIsOpen):
			case err != nil:
				log.Info("choose a file", "error", err)
				w.Post(func() { content().AskPath(folder, chosen) })
			default:
				w.Post(func() { chosen(path) })
			}
		}()
	}
}

// followSystem keeps the window's content as dark and as still as the system until ctx ends.
func followSystem(ctx context.Context, w *desktop.Window, content func() *app.App, log *slog.Logger) {
	err := desktop.WatchAppearance(ctx, func(is desktop.Appearance) {
		w.Post(func() {
			content().SetSystem(app.System{Dark: is.Dark, ReducedMotion: is.ReducedMotion, Locale: locale()})
		})
	})
	if err != nil && ctx.Err() == nil {
		log.Info("the system does not tell how it looks", "error", err)
		w.Post(func() { content().SetSystem(app.System{Locale: locale()}) })
	}
}

// closeOnSignal ends the engine when Ctrl+C, the system or the terminal's end
// asks for it, and at once when it is asked twice.
func closeOnSignal(ctx context.Context, e alone) {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, cli.EndSignals()...)
	defer signal.Stop(signals)
	for {
		select {
		case <-signals:
			e.Close()
		case <-ctx.Done():
			return
		}
	}
}

// locale is the language that the system prefers, "" when it does not say.
func locale() string { return cmp.Or(append(desktop.Languages(), "")...) }

// openLog opens the log in the person's state folder. Without one the program
// works all the same, and says so.
func openLog(level slog.Level) (log *slog.Logger, closeLog func()) {
	dir, err := prefs.StateDir()
	if err == nil {
		var file *logfile.File
		if file, err = logfile.Open(filepath.Join(dir, "sidekicks.log"), logfile.Options{}); err == nil {
			log = slog.New(slog.NewTextHandler(file, &slog.HandlerOptions{Level: level}))
			log.Info("start", "version", version, "go", runtime.Version(), "system", runtime.GOOS+"/"+runtime.GOARCH)
			return log, func() { file.Close() }
		}
	}
	log = slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	log.Warn("no log is kept", "error", err)
	return log, func() {}
}
