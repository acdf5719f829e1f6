package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"sidekicks/engine/acp"
	"sidekicks/engine/acp/acptest"
	"sidekicks/engine/conversation"
	"sidekicks/engine/journal"
	"sidekicks/engine/keep"
)

// A bench is a lab whose agent works in a folder with files, with a journal
// and a place for copies.
type bench struct {
	*lab
	dir     string
	copies  string
	journal *journal.Journal
}

func onBench(t *testing.T, f func(ctx context.Context, a *turnOf, dir string) acp.StopReason, test func(*bench)) {
	t.Helper()
	onBenchThatKeeps(t, 24*time.Hour, f, test)
}

func onBenchThatKeeps(t *testing.T, copies time.Duration, f func(ctx context.Context, a *turnOf, dir string) acp.StopReason, test func(*bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		b := &bench{dir: t.TempDir(), copies: filepath.Join(t.TempDir(), "copies"), journal: journal.New(t.TempDir(), 0)}
		b.write("build/a", "four")
		b.write("notes.txt", "old")
		c := agents(riker)
		c.Agents[0].Workspace, c.KeepCopies = b.dir, copies
		script := serve(func(ctx context.Context, a *turnOf) (acp.StopReason, error) { return f(ctx, a, b.dir), nil })
		b.lab = &lab{t: t, starts: map[string]int{}, script: func(string, int) acptest.Script { return script }}
		b.Engine = New(Options{Config: c, Start: b.start, Copies: keep.Store{Dir: b.copies}, Journal: b.journal})
		defer b.end()
		test(b)
	})
}

func (b *bench) write(name, text string) {
	name = filepath.Join(b.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		panic(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		panic(err)
	}
}

func (b *bench) read(name string) string {
	text, err := os.ReadFile(filepath.Join(b.dir, name))
	if err != nil {
		return err.(*fs.PathError).Err.Error()
	}
	return string(text)
}

// preventCopies puts a file where the folder of copies belongs.
func (b *bench) preventCopies() {
	b.t.Helper()
	if err := os.WriteFile(b.copies, nil, 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// decision is the last one in the conversation.
func (b *bench) decision() conversation.Decision {
	b.t.Helper()
	synctest.Wait()
	var last conversation.Decision
	for _, m := range b.view().Messages {
		for _, p := range m.Parts {
			if d, ok := p.(*conversation.Decision); ok {
				last = *d
			}
		}
	}
	return last
}

func (b *bench) answer(option conversation.PermissionOptionID) {
	b.t.Helper()
	synctest.Wait()
	if !b.Answer(b.Snapshot().Permissions[0].ID, option) {
		b.t.Fatalf("%q was not taken", option)
	}
}

// removes asks to run rm -rf build, and does it when it may.
func removes(ctx context.Context, a *turnOf, dir string) acp.StopReason {
	o, _ := a.RequestPermission(ctx, acp.PermissionRequest{SessionID: a.session,
		ToolCall: acp.ToolCall{ID: "t", Title: "Clean", Kind: acp.ToolExecute, Status: acp.ToolPending, RawInput: []byte(`{"command":"rm -rf build"}`)},
		Options:  []acp.PermissionOption{{ID: "yes", Name: "Yes", Kind: acp.AllowOnce}, {ID: "no", Name: "No", Kind: acp.RejectOnce}}})
	status := acp.ToolFailed
	if o.OptionID == "yes" {
		os.RemoveAll(filepath.Join(dir, "build"))
		status = acp.ToolCompleted
	}
	a.tool(acp.ToolCall{ID: "t", Status: status})
	return acp.EndTurn
}

func TestACopyIsKeptAndGivenBack(t *testing.T) {
	onBench(t, removes, func(b *bench) {
		b.send("clean")
		b.answer("yes")
		d := b.decision()
		if b.read("build/a") != "no such file or directory" || d.Copy != conversation.CopyReady || d.Verb != "run" || d.About != "rm -rf build" || d.Kind != acp.AllowOnce {
			t.Fatalf("%+v, build/a: %s", d, b.read("build/a"))
		}
		b.GiveBack(rikers, d.ID, false)
		if d := b.decision(); d.Copy != conversation.CopyGiven || b.read("build/a") != "four" {
			t.Errorf("%+v, build/a: %s", d, b.read("build/a"))
		}
	})
}

func TestGivingBackAsksBeforeItLosesAnything(t *testing.T) {
	onBench(t, removes, func(b *bench) {
		b.send("clean")
		b.answer("yes")
		d := b.decision()
		b.write("build/a", "somebody's work")
		b.GiveBack(rikers, d.ID, false)
		if d := b.decision(); d.Copy != conversation.CopyChanged || len(d.Changed) != 1 || b.read("build/a") != "somebody's work" {
			t.Fatalf("%+v, build/a: %s", d, b.read("build/a"))
		}
		b.GiveBack(rikers, d.ID, true)
		if d := b.decision(); d.Copy != conversation.CopyGiven || b.read("build/a") != "four" {
			t.Errorf("%+v, build/a: %s", d, b.read("build/a"))
		}
	})
}

// The files that an edit names are copied too, whatever the agent's words.
func TestAnEditIsCopied(t *testing.T) {
	onBench(t, func(ctx context.Context, a *turnOf, dir string) acp.StopReason {
		a.RequestPermission(ctx, acp.PermissionRequest{SessionID: a.session,
			ToolCall: acp.ToolCall{ID: "t", Kind: acp.ToolEdit, RawInput: []byte(`{"path":"notes.txt","content":"new"}`)},
			Options:  []acp.PermissionOption{{ID: "yes", Kind: acp.AllowAlways}}})
		os.WriteFile(filepath.Join(dir, "notes.txt"), []byte("new"), 0o644)
		return acp.EndTurn
	}, func(b *bench) {
		b.send("edit")
		if s := b.Snapshot().Permissions[0].Subject; len(s.Edits) != 1 || s.Edits[0].Old != "old" {
			t.Errorf("%+v", s.Edits)
		}
		b.answer("yes")
		d := b.decision()
		b.GiveBack(rikers, d.ID, false)
		if got := b.decision(); got.Copy != conversation.CopyGiven || b.read("notes.txt") != "old" {
			t.Errorf("%+v then %+v, notes.txt: %s", d, got, b.read("notes.txt"))
		}
	})
}

// Of a file that is only created there is nothing to copy, and none is promised.
func TestACopyIsPromisedOfWhatIsThere(t *testing.T) {
	onBench(t, func(ctx context.Context, a *turnOf, dir string) acp.StopReason {
		input := []byte(`{"path":"` + a.text() + `","content":"new"}`)
		a.RequestPermission(ctx, acp.PermissionRequest{SessionID: a.session,
			ToolCall: acp.ToolCall{ID: "t", Kind: acp.ToolEdit, RawInput: input},
			Options:  []acp.PermissionOption{{ID: "yes", Kind: acp.AllowOnce}}})
		return acp.EndTurn
	}, func(b *bench) {
		for name, there := range map[string]bool{"notes.txt": true, "build": true, "fresh.txt": false, "none/fresh.txt": false} {
			b.send(name)
			if p := b.Snapshot().Permissions[0]; p.Keeps != there {
				t.Errorf("%s: %+v, a copy is promised: %t", name, p.Subject, p.Keeps)
			}
			b.answer("yes")
			if d := b.decision(); (d.Copy == conversation.CopyReady) != there {
				t.Errorf("%s: %+v", name, d)
			}
		}
	})
}

func TestNoAnswerGoesWhereNoCopyCanBeMade(t *testing.T) {
	onBench(t, removes, func(b *bench) {
		b.preventCopies()
		b.send("clean")
		b.answer("yes")
		synctest.Wait()
		s := b.Snapshot()
		if len(s.Permissions) != 1 || s.Permissions[0].NoCopy == "" || s.Permissions[0].Copying || b.read("build/a") != "four" {
			t.Fatalf("%+v, build/a: %s", s.Permissions, b.read("build/a"))
		}
		b.answer("yes")
		if d := b.decision(); d.Copy != conversation.NoCopy || b.read("build/a") == "four" {
			t.Errorf("%+v, build/a: %s", d, b.read("build/a"))
		}
	})
}

func TestRefusingCopiesNothing(t *testing.T) {
	onBench(t, removes, func(b *bench) {
		b.send("clean")
		b.answer("no")
		if d := b.decision(); d.Copy != conversation.NoCopy || d.Kind != acp.RejectOnce {
			t.Errorf("%+v", d)
		}
		if _, err := os.Stat(b.copies); err == nil {
			t.Error("a copy was made")
		}
	})
}

func TestOldCopiesAreCleared(t *testing.T) {
	onBench(t, removes, func(b *bench) {
		for range 2 {
			b.write("build/a", "four")
			b.send("clean")
			b.answer("yes")
			synctest.Wait()
			time.Sleep(25 * time.Hour)
		}
		if list, err := os.ReadDir(b.copies); err != nil || len(list) != 1 {
			t.Errorf("%d copies, %v", len(list), err)
		}
	})
}

func TestDecisionsAreWrittenDown(t *testing.T) {
	onBench(t, removes, func(b *bench) {
		for _, option := range []conversation.PermissionOptionID{"no", "", "yes"} {
			b.send("clean")
			b.answer(option)
			synctest.Wait()
		}
		b.send("clean")
		b.Cancel(rikers)
		synctest.Wait()
		text, err := os.ReadFile(b.journal.Path())
		if err != nil {
			t.Fatal(err)
		}
		var answers []string
		for line := range strings.Lines(string(text)) {
			var e journal.Entry
			if err := json.Unmarshal([]byte(line), &e); err != nil {
				t.Fatal(err)
			}
			if e.Agent != riker || e.Verb != "run" || e.Command != "rm -rf build" || len(e.Findings) != 1 || e.Findings[0] != "destructive" || e.At.IsZero() {
				t.Errorf("%+v", e)
			}
			if answers = append(answers, e.Answer); (e.Copies != "") != (e.Answer == "allow_once") {
				t.Errorf("%+v", e)
			}
		}
		if got := strings.Join(answers, " "); got != "reject_once cancelled allow_once cancelled" {
			t.Error(got)
		}
	})
}

// What nobody answered stays in the conversation and in the journal, with why.
func TestWhatNobodyAnsweredIsWrittenDown(t *testing.T) {
	waits := func(ctx context.Context, a *turnOf, _ string) acp.StopReason {
		asks, withdraw := context.WithCancel(ctx)
		defer withdraw()
		if a.text() == "withdraw" {
			time.AfterFunc(time.Second, withdraw)
		}
		if a.text() == "end" {
			time.AfterFunc(time.Second, func() { a.Close() })
		}
		a.RequestPermission(asks, acp.PermissionRequest{SessionID: a.session, ToolCall: acp.ToolCall{ID: "t", Kind: acp.ToolExecute, RawInput: []byte(`{"command":"rm -rf build"}`)},
			Options: []acp.PermissionOption{{ID: "yes", Name: "Yes", Kind: acp.AllowOnce}}})
		return acp.EndTurn
	}
	for want, do := range map[conversation.Unanswered]func(*bench){
		conversation.ByStop:            func(b *bench) { b.Cancel(rikers) },
		conversation.ByNewConversation: func(b *bench) { b.NewConversation(rikers) },
		conversation.ByQuitting:        func(b *bench) { b.Close() },
		conversation.ByRemoval:         func(b *bench) { b.Configure(agents("Data")) },
		conversation.ByAgent:           func(*bench) {},
		conversation.ByAgentsEnd:       func(*bench) {},
	} {
		text := map[conversation.Unanswered]string{conversation.ByAgent: "withdraw", conversation.ByAgentsEnd: "end"}[want]
		onBench(t, waits, func(b *bench) {
			b.send(cmp.Or(text, "wait"))
			synctest.Wait()
			do(b)
			time.Sleep(2 * time.Second)
			d := b.decision()
			if d.Unanswered != want || d.Kind != "" || d.About != "rm -rf build" || d.Verb != "run" {
				t.Errorf("%s: %+v", want, d)
			}
			if n := len(b.Snapshot().Permissions); n != 0 {
				t.Errorf("%s: %d requests wait", want, n)
			}
			entries, err := b.journal.Read(10)
			if err != nil || len(entries) != 1 || entries[0].Unanswered != string(want) || entries[0].Answer != "cancelled" {
				t.Errorf("%s: %+v, %v", want, entries, err)
			}
		})
	}
}
