package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json"

	"sidekicks/engine"
	"sidekicks/engine/acp"
	"sidekicks/engine/agent"
	"sidekicks/engine/config"
	"sidekicks/engine/guide"
)

func TestTheAnswerIsAllThatIsOnStdout(t *testing.T) {
	for text, want := range map[string]struct{ out, err string }{
		"think":      {"I thought first", "Thinking: The person would like"},
		"plan":       {"The plan is done. It was made of words only.\n", "  Tell you about it (done)\n"},
		"fail 1":     {"Failed tools: 1, as you wished.\n", "Runs: make attempt-1 (failed)\n  Error: attempt 1 did not work\n"},
		"notice":     {"I left a remark", "Guide says: A remark\n  Agents can say"},
		"image":      {"a sunset", "Image: image/png\n"},
		"cut":        {"in the middle of a\n", "The answer reached its greatest length."},
		"aide":       {"# Bienvenue", ""},
		"Guten Tag.": {"I am the guide.", ""},
	} {
		got := ask(t, "--demo", text)
		if got.status != statusOK || !strings.Contains(got.out, want.out) || !strings.Contains(got.err, want.err) {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
		if want.err != "" && strings.Contains(got.out, want.err) {
			t.Errorf("%q: stdout has %q", text, want.err)
		}
	}
}

func TestStatuses(t *testing.T) {
	empty := configFile(t, `{}`)
	broken := configFile(t, `{"agent_servers": `)
	partly := configFile(t, `{"agent_servers": {"A": {"command": "sidekicks", "args": ["agent"]}, "B": {"args": []}}}`)
	gone := configFile(t, `{"agent_servers": {"A": {"command": "no-such-program-here"}}}`)
	two := configFile(t, `{"agent_servers": {"A": {"command": "sidekicks", "args": ["agent"]}, "B": {"command": "sidekicks", "args": ["agent"]}}, "sidekicks": {"language": "fr"}}`)
	for _, c := range []struct {
		args   []string
		status int
		err    string
	}{
		{[]string{"help"}, statusOK, ""}, // no configuration: the guide
		{[]string{"--config", two, "--agent", "B", "help"}, statusOK, ""},
		{[]string{"--config", partly, "help"}, statusOK, "sidekicks.json:1:"},
		{[]string{"--config", partly, "--agent", "B", "help"}, statusConfig, "It has: A."},
		{[]string{"--demo", "error"}, statusFailed, "Guide answered with an error: The made-up model stopped answering."},
		{[]string{"--demo", "crash", "help"}, statusFailed, "Guide ended by itself (1). Send a message to start it again.\n  The last lines that it wrote:\n  guide: crashed, as it was asked to\n"},
		{[]string{"--demo", "refuse"}, statusFailed, "The agent refused to answer."},
		{[]string{"--demo", "cut"}, statusOK, "The answer reached its greatest length."},
		{[]string{"--demo", "fail 4"}, statusOK, "Guide is going round in circles: 3 tools failed in a row\n  Last failure, make attempt-3: Error: attempt 3 did not work\n"},
		{[]string{"--demo", "loop 7"}, statusOK, "the same thing 5 times in a row\n  Last tool: git status\n"},
		{[]string{"--config", gone, "help"}, statusFailed, "“no-such-program-here” was not found"},
		{[]string{"--config", two, "--lang", "en", "error"}, statusFailed, "A answered with an error"},
		{[]string{"--config", two, "error"}, statusFailed, "A a répondu par une erreur"},
		{nil, statusUsage, "There is no message to send."},
		{[]string{"--demo", "--fast", "help"}, statusUsage, "There is no option --fast."},
		{[]string{"--demo", "help", "--agent"}, statusUsage, "The option --agent wants a value after it."},
		{[]string{"--permit=always", "help"}, statusUsage, "never, once, ask"},
		{[]string{"--lang", "tlh", "help"}, statusUsage, "en, fr"},
		{[]string{"--lang", "fr", "--permit", "x", "help"}, statusUsage, "L’option --permit accepte"},
		{[]string{"--demo", "--config", two, "help"}, statusUsage, "--demo and --config"},
		{[]string{"--demo", "  "}, statusUsage, "There is no message to send."},
		{[]string{"--demo", "-"}, statusUsage, "There is no message to send."},
		{[]string{"--config", empty, "help"}, statusConfig, "No agent of the configuration"},
		{[]string{"--config", broken, "help"}, statusConfig, "No agent of the configuration"},
		{[]string{"--config", empty + ".not-there", "help"}, statusConfig, "cannot be read"},
		{[]string{"--config", two, "--agent", "C", "help"}, statusConfig, "There is no agent named “C” in the configuration. It has: A, B."},
	} {
		got := ask(t, c.args...)
		if got.status != c.status || !strings.Contains(got.err, c.err) {
			t.Errorf("ask %q: status %d and %q, want %d and %q", c.args, got.status, got.err, c.status, c.err)
		}
		if c.status == statusUsage && !strings.Contains(got.err, "sidekicks ask [options]") {
			t.Errorf("ask %q does not tell its use", c.args)
		}
	}
}

func TestHelpGoesToStdout(t *testing.T) {
	got := ask(t, "--help", "--lang", "fr")
	if got.status != statusOK || !strings.HasPrefix(got.out, "Emploi") || !strings.Contains(got.out, "130") || got.err != "" {
		t.Errorf("%+v", got)
	}
}

func TestALoopIsToldOnce(t *testing.T) {
	if got := ask(t, "--demo", "fail 9"); strings.Count(got.err, "round in circles") != 1 {
		t.Errorf("%+v", got)
	}
}

// An agent that wants a sign-in: each of its ways is told.
func TestTheWaysToSignInAreTold(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	got := ask(t, "--config", configFile(t, fmt.Sprintf(`{"agent_servers": {"A": {"command": %q, "args": ["signin"]}}}`, self)), "help")
	if got.status != statusFailed {
		t.Errorf("status %d", got.status)
	}
	for _, want := range []string{"A wants you to sign in first.", "  Web: open Sidekicks without", "  Key: set API_KEY in", "  Terminal: type this in a terminal", "login\n"} {
		if !strings.Contains(got.err, want) {
			t.Errorf("said %q, want %q in it", got.err, want)
		}
	}
}

func TestTextsAreMessagesOfOneConversation(t *testing.T) {
	env := Env{Stdin: strings.NewReader("title What came in\n")}
	got := askWith(t, env, "--demo", "--json", "aide", "-", "plan", "--", "--json")
	var d document
	if err := json.Unmarshal([]byte(got.out), &d); err != nil {
		t.Fatalf("%v in %q", err, got.out)
	}
	var roles, asked []string
	for i, m := range d.Messages {
		roles = append(roles, m.Role)
		if m.Role == "user" {
			asked = append(asked, m.Parts[0].Text)
		}
		if int(m.ID) != i+1 || m.State != "done" {
			t.Errorf("message %d is %+v", i, m)
		}
	}
	if want := "user agent user agent user agent user agent"; strings.Join(roles, " ") != want {
		t.Errorf("the messages are %v, want %s", roles, want)
	}
	if want := "aide|title What came in\n|plan|--json"; strings.Join(asked, "|") != want {
		t.Errorf("asked %q, want %q", asked, want)
	}
	if last := d.Messages[5].Parts; last[len(last)-1].Text != "The plan is done. It was made of words only." {
		t.Errorf("the third answer is %+v: it did not come after the second message", last)
	}
}

func TestAMessageIsNotSentAfterAFailure(t *testing.T) {
	got := ask(t, "--demo", "--json", "error", "help")
	if strings.Contains(got.out, "Welcome") || got.status != statusFailed {
		t.Errorf("%+v", got)
	}
}

func TestJSON(t *testing.T) {
	for name, args := range map[string][]string{
		"parts.json":   {"think", "plan", "usage"},
		"tools.json":   {"--permit", "once", "run rm -rf build", "fail 1"},
		"refused.json": {"--permit", "never", "run rm -rf build"},
		"error.json":   {"error"},
		"crash.json":   {"--lang", "fr", "plante"},
		"file.json":    {"file", "notice"},
	} {
		got := ask(t, append([]string{"--demo", "--json"}, args...)...)
		golden(t, name, strings.ReplaceAll(got.out, home(), "HOME"))
	}
}

// home is the folder that the demo's guide works in.
func home() string {
	dir, _ := os.UserHomeDir() // alone set it
	return dir
}

func TestABurstComesWholeAndInOrder(t *testing.T) {
	want := guide.Text(240 << 10) // 10,240 fragments
	if got := ask(t, "--demo", "stream 240 0"); got.out != want+"\n" {
		t.Errorf("%d bytes came of %d, or not as they were said", len(got.out), len(want)+1)
	}
	got := ask(t, "--demo", "--json", "stream 240 0")
	var d document
	if err := json.Unmarshal([]byte(got.out), &d); err != nil || d.Messages[1].Parts[0].Text != want {
		t.Errorf("the document does not hold the answer: %v", err)
	}
}

func TestAHugeLineComesWhole(t *testing.T) {
	const size = 40 << 20
	want := guide.Text(size)
	if got := ask(t, "--demo", "long 40960"); got.out != want+"\n" {
		t.Errorf("%d bytes came of %d, or not as they were said", len(got.out), len(want)+1)
	}
}

func TestWhatIsNotAnswerIsToldInFrench(t *testing.T) {
	for say, want := range map[string]string{
		"outils": "Lit\u00a0: Lire notes.md (fait)", "pense": "Réfléchit\u00a0: ", "plan": "Plan\u00a0:\n",
		"lance ls": "exécuter une commande sur votre ordinateur\u00a0: ls\n",
	} {
		if got := ask(t, "--demo", "--lang", "fr", say); !strings.Contains(got.err, want) {
			t.Errorf("%q says %q, want %q in it", say, got.err, want)
		}
	}
}

// A full output takes nothing.
type full struct{ err error }

func (f full) Write([]byte) (int, error) { return 0, f.err }

func TestAnAnswerThatCannotBeWrittenIsTold(t *testing.T) {
	for _, c := range []struct {
		args []string
		err  error
		told bool
	}{
		{[]string{"--demo", "help"}, syscall.ENOSPC, true},
		{[]string{"--demo", "slow 60"}, syscall.ENOSPC, true},
		{[]string{"--demo", "--json", "help"}, syscall.ENOSPC, true},
		{[]string{"--demo", "help"}, syscall.EPIPE, false}, // nobody reads any more
	} {
		got := askWith(t, Env{Stdin: strings.NewReader(""), Stdout: full{c.err}}, c.args...)
		if told := strings.Contains(got.err, "The answer cannot be written"); got.status != statusFailed || told != c.told {
			t.Errorf("%q, %v: %+v", c.args, c.err, got)
		}
	}
}

// A start that takes long is told once; Ctrl+C ends it.
func TestASlowStartIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		never := func(ctx context.Context, _ config.Agent, _ acp.Handler) (agent.Running, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		interrupts := make(chan os.Signal, 1)
		time.AfterFunc(time.Minute, func() { interrupts <- os.Interrupt })
		var say strings.Builder
		status := Ask(Env{Args: []string{"--demo", "--lang", "en", "help"}, Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: &say,
			Getenv: os.Getenv, Interrupts: func() <-chan os.Signal { return interrupts }, Engine: engine.Options{Start: never}})
		if status != statusInterrupted || strings.Count(say.String(), "Guide: is starting · 10\u00a0s") != 1 {
			t.Errorf("status %d, said %q", status, say.String())
		}
	})
}

func TestPermit(t *testing.T) {
	for _, c := range []struct{ permit, out, err string }{
		{"never", "You allowed 0 of 3.", "Refused, as --permit never says."},
		{"once", "You allowed 3 of 3.", "Allowed once, as --permit once says."},
		{"ask", "You allowed 0 of 3.", "Refused, because nobody can be asked here."},
	} {
		got := ask(t, "--demo", "--permit", c.permit, "ask three")
		if got.status != statusOK || !strings.Contains(got.out, c.out) || strings.Count(got.err, c.err) != 3 {
			t.Errorf("--permit %s: %+v", c.permit, got)
		}
	}
}

// A typist answers each question as soon as it is asked.
type typist struct {
	io.Writer
	answers []string
	to      *io.PipeWriter
	asked   int
	said    strings.Builder
}

func (w *typist) Write(b []byte) (int, error) {
	w.said.Write(b)
	for strings.Count(w.said.String(), "Type the number") > w.asked {
		w.asked++
		if len(w.answers) == 0 {
			_ = w.to.Close()
			return len(b), nil
		}
		line := w.answers[0]
		w.answers = w.answers[1:]
		go func() { _, _ = io.WriteString(w.to, line+"\n") }()
	}
	return len(b), nil
}

func TestAPersonIsAskedInWords(t *testing.T) {
	for _, c := range []struct {
		say     string
		answers []string
		out     string
		shown   []string
	}{
		{"run rm -rf build", []string{"1"}, "I never run anything", []string{"Guide wants to run a command on your computer:\n  rm -rf build\n", "1  Allow once\n", "4  Never propose here\n"}},
		{"run rm -rf build", []string{"3"}, "You refused", nil},
		{"run rm -rf build", []string{"yes", "0", "9", "1"}, "I never run anything", nil},
		{"ask three", []string{"1", "3", "1"}, "You allowed 2 of 3.", nil},
		{"ask two", []string{"1"}, "You allowed 1 of 2.", []string{"nobody can be asked"}}, // then the input ends
		{"edit", []string{"3"}, "the list stays as it is", []string{"  - - butter\n  + - olive oil\n"}},
		{"run printf 'a\u202eb'", []string{"1"}, "I never run", []string{"printf 'a<U+202E>b'"}},
	} {
		in, to := io.Pipe()
		w := &typist{answers: c.answers, to: to}
		got := askTyped(t, in, w, c.say)
		if got.status != statusOK || !strings.Contains(got.out, c.out) {
			t.Errorf("%q, answered %q: %+v\n%s", c.say, c.answers, got, w.said.String())
		}
		for _, want := range c.shown {
			if !strings.Contains(w.said.String(), want) {
				t.Errorf("%q shows %q, want %q in it", c.say, w.said.String(), want)
			}
		}
	}
}

func askTyped(t *testing.T, in io.Reader, w *typist, text string) result {
	t.Helper()
	var out strings.Builder
	vars := alone(t)
	for _, v := range vars {
		name, value, _ := strings.Cut(v, "=")
		t.Setenv(name, value)
	}
	status := Ask(Env{Args: []string{"--demo", text}, Stdin: in, Stdout: &out, Stderr: w, Getenv: os.Getenv, CanAsk: true, Engine: engine.Options{}})
	return result{status: status, out: out.String()}
}

func TestATerminalIsNotControlledByTheAgent(t *testing.T) {
	got := askWith(t, Env{Stdin: strings.NewReader(""), ToTerminal: true}, "--demo", "title \x1b]0;x\x07", "run \x1b[2Jx")
	if strings.ContainsRune(got.out+got.err, '\x1b') || !strings.Contains(got.err, "<U+001B>[2Jx") {
		t.Errorf("%+v", got)
	}
}

func TestOneFileForBothKeepsLinesApart(t *testing.T) {
	got := askWith(t, Env{Stdin: strings.NewReader(""), OneFile: true}, "--demo", "crash")
	if !strings.HasSuffix(got.out, "a wo\n") || !strings.HasPrefix(got.err, "Guide ended") {
		t.Errorf("%+v", got)
	}
}
