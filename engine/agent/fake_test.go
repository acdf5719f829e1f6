package agent

import (
	"context"
	"fmt"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/config"
)

// quiet is a Handler that takes everything and keeps the trouble.
type quiet struct {
	mu      sync.Mutex
	trouble []error
}

func (*quiet) SessionUpdate(acp.SessionNotification)                          {}
func (*quiet) RequestPermission(_ acp.PermissionRequest, _ func(acp.Outcome)) {}
func (*quiet) PermissionWithdrawn(uint64)                                     {}
func (*quiet) Unsupported(string, acp.SessionID)                              {}

func (q *quiet) Trouble(err error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.trouble = append(q.trouble, err)
}

func (q *quiet) troubles() []error {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.trouble
}

// A fake is a Running without a process.
type fake struct {
	farm   *farm
	name   string
	conn   *acp.Conn
	remote net.Conn
	once   sync.Once
	stop   sync.Once
	done   chan struct{}
	exit   Exit
}

// end is the process's end.
func (f *fake) end(exit Exit) {
	f.once.Do(func() {
		f.remote.Close()
		<-f.conn.Done()
		f.exit = exit
		f.farm.count(-1)
		close(f.done)
	})
}

func (f *fake) Conn() *acp.Conn { return f.conn }
func (f *fake) Initialized() acp.InitializeResponse {
	return acp.InitializeResponse{ProtocolVersion: 1}
}
func (f *fake) Done() <-chan struct{} { return f.done }
func (f *fake) Exit() Exit            { <-f.done; return f.exit }
func (f *fake) Stop() {
	f.stop.Do(func() { time.AfterFunc(f.farm.stopTime, func() { f.end(Exit{}) }) })
}
func (f *fake) Kill()           { go f.end(Exit{Code: -1, Signal: "killed"}) }
func (f *fake) Memory() int64   { return 1000 }
func (f *fake) Details() string { return "details of " + f.name }

// A farm starts fakes, and keeps what became known of them.
type farm struct {
	t        *testing.T
	m        *Manager
	stopTime time.Duration
	// onStart may wait, and decides whether a start succeeds.
	onStart func(ctx context.Context, name string) error

	mu       sync.Mutex
	fakes    map[string]*fake // the latest of each name
	started  []string
	alive    int
	most     int // alive at one time
	states   []string
	last     map[string]State
	inState  bool
	onChange func(name string, s State)
}

// inFarm runs a test in fake time with a Manager of fakes, and at its end
// closes it: synctest then tells of any goroutine that is left.
func inFarm(t *testing.T, test func(t *testing.T, f *farm)) {
	synctest.Test(t, func(t *testing.T) {
		f := &farm{t: t, stopTime: time.Second, fakes: map[string]*fake{}, last: map[string]State{}}
		f.m = NewManager(ManagerOptions{
			Start:   f.start,
			Handler: func(string, uint64) acp.Handler { return &quiet{} },
			OnState: f.note,
		})
		test(t, f)
		f.m.Close()
		<-f.m.Done()
		if f.alive != 0 {
			t.Errorf("%d agents are left", f.alive)
		}
	})
}

func (f *farm) start(ctx context.Context, a config.Agent, h acp.Handler) (Running, error) {
	f.count(+1)
	f.mu.Lock()
	f.started = append(f.started, a.Name)
	f.mu.Unlock()
	if f.onStart != nil {
		if err := f.onStart(ctx, a.Name); err != nil {
			f.count(-1)
			return nil, err
		}
	}
	here, remote := net.Pipe()
	fk := &fake{farm: f, name: a.Name, conn: acp.NewConn(here, h, acp.ConnOptions{}), remote: remote, done: make(chan struct{})}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.fakes[a.Name] = fk
	return fk, nil
}

func (f *farm) count(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.alive += n
	f.most = max(f.most, f.alive)
}

func (f *farm) note(name string, s State) {
	f.m.Details(name) // takes the lock: nobody may hold it for this call
	f.mu.Lock()
	if f.inState {
		f.t.Error("two calls at a time")
	}
	f.inState = true
	f.states = append(f.states, name+" "+describe(s))
	f.last[name] = s
	f.mu.Unlock()
	if f.onChange != nil {
		f.onChange(name, s)
	}
	f.mu.Lock()
	f.inState = false
	f.mu.Unlock()
}

func describe(s State) string {
	names := []string{"stopped", "starting", "idle", "answering", "stopping", "failed"}
	causes := []string{"", " idle", " for room", " by person", " changed", " itself", " quit"}
	text := names[s.Status]
	if s.Status == Stopped || s.Status == Stopping {
		text += causes[s.Cause]
	}
	return text
}

// state waits until all is quiet and gives the agent's state.
func (f *farm) state(name string) string {
	synctest.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	return describe(f.last[name])
}

func (f *farm) startedNames() string {
	synctest.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	return fmt.Sprint(f.started)
}

func (f *farm) starts() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.started)
}

func (f *farm) fake(name string) *fake {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.fakes[name]
}

// agents makes entries of these names, idle for ten minutes at most.
func agents(names ...string) []config.Agent {
	var list []config.Agent
	for _, name := range names {
		list = append(list, config.Agent{Name: name, Command: name, IdleTimeout: 10 * time.Minute})
	}
	return list
}

func (f *farm) configure(limit int, list []config.Agent) {
	f.m.Configure(list, config.Limits{RunningAgents: limit})
}

func (f *farm) acquire(name string) *Lease {
	f.t.Helper()
	l, err := f.m.Acquire(f.t.Context(), name, func() { f.t.Errorf("%s waits in line", name) })
	if err != nil {
		f.t.Fatalf("acquire %s: %v", name, err)
	}
	return l
}

// use acquires and gives back.
func (f *farm) use(name string) {
	f.t.Helper()
	f.acquire(name).Release()
}

// A request is an Acquire that goes on in the background.
type request struct {
	cancel context.CancelFunc
	result chan answer
	inLine chan struct{}
}

func (f *farm) request(name string) *request {
	ctx, cancel := context.WithCancel(context.Background())
	r := &request{cancel, make(chan answer, 1), make(chan struct{}, 2)}
	go func() {
		l, err := f.m.Acquire(ctx, name, func() { r.inLine <- struct{}{} })
		r.result <- answer{l, err}
	}()
	synctest.Wait()
	return r
}

// pending tells whether the request is not answered, and how often it was
// told that it is in line.
func (r *request) pending() (bool, int) {
	synctest.Wait()
	return len(r.result) == 0, len(r.inLine)
}
