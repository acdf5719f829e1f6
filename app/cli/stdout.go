package cli

import (
	"errors"
	"io"
	"os"
	"syscall"

	"sidekicks/app/i18n"
)

// Stdout is the standard output; where there is none each write to it fails.
func Stdout() io.WriteCloser {
	if stdoutClosed() {
		return noOutput{}
	}
	return os.Stdout
}

// noOutput is a standard output that the program was started without.
type noOutput struct{}

func (noOutput) Write([]byte) (int, error) { return 0, syscall.EBADF }
func (noOutput) Close() error              { return nil }

// Print prints a text and gives the status to end with.
func Print(env Env, text string) int { return env.print(text, env.words("")) }

func (e Env) print(text string, w *i18n.Words) int {
	_, err := io.WriteString(e.Stdout, text)
	return e.printed(err, w)
}

// printed is the status to end with when err came of printing. Who reads no
// more, such as head, knows that; any other error is told.
func (e Env) printed(err error, w *i18n.Words) int {
	if err == nil {
		return statusOK
	}
	if !errors.Is(err, syscall.EPIPE) {
		say := column{w: e.Stderr}
		say.write(visible(w.StdoutUnwritable(err)) + "\n")
	}
	return statusFailed
}
