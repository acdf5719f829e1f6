package agent

// GuardCommand is the hidden subcommand of this program that is [RunGuard].
const GuardCommand = "guard-agents"

// A Guard is a process that ends the agents if this program is killed and can
// not do it. It holds the reading end of a pipe, through which it is told the
// process groups as they come and go; when the pipe ends it ends those that
// are left. One serves the whole program; the nil Guard does nothing. On
// Windows it has no process, for the Job Object does it.
type Guard struct {
	*guardProcess
}

// NewGuard makes a Guard, whose process starts with the first agent. Self is
// this program's file, os.Executable when empty; run with [GuardCommand] as
// its one argument it must call [RunGuard].
func NewGuard(self string) *Guard { return &Guard{newGuardProcess(self)} }
