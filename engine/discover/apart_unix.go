//go:build !windows

package discover

import (
	"os/exec"
	"syscall"
)

// apart gives the shell a session of its own: an interactive shell takes the
// terminal that this program was started from if it can. When its time is up
// the shell ends with all that it started.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
