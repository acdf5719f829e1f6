package agent

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/config"
)

// A process is an agent that runs in a process group of its own. It is ended
// by supervise, which is the only one to signal the group.
type process struct {
	o       Options
	agent   config.Agent
	cmd     *exec.Cmd
	group   *group
	stdin   *os.File
	stdout  *output
	stderr  *output
	lines   *lines
	secrets *secrets
	conn    *acp.Conn

	initialized acp.InitializeResponse // set before Start returns

	stop   latch         // begin the ladder
	hurry  latch         // begin it at SIGTERM
	kill   latch         // end it now
	exited chan struct{} // the leader was waited for
	done   chan struct{}
	exit   Exit // set before done
}

// A latch is an event that happens at most once.
type latch struct {
	once sync.Once
	c    chan struct{}
}

func newLatch() latch  { return latch{c: make(chan struct{})} }
func (o *latch) send() { o.once.Do(func() { close(o.c) }) }

// pipes are the three standard streams; each end is closed by who has it.
type pipes struct{ inR, inW, outR, outW, errR, errW *os.File }

func newPipes() (p pipes, err error) {
	var err1, err2, err3 error
	p.inR, p.inW, err1 = os.Pipe()
	p.outR, p.outW, err2 = os.Pipe()
	p.errR, p.errW, err3 = os.Pipe()
	if err = errors.Join(err1, err2, err3); err != nil {
		closeAll(p.inR, p.inW, p.outR, p.outW, p.errR, p.errW)
	}
	return p, err
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		if f != nil {
			f.Close()
		}
	}
}

// launch starts the process and everything that belongs to it.
func (o Options) launch(cmd *exec.Cmd, a config.Agent, h acp.Handler) (*process, error) {
	pipes, err := newPipes()
	if err != nil {
		return nil, startFailed(err)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = pipes.inR, pipes.outW, pipes.errW
	group, err := start(cmd, o.Guard)
	closeAll(pipes.inR, pipes.outW, pipes.errW)
	if err != nil {
		closeAll(pipes.inW, pipes.outR, pipes.errR)
		return nil, startFailed(err)
	}
	o.Log.Info("agent started", "agent", a.Name, "program", cmd.Path, "pid", cmd.Process.Pid)
	p := &process{
		o: o, agent: a, cmd: cmd, group: group,
		stdin:   pipes.inW,
		stdout:  newOutput(pipes.outR),
		stderr:  newOutput(pipes.errR),
		secrets: newSecrets(a.Env, a.MCPServers),
		stop:    newLatch(), hurry: newLatch(), kill: newLatch(),
		exited: make(chan struct{}),
		done:   make(chan struct{}),
	}
	p.lines = newLines(p.logLine)
	p.conn = acp.NewConn(stream{p}, h, acp.ConnOptions{Trace: p.trace()})
	go p.wait()
	go p.supervise()
	return p, nil
}

// logLine looks for secrets only in what is really logged, which takes longer
// than the rest of it.
func (p *process) logLine(line string) {
	if p.o.Log.Enabled(context.Background(), slog.LevelDebug) {
		p.o.Log.Debug("stderr", "agent", p.agent.Name, "line", p.secrets.remove(line))
	}
}

func startFailed(err error) *StartError {
	words := err
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		words = e.Err
	}
	return &StartError{Reason: StartFailed, Args: []string{words.Error()}, Detail: err.Error()}
}

func (p *process) trace() func(dir string, line []byte) {
	if !p.o.Trace {
		return nil
	}
	return func(dir string, line []byte) {
		p.o.Log.Info("acp", "agent", p.agent.Name, "dir", dir, "line", p.secrets.remove(string(line)))
	}
}

// A stream is the agent's standard input and output as one.
type stream struct{ p *process }

func (s stream) Read(b []byte) (int, error)  { return s.p.stdout.Read(b) }
func (s stream) Write(b []byte) (int, error) { return s.p.stdin.Write(b) }
func (s stream) CloseWrite() error           { return s.p.stdin.Close() }
func (s stream) Close() error                { return errors.Join(s.p.stdin.Close(), s.p.stdout.Close()) }

const (
	// drainTime is how long reading goes on without a byte once the agent has
	// ended: something that left its group may hold the other end for ever.
	drainTime = 500 * time.Millisecond
	// drainBytes is how much a pipe can still hold of what the agent wrote.
	drainBytes = 1 << 20
)

// An output is the reading end of a pipe that an agent writes to.
type output struct {
	*os.File
	ended atomic.Bool // the agent has; what is in the pipe is the rest
	rest  int64       // the reader's: bytes that may still come
}

func newOutput(f *os.File) *output { return &output{File: f, rest: drainBytes} }

func (o *output) Read(b []byte) (int, error) {
	ended := o.ended.Load()
	if ended && o.rest <= 0 {
		return 0, io.EOF
	}
	if ended { // counted from here: the reader may have been busy
		o.SetReadDeadline(time.Now().Add(drainTime))
	}
	n, err := o.File.Read(b)
	if ended {
		o.rest -= int64(n)
	}
	return n, err
}

// end lets a reader that waits go on for drainTime more. On Windows pipes have
// no deadlines, and nothing outlives the Job Object that could hold one.
func (o *output) end() {
	o.ended.Store(true)
	o.SetReadDeadline(time.Now().Add(drainTime))
}

func (p *process) wait() {
	p.cmd.Wait() // its error says no more than ProcessState
	close(p.exited)
}

// supervise sees the process to its end: asked for, by itself, or because it
// closed its output, when it is no use any more.
func (p *process) supervise() {
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		io.Copy(p.lines, p.stderr)
	}()
	select {
	case <-p.stop.c:
	case <-p.hurry.c:
	case <-p.kill.c:
	case <-p.exited:
	case <-p.conn.Done():
	}
	p.end()
	p.stdout.end()
	p.stderr.end()
	<-p.conn.Done()
	<-drained
	p.stderr.Close()
	p.exit = p.status()
	p.o.Log.Info("agent ended", "agent", p.agent.Name, "pid", p.cmd.Process.Pid, "exit", p.exit.String())
	close(p.done)
}

// killTime is how long the system may take to end what got SIGKILL; a process
// that waits for a device or a network folder cannot be ended.
const killTime = 2 * time.Second

// end is the ladder. What outlives the leader in its group is not given the
// first step: the one who would have read the end of its input is gone.
func (p *process) end() {
	p.conn.CloseWrite() // after what is queued: session/cancel and the answers to its questions
	p.leaderLeaves(p.o.CloseStdin)
	if !p.over() && p.group.terminate() {
		p.groupLeaves(p.o.Terminate, p.kill.c)
	}
	if !p.over() {
		p.group.kill()
		if !p.groupLeaves(killTime, nil) {
			p.o.Log.Warn("agent cannot be killed", "agent", p.agent.Name, "pid", p.cmd.Process.Pid)
		}
	}
	p.group.close()
}

func (p *process) leaderLeaves(d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-p.exited:
	case <-timer.C:
	case <-p.hurry.c:
	case <-p.kill.c:
	}
}

// groupLeaves waits for the whole group. Nothing tells its end: it is asked.
func (p *process) groupLeaves(d time.Duration, hurry <-chan struct{}) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for !p.over() {
		select {
		case <-tick.C:
		case <-hurry:
			return false
		case <-timer.C:
			return p.over()
		}
	}
	return true
}

// over tells whether nothing of the group is left.
func (p *process) over() bool {
	return isClosed(p.exited) && p.group.empty()
}

func (p *process) status() Exit {
	e := Exit{Code: -1, Stderr: p.secrets.removeAll(p.lines.last(stderrShown))}
	if !isClosed(p.exited) {
		return e // it cannot be killed
	}
	e.Code = p.cmd.ProcessState.ExitCode()
	if status, ok := p.cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		e.Signal = status.Signal().String()
	}
	return e
}

func (p *process) Conn() *acp.Conn                     { return p.conn }
func (p *process) Initialized() acp.InitializeResponse { return p.initialized }
func (p *process) Done() <-chan struct{}               { return p.done }
func (p *process) Stop()                               { p.stop.send() }
func (p *process) Kill()                               { p.kill.send() }

func (p *process) Exit() Exit {
	<-p.done
	return p.exit
}

func (p *process) Memory() int64 {
	if isClosed(p.done) {
		return 0
	}
	return p.group.memory()
}
