package guide_test

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/engine/acp"
	"sidekicks/engine/guide"
)

// A client is the other end of the guide: it keeps what came, and answers
// permission requests with answer ("" leaves them to the test).
type client struct {
	*acp.Conn
	t      *testing.T
	locale string
	run    chan error // what Run returned
	answer acp.PermissionOptionID

	mu      sync.Mutex
	updates []acp.SessionNotification
	asked   []acp.PermissionRequest
	replies []func(acp.Outcome)
}

func (c *client) SessionUpdate(n acp.SessionNotification) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.updates = append(c.updates, n)
}

func (c *client) RequestPermission(r acp.PermissionRequest, reply func(acp.Outcome)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked = append(c.asked, r)
	if c.answer != "" {
		reply(acp.Outcome{OptionID: c.answer})
		return
	}
	c.replies = append(c.replies, reply)
}

func (c *client) PermissionWithdrawn(uint64) {}

func (c *client) Unsupported(method string, _ acp.SessionID) {
	c.t.Errorf("the guide called %s", method)
}

func (c *client) Trouble(err error) { c.t.Errorf("the guide’s line: %v", err) }

// setMode and closeSession wait for the guide's answer.
func (c *client) setMode(id acp.SessionID, mode acp.SessionModeID) error {
	answered := make(chan error, 1)
	if err := c.SetMode(id, mode, func(err error) { answered <- err }); err != nil {
		return err
	}
	return <-answered
}

func (c *client) closeSession(id acp.SessionID) error {
	answered := make(chan error, 1)
	if err := c.CloseSession(id, func(err error) { answered <- err }); err != nil {
		return err
	}
	return <-answered
}

type pipe struct {
	io.Reader
	io.Writer
	close []io.Closer
}

func (p pipe) Close() error {
	for _, c := range p.close {
		_ = c.Close() // a PipeReader or PipeWriter has no error to give
	}
	return nil
}

// start runs a guide in this process and greets it. Within synctest only.
func start(t *testing.T) *client {
	t.Helper()
	return startIn(t, "")
}

func startIn(t *testing.T, locale string) *client {
	t.Helper()
	c := &client{t: t, locale: locale, run: make(chan error, 1)}
	c.begin(c)
	return c
}

// begin starts a guide that says all to h, which is c or holds it.
func (c *client) begin(h acp.Handler) {
	t := c.t
	t.Helper()
	toGuide, fromClient := io.Pipe()
	toClient, fromGuide := io.Pipe()
	go func() { c.run <- guide.Run(t.Context(), c.locale, toGuide, fromGuide) }()
	c.Conn = acp.NewConn(pipe{toClient, fromClient, []io.Closer{fromClient}}, h, acp.ConnOptions{})
	t.Cleanup(func() {
		_ = c.Close()
		<-c.Done() // from here on nobody calls Trouble, which would fail a test that is over
	})
	hello, err := c.Initialize(t.Context(), acp.Implementation{Name: "test"})
	if err != nil || hello.ProtocolVersion != 1 || hello.LoadSession || hello.ResumeSession {
		t.Fatalf("initialize = %+v, %v", hello, err)
	}
}

// A filler is a client that fills in forms.
type filler struct {
	*client
	form   acp.ElicitationRequest
	answer acp.ElicitationAnswer
}

func (f *filler) Elicit(r acp.ElicitationRequest, reply func(acp.ElicitationAnswer)) {
	f.form = r
	reply(f.answer)
}

func (f *filler) ElicitationWithdrawn(uint64) {}

func TestAFormIsAsked(t *testing.T) {
	for _, c := range []struct {
		answer acp.ElicitationAnswer
		want   string
	}{
		{acp.ElicitationAnswer{Action: acp.ElicitationAccept, Content: map[string]jsontext.Value{"number": jsontext.Value("2")}}, "`{\"number\":2}`"},
		{acp.ElicitationAnswer{Action: acp.ElicitationDecline}, "then without an answer"},
	} {
		bubble(t, func(t *testing.T) {
			f := &filler{client: &client{t: t, run: make(chan error, 1)}, answer: c.answer}
			f.begin(f)
			f.say(f.session(), "form")
			if len(f.form.Fields) != 3 || !f.form.Fields[0].Required || f.form.Fields[1].Type != "integer" {
				t.Errorf("the form is %+v", f.form)
			}
			if got := f.text(acp.AgentMessageChunk); !strings.Contains(got, c.want) {
				t.Errorf("it says %q, want %q in it", got, c.want)
			}
		})
	}
}

func (c *client) session() acp.SessionID {
	c.t.Helper()
	r, err := c.NewSession(c.t.Context(), "/work", nil)
	if err != nil {
		c.t.Fatal(err)
	}
	return r.SessionID
}

// say sends a message and gives its stop reason.
func (c *client) say(id acp.SessionID, text string) acp.StopReason {
	c.t.Helper()
	r, err := c.Prompt(c.t.Context(), id, []acp.ContentBlock{acp.TextBlock(text)})
	if err != nil {
		c.t.Fatalf("%q: %v", text, err)
	}
	return r.StopReason
}

// of gives what came of one kind.
func (c *client) of(kind acp.UpdateKind) []acp.SessionUpdate {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []acp.SessionUpdate
	for _, n := range c.updates {
		if n.Update.Kind == kind {
			out = append(out, n.Update)
		}
	}
	return out
}

func (c *client) text(kind acp.UpdateKind) string {
	var b strings.Builder
	for _, u := range c.of(kind) {
		b.WriteString(u.Content.Text)
	}
	return b.String()
}

func (c *client) requests() []acp.PermissionRequest {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.asked)
}

// bubble runs a test in fake time.
func bubble(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	synctest.Test(t, f)
}

func TestEveryWordAnswersInItsLanguage(t *testing.T) {
	for _, c := range []struct{ en, fr, wantEn, wantFr string }{
		{"help", "aide", "# Welcome", "# Bienvenue"},
		{"please show me markdown", "montre-moi du markdown", "I am the guide", "Je suis le guide"},
		{"markdown to see", "markdown pour voir", "# A heading", "# Un titre"},
		{"form", "formulaire", "nobody can fill one in here", "personne ne peut en remplir"},
		{"think", "pense", "I thought first", "J’ai d’abord réfléchi"},
		{"plan it please", "plan pour moi", "The plan is done", "Le plan est terminé"},
		{"tools", "outils", "That was all", "C’étaient tous"},
		{"edit", "modifie", "I changed no file", "je n’ai changé aucun fichier"},
		{"run rm -rf /", "lance rm -rf /", "I never run anything", "je ne lance jamais rien"},
		{"ask three", "demande trois", "You allowed 3 of 3", "Vous en avez permis 3 sur 3"},
		{"fail 2", "échoue 2", "Failed tools: 2", "Outils qui ont échoué : 2"},
		{"loop 2", "boucle 2", "2 times", "2 fois"},
		{"slow 2", "lent 2", "Second 2 of 2", "Seconde 2 sur 2"},
		{"stream 1 0", "flux 1 0", "## Part 1", "## Partie 1"},
		{"output 1", "sortie 1", "1024 bytes", "1024 octets"},
		{"link", "lien", "does not exist", "n’existe pas"},
		{"file", "fichier", "inside my message", "dans mon message"},
		{"the notice", "avis", "I left a remark", "J’ai laissé une remarque"},
		{"the usage", "mémoire", "These numbers are made up", "Ces nombres sont inventés"},
		{"title Holidays", "titre Vacances", "now has a title", "a maintenant un titre"},
		{"cut", "coupe", "middle of a", "milieu d’une"},
		{"Hello!", "Bonjour !", "I am the guide", "Je suis le guide"},
		{"/help", "/aide", "# Welcome", "# Bienvenue"},
		{"Help!", "Aide.", "# Welcome", "# Bienvenue"},
	} {
		for text, want := range map[string]string{c.en: c.wantEn, c.fr: c.wantFr} {
			bubble(t, func(t *testing.T) {
				guide := start(t)
				guide.answer = "allow_once"
				guide.say(guide.session(), strings.TrimPrefix(text, "the "))
				if got := guide.text(acp.AgentMessageChunk); !strings.Contains(got, want) {
					t.Errorf("%q was answered %q, want %q in it", text, got, want)
				}
			})
		}
	}
}

func TestTheLanguageOfTheComputerUntilOneIsWritten(t *testing.T) {
	for locale, want := range map[string]string{"": "I am the guide", "en_US.UTF-8": "I am the guide", "fr_FR.UTF-8": "Je suis le guide"} {
		bubble(t, func(t *testing.T) {
			c := startIn(t, locale)
			id := c.session()
			c.say(id, "ok")
			if got := c.text(acp.AgentMessageChunk); !strings.Contains(got, want) {
				t.Errorf("%q: answered %q", locale, got)
			}
			c.say(id, "thank you")
			if got := c.text(acp.AgentMessageChunk); !strings.HasSuffix(got, "Say `help` to see them.") {
				t.Errorf("%q: English was answered %q", locale, got)
			}
		})
	}
}

func TestTheLanguageStaysUntilAnotherIsWritten(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := start(t)
		id := c.session()
		c.say(id, "aide")
		c.say(id, "plan")
		c.say(id, "please, a plan")
		if got := c.text(acp.AgentMessageChunk); !strings.Contains(got, "Le plan est terminé") || strings.Contains(got, "The plan is done") {
			t.Errorf("a word of both languages, after French, was answered %q", got)
		}
		commands := c.of(acp.AvailableCommandsUpdate)
		names := func(i int) (out []string) {
			for _, a := range commands[i].Commands {
				out = append(out, a.Name)
			}
			return out
		}
		if len(commands) != 3 || !slices.Contains(names(0), "help") || !slices.Contains(names(0), "aide") ||
			slices.Contains(names(1), "help") || slices.Contains(names(2), "aide") {
			t.Errorf("the commands came %d times, want both languages, French, English", len(commands))
		}
	})
}

func TestThePermissionDecides(t *testing.T) {
	for _, c := range []struct {
		answer acp.PermissionOptionID
		status acp.ToolCallStatus
		asked  int // of two runs
	}{
		{"allow_once", acp.ToolCompleted, 2},
		{"allow_always", acp.ToolCompleted, 1},
		{"reject_once", acp.ToolFailed, 2},
		{"reject_always", acp.ToolFailed, 1},
	} {
		bubble(t, func(t *testing.T) {
			guide := start(t)
			guide.answer = c.answer
			id := guide.session()
			guide.say(id, "run git push")
			guide.say(id, "run git pull")
			if got := len(guide.requests()); got != c.asked {
				t.Errorf("%s: asked %d times, want %d", c.answer, got, c.asked)
			}
			request := guide.requests()[0]
			if request.ToolCall.Title != "git push" || string(request.ToolCall.RawInput) != `{"command":"git push"}` || len(request.Options) != 4 {
				t.Errorf("asked %+v", request)
			}
			for _, u := range guide.of(acp.ToolCallProgress) {
				if u.ToolCall.Status != c.status {
					t.Errorf("%s: the tool is %s, want %s", c.answer, u.ToolCall.Status, c.status)
				}
			}
		})
	}
}

func TestItAsksThreeThingsAtOnce(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := start(t)
		id := c.session()
		done := make(chan acp.StopReason, 1)
		go func() { done <- c.say(id, "ask three") }()
		synctest.Wait()
		time.Sleep(time.Minute) // fake: it asks without a limit
		if got := len(c.requests()); got != 3 {
			t.Fatalf("%d requests wait, want 3", got)
		}
		c.replies[2](acp.Outcome{OptionID: "allow_once"})
		c.replies[0](acp.Outcome{OptionID: "reject_once"})
		c.replies[1](acp.Outcome{})
		if got := <-done; got != acp.EndTurn || !strings.Contains(c.text(acp.AgentMessageChunk), "You allowed 1 of 3") {
			t.Errorf("ended %s, said %q", got, c.text(acp.AgentMessageChunk))
		}
	})
}

func TestAModeActsWithoutAsking(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := start(t)
		r, err := c.NewSession(t.Context(), "/work", nil)
		if err != nil || r.Modes == nil || r.Modes.Current != "ask" || len(r.Modes.Available) != 2 {
			t.Fatalf("session = %+v, %v", r, err)
		}
		if err := c.setMode(r.SessionID, "act-alone"); err != nil {
			t.Fatal(err)
		}
		c.say(r.SessionID, "edit")
		if len(c.requests()) != 0 {
			t.Error("it asked, in the mode that does not")
		}
		c.say(r.SessionID, "mode")
		if got := c.of(acp.CurrentModeUpdate); len(got) != 1 || got[0].ModeID != "ask" {
			t.Errorf("the mode’s updates are %+v", got)
		}
		if err := c.setMode(r.SessionID, "fly"); err == nil {
			t.Error("a mode that is not there was taken")
		}
	})
}

func TestStreamIsReproducibleAndKeepsItsPace(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := start(t)
		began := time.Now()
		c.say(c.session(), "stream 10 100")
		chunks := c.of(acp.AgentMessageChunk)
		if got := c.text(acp.AgentMessageChunk); got != guide.Text(10<<10) || len(got) != 10<<10 {
			t.Errorf("%d bytes came, and they are not Text’s", len(got))
		}
		for i, u := range chunks[:len(chunks)-1] {
			if len(u.Content.Text) != 24 {
				t.Fatalf("fragment %d has %d bytes", i, len(u.Content.Text))
			}
		}
		if took, want := time.Since(began), time.Duration(len(chunks))*10*time.Millisecond; took != want {
			t.Errorf("%d fragments took %v, want %v", len(chunks), took, want)
		}
	})
}

func TestLongIsOneFragment(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := start(t)
		c.say(c.session(), "long 300")
		if got := c.of(acp.AgentMessageChunk); len(got) != 1 || got[0].Content.Text != guide.Text(300<<10) {
			t.Errorf("%d fragments came, want one of 300 KB", len(got))
		}
	})
}

func TestTextHasItsSizeAndBreaksNoCharacter(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := start(t)
		c.say(c.session(), "flux 3 0")
		got := c.text(acp.AgentMessageChunk)
		if len(got) != 3<<10 || strings.ContainsRune(got, '\uFFFD') {
			t.Errorf("%d bytes of French came, want %d whole characters", len(got), 3<<10)
		}
	})
}

func TestEverythingStopsAtAnyPoint(t *testing.T) {
	for _, text := range []string{"help", "think", "plan", "tools", "edit", "run x", "ask three", "fail 9", "loop 9", "slow 60", "stream 100 100"} {
		for _, after := range []time.Duration{0, time.Millisecond, 40 * time.Millisecond, 170 * time.Millisecond} {
			bubble(t, func(t *testing.T) {
				c := start(t)
				id := c.session()
				done := make(chan acp.StopReason, 1)
				go func() { done <- c.say(id, text) }()
				synctest.Wait()
				time.Sleep(after)
				c.Cancel(id)
				synctest.Wait()
				select {
				case got := <-done:
					if got != acp.Cancelled {
						t.Errorf("%q stopped after %v ended %s", text, after, got)
					}
				default:
					t.Errorf("%q does not stop after %v", text, after)
				}
				c.answer = "allow_once"
				if got := c.say(id, "plan"); got != acp.EndTurn {
					t.Errorf("the message after a stopped %q ended %s", text, got)
				}
			})
		}
	}
}

func TestSessionsGoSideBySide(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := start(t)
		one, two := c.session(), c.session()
		began := time.Now()
		done := make(chan acp.StopReason, 1)
		go func() { done <- c.say(one, "slow 5") }()
		synctest.Wait()
		if _, err := c.Prompt(t.Context(), one, []acp.ContentBlock{acp.TextBlock("help")}); err == nil {
			t.Error("a second message was taken during the first")
		}
		c.say(two, "lent 2")
		if took := time.Since(began); took > 4*time.Second {
			t.Errorf("the second session waited for the first: %v", took)
		}
		if got := <-done; got != acp.EndTurn {
			t.Errorf("the first ended %s", got)
		}
		if err := c.closeSession(two); err != nil {
			t.Error(err)
		}
		if _, err := c.Prompt(t.Context(), two, nil); err == nil {
			t.Error("a closed session took a message")
		}
	})
}

func TestWhatATurnEndsWith(t *testing.T) {
	for text, want := range map[string]acp.StopReason{"cut": acp.MaxTokens, "refuse": acp.Refusal, "help": acp.EndTurn, "": acp.EndTurn} {
		bubble(t, func(t *testing.T) {
			c := start(t)
			if got := c.say(c.session(), text); got != want {
				t.Errorf("%q ended %s, want %s", text, got, want)
			}
		})
	}
}

func TestAnErrorExplainsItself(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := start(t)
		_, err := c.Prompt(t.Context(), c.session(), []acp.ContentBlock{acp.TextBlock("erreur")})
		var agent *acp.AgentError
		if !errors.As(err, &agent) || agent.Message != "Internal error" || agent.Error() != "Le modèle inventé a cessé de répondre." {
			t.Errorf("the error is %v", err)
		}
	})
}

func TestACrashEndsItInTheMiddleOfAWord(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := start(t)
		_, err := c.Prompt(t.Context(), c.session(), []acp.ContentBlock{acp.TextBlock("crash")})
		if !errors.Is(err, acp.ErrClosed) {
			t.Errorf("the turn ended with %v", err)
		}
		if got := c.text(acp.AgentMessageChunk); !strings.HasSuffix(got, "a wo") {
			t.Errorf("it said %q", got)
		}
		if err := <-c.run; !errors.Is(err, guide.ErrCrash) {
			t.Errorf("Run returned %v", err)
		}
	})
}

func TestItEndsWithItsInputInTheMiddleOfATurn(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := start(t)
		id := c.session()
		go func() { _, _ = c.Prompt(t.Context(), id, []acp.ContentBlock{acp.TextBlock("slow 60")}) }()
		synctest.Wait()
		_ = c.Close()
		if err := <-c.run; err != nil {
			t.Errorf("Run returned %v", err)
		}
	})
}

func TestEveryKindOfContent(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := start(t)
		id := c.session()
		c.answer = "allow_once"
		for _, text := range []string{"image", "link", "file", "notice", "usage", "title Holidays in spring", "edit", "think", "plan", "fail 2"} {
			c.say(id, text)
		}
		blocks := map[string]acp.ContentBlock{}
		for _, u := range c.of(acp.AgentMessageChunk) {
			blocks[u.Content.Type] = u.Content
		}
		picture, err := base64.StdEncoding.DecodeString(blocks["image"].Data)
		if err != nil || !strings.HasPrefix(string(picture), "\x89PNG") {
			t.Errorf("the image is no PNG: %v", err)
		}
		if got := blocks["resource_link"]; got.URI != "file:///work/shopping.md" || got.Name != "shopping.md" {
			t.Errorf("the link is %+v", got)
		}
		if got := blocks["resource"].Resource; got == nil || !strings.Contains(got.Text, "bread") {
			t.Errorf("the file is %+v", got)
		}
		if got := c.of(acp.NoticeUpdate); len(got) != 1 || got[0].Notice.Title == "" {
			t.Errorf("the notice is %+v", got)
		}
		if got := c.of(acp.UsageUpdate); len(got) != 1 || got[0].Usage.Size == 0 || got[0].Usage.Cost == nil {
			t.Errorf("the usage is %+v", got)
		}
		if got := c.of(acp.SessionInfoUpdate); len(got) != 1 || got[0].Title == nil || *got[0].Title != "Holidays in spring" {
			t.Errorf("the title is %+v", got)
		}
		diff := c.requests()[0].ToolCall.Content[0]
		if diff.Type != "diff" || diff.OldText == nil || *diff.OldText == diff.NewText {
			t.Errorf("the change is %+v", diff)
		}
		if c.text(acp.AgentThoughtChunk) == "" {
			t.Error("no thought came")
		}
		if got := c.of(acp.PlanUpdate); len(got) != 4 || got[3].Plan[2].Status != "completed" {
			t.Errorf("the plan is %+v", got)
		}
	})
}

func TestWhatIsJoinedIsNamed(t *testing.T) {
	bubble(t, func(t *testing.T) {
		c := start(t)
		_, err := c.Prompt(context.Background(), c.session(), []acp.ContentBlock{
			acp.TextBlock("What do you think of this?"),
			{Type: "resource_link", URI: "file:///a/notes.md", Name: "notes.md"},
		})
		if got := c.text(acp.AgentMessageChunk); err != nil || !strings.Contains(got, "notes.md") {
			t.Errorf("it said %q, %v", got, err)
		}
	})
}
