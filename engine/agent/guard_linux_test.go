package agent

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// The program was killed after the agent started and before it told of it.
func TestAnAgentThatNobodyToldOfIsFoundByItsSeat(t *testing.T) {
	present, read := newPresence(t)
	a := entry(t, "linger", present)
	cmd := exec.Command(a.Command)
	cmd.Env = append(os.Environ(), roleVariable+"=linger", present, seatVariable+"4.2")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go cmd.Wait()
	expectCame(t, read, "linger")
	guard := exec.Command(a.Command, GuardCommand)
	guard.Stdin = strings.NewReader("?4.1\n?4.2\n!4.1\n")
	if err := guard.Run(); err != nil {
		t.Fatal(err)
	}
	expectGone(t, read)
}

func TestParseStat(t *testing.T) {
	for text, want := range map[string]struct {
		state          string
		group, session int
	}{
		"12 (a) S 1 34 56 0":        {"S", 34, 56},
		"12 (a) b) (c) Z 1 34 56 0": {"Z", 34, 56},
		"12 (a":                     {"", 0, 0},
		"":                          {"", 0, 0},
	} {
		if state, group, session := parseStat([]byte(text)); state != want.state || group != want.group || session != want.session {
			t.Errorf("%q: %s %d %d", text, state, group, session)
		}
	}
}

func TestMemoryIsThatOfTheWholeGroup(t *testing.T) {
	present, read := newPresence(t)
	alone := mustStart(t, quick, entry(t, "polite"))
	two := mustStart(t, quick, entry(t, "parent", present))
	expectCame(t, read, "parent", "linger")
	one, both := alone.Memory(), two.Memory()
	if one < 1<<20 || both <= one {
		t.Errorf("one %d, two %d", one, both)
	}
	two.Kill()
	<-two.Done()
	if got := two.Memory(); got != 0 {
		t.Errorf("after its end %d", got)
	}
}
