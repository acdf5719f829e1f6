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
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"gioui.org/layout"

	"sidekicks/app/desktop"
	"sidekicks/app/i18n"
	"sidekicks/engine"
	"sidekicks/engine/agent"
	"sidekicks/engine/config"
	"sidekicks/engine/guide"
	"sidekicks/engine/logfile"
	"sidekicks/engine/prefs"
)

// version is set by the linker, from git.
var version = "unknown"

// Exit statuses, the same as those of the ask subcommand.
const (
	exitFailed = 1
	exitUsage  = 2
	exitConfig = 3
)

func main() {
	if len(os.Args) > 1 {
		if run := subcommand(os.Args[1]); run != nil {
			runtime.UnlockOSThread() // no toolkit needs the main thread
			os.Exit(run(os.Args[2:]))
		}
	}
	desktop.Main(func() int { return window(os.Args[1:]) })
}

// subcommand returns what runs without a window, nil when name is none.
func subcommand(name string) func(args []string) int {
	switch name {
	case "agent":
		return runGuide
	case agent.GuardCommand:
		return func([]string) int {
			agent.RunGuard(os.Stdin)
			return 0
		}
	}
	return nil
}

// runGuide is the built-in agent, on standard input and output.
func runGuide([]string) int {
	if err := guide.Run(context.Background(), os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "sidekicks agent:", err)
		return exitFailed
	}
	return 0
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

// parse reads the command line. What it has to say goes to say.
func parse(args []string, getenv func(string) string, say io.Writer) (start, error) {
	s := start{trace: parseTrace(getenv("SIDEKICKS_TRACE"))}
	flags := flag.NewFlagSet("sidekicks", flag.ContinueOnError)
	flags.SetOutput(say)
	flags.StringVar(&s.config, "config", getenv("SIDEKICKS_CONFIG"), "configuration `file`")
	flags.BoolVar(&s.demo, "demo", false, "talk with the built-in guide alone")
	flags.StringVar(&s.language, "lang", "", "language: fr or en")
	flags.BoolVar(&s.version, "version", false, "tell the version")
	flags.TextVar(&s.log, "log-level", slog.LevelInfo, "what goes to the log: debug, info, warn or error")
	flags.Usage = func() {
		fmt.Fprint(say, "sidekicks [flags]       open the window\n"+
			"sidekicks ask TEXT…     ask an agent without a window\n"+
			"sidekicks agent         be the built-in agent, on standard input and output\n\nflags:\n")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	if flags.NArg() > 0 {
		fmt.Fprintf(say, "sidekicks: there is no command %q; sidekicks --help tells those there are\n", flags.Arg(0))
		return s, flag.ErrHelp
	}
	return s, nil
}

// window shows the program's window until the person leaves.
func window(args []string) int {
	s, err := parse(args, os.Getenv, os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp) && len(args) > 0 && isHelp(args):
		return 0
	case err != nil:
		return exitUsage
	case s.version:
		fmt.Println("sidekicks", version)
		return 0
	}
	log, closeLog := openLog(s.log)
	defer closeLog()
	c, err := configuration(s, log)
	if err != nil {
		fmt.Fprintln(os.Stderr, "sidekicks:", err)
		return exitConfig
	}
	if err := show(s, c, log); err != nil {
		log.Error("window", "error", err)
		fmt.Fprintf(os.Stderr, "sidekicks: no window can be opened here: %v\n", err)
		return exitFailed
	}
	return 0
}

func isHelp(args []string) bool {
	for _, a := range args {
		switch a {
		case "-h", "-help", "--help":
			return true
		}
	}
	return false
}

// configuration reads the file in force. Where no file is named and none is at
// the usual place there is the guide alone.
func configuration(s start, log *slog.Logger) (config.Config, error) {
	if s.demo {
		return config.Demo(), nil
	}
	usual, err := prefs.ConfigFile()
	if err != nil {
		log.Warn("no place for the configuration", "error", err)
	}
	path := prefs.Resolve(s.config, "", "", usual)
	c, problems, err := config.Load(path)
	if errors.Is(err, os.ErrNotExist) && s.config == "" {
		return config.Demo(), nil
	}
	for _, p := range problems {
		log.Warn("configuration", "file", path, "line", p.Line, "column", p.Column, "problem", p.Code, "args", p.Args)
	}
	return c, err
}

// show wires the engine to the window: commands go down, and a change asks for
// a frame. It returns when every agent has ended.
func show(s start, c config.Config, log *slog.Logger) error {
	w := desktop.NewWindow(desktop.Options{
		Title: "Sidekicks", Width: 1280, Height: 800, Log: log,
		OnFirstFrame: func() {
			if s.trace.start {
				fmt.Fprintln(os.Stderr, "start: first frame")
			}
		},
	})
	e := engine.New(engine.Options{Config: c, OnChange: w.Invalidate, Log: log})
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	go closeOnSignal(ctx, e)
	go func() {
		if err := desktop.WatchDark(ctx, func(dark bool) {}); err != nil {
			log.Info("the system does not tell whether it is dark", "error", err)
		}
	}()
	_ = words(s, c)
	err := w.Run(blank{e}, e.Done())
	e.Close()
	<-e.Done()
	if s.trace.frames {
		fmt.Fprintf(os.Stderr, "frames: %+v\n", w.Stats())
	}
	return err
}

type blank struct{ e *engine.Engine }

func (blank) Frame(layout.Context) {}
func (b blank) CloseRequested()    { b.e.Close() }
func (blank) FocusChanged(bool)    {}

// closeOnSignal ends the engine as the person's Ctrl+C or the system asks, and
// at once when it is asked twice.
func closeOnSignal(ctx context.Context, e *engine.Engine) {
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
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

// words picks the language: the flag's, the configuration's, the system's.
func words(s start, c config.Config) *i18n.Words {
	language := s.language
	if language == "" && c.Language != "auto" {
		language = c.Language
	}
	for _, l := range desktop.Languages() {
		language = cmp.Or(language, l)
	}
	return i18n.For(language)
}

// openLog opens the log in the person's state folder. Without one the program
// works all the same, and says so.
func openLog(level slog.Level) (*slog.Logger, func()) {
	options := &slog.HandlerOptions{Level: level}
	dir, err := prefs.StateDir()
	if err == nil {
		var file *logfile.File
		if file, err = logfile.Open(filepath.Join(dir, "sidekicks.log"), logfile.Options{}); err == nil {
			log := slog.New(slog.NewTextHandler(file, options))
			log.Info("start", "version", version, "go", runtime.Version(), "system", runtime.GOOS+"/"+runtime.GOARCH)
			return log, func() { file.Close() }
		}
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	log.Warn("no log is kept", "error", err)
	return log, func() {}
}
