package engine

import (
	"context"
	"fmt"
	"os"
	"testing"
	"testing/synctest"

	"sidekicks/engine/acp"
)

// asks asks to run what it is told, and ends its turn when it is answered.
func asks(ctx context.Context, a *turnOf, _ string) acp.StopReason {
	a.RequestPermission(ctx, acp.PermissionRequest{SessionID: a.session, ToolCall: runs(a.text()), Options: yesOrNo})
	return acp.EndTurn
}

func runs(command string) acp.ToolCall {
	return acp.ToolCall{ID: "t", Title: "Run", Kind: acp.ToolExecute, RawInput: fmt.Appendf(nil, `{"command":%q}`, command)}
}

// changeLocked has the agent tell that the call runs another command.
func (s *state) changeLocked(command string) *pending {
	c := s.conversation(rikers)
	u := progress(runs(command))
	c.process.apply(s, c, &u)
	return s.permissions[0]
}

func TestWhatIsThereIsLookedAt(t *testing.T) {
	onBench(t, asks, func(b *bench) {
		for command, loses := range map[string]bool{"git checkout notes.txt": true, "git checkout release.x": false} {
			b.send(command)
			if p := b.Snapshot().Permissions[0]; (len(p.Subject.Findings) > 0) != loses {
				t.Errorf("%s: %+v", command, p.Subject.Findings)
			}
			b.answer("no")
		}
	})
}

func TestNoCopyIsPromisedWhereNoneIsKept(t *testing.T) {
	onBenchThatKeeps(t, 0, removes, func(b *bench) {
		b.send("clean")
		if p := b.Snapshot().Permissions[0]; p.Keeps || p.Loss == nil || p.Loss.Files != 1 {
			t.Errorf("a copy is promised: %t, %+v", p.Keeps, p.Loss)
		}
		b.answer("no")
	})
}

// What was found out about one command is not told of another.
func TestACallThatChangesIsCountedAnew(t *testing.T) {
	onBench(t, asks, func(b *bench) {
		b.send("ls")
		b.update(func(s *state) bool {
			s.changeLocked("rm -rf build") // is read while it changes again
			s.changeLocked("git reset --hard")
			return true
		})
		synctest.Wait()
		p := b.Snapshot().Permissions[0]
		if p.Subject.Command != "git reset --hard" || p.Loss != nil || p.Keeps {
			t.Errorf("%q, %+v, a copy is promised: %t", p.Subject.Command, p.Loss, p.Keeps)
		}
		b.answer("no")
	})
}

func TestACallThatChangesIsUnreadAtFirst(t *testing.T) {
	onBench(t, asks, func(b *bench) {
		b.send("rm -rf build")
		b.update(func(s *state) bool {
			before := *s.permissions[0]
			p := s.changeLocked("rm notes.txt")
			if before.loss == nil || p.id == before.id || p.subject != nil || p.loss != nil || p.keeps {
				t.Errorf("%+v, before it %+v", p, before)
			}
			return true
		})
		b.answer("no")
	})
}

// A copy that is made for an answer ends with it, and leaves nothing.
func TestACallThatChangesEndsTheCopy(t *testing.T) {
	onBench(t, asks, func(b *bench) {
		for i := range 300 {
			b.write(fmt.Sprintf("build/%d", i), "x") // takes longer than to change the call
		}
		b.send("rm -rf build")
		b.update(func(s *state) bool {
			p := s.permissions[0]
			if !s.copyLocked(b.Engine, p, option(p.options[0])) {
				t.Error("nothing is copied")
			}
			return s.changeLocked("rm notes.txt") == p
		})
		synctest.Wait()
		p := b.Snapshot().Permissions[0]
		if left, _ := os.ReadDir(b.copies); p.Subject.Command != "rm notes.txt" || p.Copying || !p.Keeps || len(left) > 0 {
			t.Errorf("%q, copying: %t, a copy is promised: %t, %d are left", p.Subject.Command, p.Copying, p.Keeps, len(left))
		}
		b.answer("no")
	})
}

// That no copy could be made of one thing says nothing of another.
func TestACallThatChangesMayBeCopied(t *testing.T) {
	onBench(t, asks, func(b *bench) {
		b.preventCopies()
		b.send("rm -rf build")
		b.answer("yes")
		synctest.Wait()
		if p := b.Snapshot().Permissions[0]; p.NoCopy == "" || p.Keeps {
			t.Fatalf("%+v", p)
		}
		b.update(func(s *state) bool { return s.changeLocked("rm notes.txt") != nil })
		synctest.Wait()
		if p := b.Snapshot().Permissions[0]; p.NoCopy != "" || !p.Keeps || p.Subject.Command != "rm notes.txt" {
			t.Errorf("%+v", p)
		}
		b.answer("no")
	})
}
