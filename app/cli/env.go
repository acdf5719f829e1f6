package cli

import (
	"cmp"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"

	"sidekicks/app/i18n"
	"sidekicks/engine"
)

// The statuses that the subcommands end with.
const (
	statusOK          = 0
	statusFailed      = 1 // the agent failed
	statusUsage       = 2
	statusConfig      = 3   // the configuration cannot be used, or lacks the agent
	statusInterrupted = 130 // by Ctrl+C; by another signal 128 and its number, as shells have it
)

// An Env is what a subcommand is given by the system.
type Env struct {
	Args           []string // after the subcommand's name
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(string) string
	// Interrupts begins to catch Ctrl+C and what else asks the program to end,
	// nil for never. Before it is called such a signal ends the process, which
	// loses nothing while there is no agent; of what comes afterwards the first
	// ends everything politely, the second at once.
	Interrupts func() <-chan os.Signal
	// CanAsk says that standard input and standard error are a person's
	// terminal, so that a question can be asked.
	CanAsk bool
	// Inert is how long a question takes no answer: what a person typed before
	// was meant for something else, such as a question that the agent made up.
	Inert time.Duration
	// ToTerminal says that standard output is a terminal: what could control
	// it is then shown and not sent.
	ToTerminal bool
	// OneFile says that standard output and standard error are the same file,
	// so that a line of one should not go on a line of the other.
	OneFile bool
	// Engine is what the engine is made of; Config and OnChange are filled in.
	Engine engine.Options
}

// System is the Env of this process. From now on a closed standard output is an
// error of writing, no signal that ends the process and leaves its agents.
func System(args []string, o engine.Options) Env {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // unlike Ignore, agents do not inherit it
	return Env{
		Args: args, Stdin: os.Stdin, Stdout: Stdout(), Stderr: os.Stderr, Getenv: os.Getenv, Interrupts: interrupts,
		CanAsk:     terminal(os.Stdin) && terminal(os.Stderr),
		Inert:      500 * time.Millisecond,
		ToTerminal: terminal(os.Stdout),
		OneFile:    sameFile(os.Stdout, os.Stderr),
		Engine:     o,
	}
}

// interrupts catches the signals until the process ends.
func interrupts() <-chan os.Signal {
	caught := make(chan os.Signal, 2)
	signal.Notify(caught, EndSignals()...)
	return caught
}

// EndSignals are the signals that ask the program to end: that of Ctrl+C, that
// of the system, and that of a terminal which closes, unless the program was
// started to outlive its terminal.
func EndSignals() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// interruptedBy is the status to end with after a signal.
func interruptedBy(s os.Signal) int {
	if n, known := s.(syscall.Signal); known {
		return 128 + int(n)
	}
	return statusInterrupted
}

func terminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

func sameFile(a, b *os.File) bool {
	x, err := a.Stat()
	y, err2 := b.Stat()
	return err == nil && err2 == nil && os.SameFile(x, y)
}

// words are the sentences in the language asked for, else in the system's.
func (e Env) words(asked string) *i18n.Words {
	return i18n.For(cmp.Or(asked, i18n.Locale(e.Getenv)))
}
