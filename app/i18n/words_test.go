package i18n

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"sidekicks/engine"
	"sidekicks/engine/acp"
	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
)

// constants lists the string constants of a type in a package's folder.
func constants(t *testing.T, dir, typ string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			if id, ok := v.Type.(*ast.Ident); ok && id.Name == typ {
				s, err := strconv.Unquote(v.Values[0].(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, s)
			}
			return true
		})
	}
	if len(out) == 0 {
		t.Fatalf("no constants of type %s in %s", typ, dir)
	}
	return out
}

// numbered lists the constants of a type that counts them, in their order.
func numbered(t *testing.T, dir, typ string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			block, ok := d.(*ast.GenDecl)
			if !ok || block.Tok != token.CONST {
				continue
			}
			if id, ok := block.Specs[0].(*ast.ValueSpec).Type.(*ast.Ident); ok && id.Name == typ {
				for _, s := range block.Specs {
					names = append(names, s.(*ast.ValueSpec).Names[0].Name)
				}
			}
		}
	}
	if len(names) == 0 {
		t.Fatalf("no constants of type %s in %s", typ, dir)
	}
	return names
}

// untold are the constants, by their number, that a table lacks from one on.
func untold[K ~uint8](m map[K]string, names []string, from int) (out []string) {
	for i := from; i < len(names); i++ {
		if m[K(i)] == "" {
			out = append(out, names[i])
		}
	}
	return out
}

func missing[K ~string, V any](m map[K]V, want []string) (out []string) {
	for _, k := range want {
		if _, ok := m[K(k)]; !ok {
			out = append(out, k)
		}
	}
	return out
}

func TestEveryCodeHasAllLanguages(t *testing.T) {
	const conv, acp = "../../engine/conversation", "../../engine/acp"
	for _, l := range Languages() {
		w := For(l)
		for what, lost := range map[string][]string{
			"Code":           missing(w.systems, constants(t, conv, "Code")),
			"FailureCode":    missing(w.failures, constants(t, conv, "FailureCode")),
			"StopReason":     missing(w.stops, constants(t, acp, "StopReason")),
			"ToolKind":       missing(w.verbs, constants(t, acp, "ToolKind")),
			"ToolKind wants": missing(w.wants, constants(t, acp, "ToolKind")),
			"ToolCallStatus": missing(w.tools, constants(t, acp, "ToolCallStatus")),
			"Unanswered":     missing(w.permission.unanswered, constants(t, conv, "Unanswered")),
			"Copy":           untold(w.permission.copies, numbered(t, conv, "Copy"), 1),
			"AgentStatus":    untold(w.statuses, numbered(t, "../../engine", "AgentStatus"), 0),
			"StopCause":      untold(w.stopped, numbered(t, "../../engine/agent", "StopCause"), 0),
			"ModeKind":       untold(w.modes.kinds, numbered(t, "../../engine", "ModeKind"), 1),
		} {
			if len(lost) > 0 {
				t.Errorf("%s: %s without a sentence: %v", w.Language(), what, lost)
			}
		}
		if len(w.problems.of) != config.ProblemCodes {
			t.Errorf("%s: a problem of the configuration has no sentence", w.Language())
		}
	}
}

// texts walks a table and gives every string in it with its path.
func texts(v reflect.Value, path string, visit func(path, text string)) {
	switch v.Kind() {
	case reflect.String:
		visit(path, v.String())
	case reflect.Struct:
		for f, value := range v.Fields() {
			if f.Name != "tag" {
				texts(value, path+"."+f.Name, visit)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			texts(v.Index(i), path+"["+strconv.Itoa(i)+"]", visit)
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			var key string
			switch {
			case k.Kind() == reflect.String:
				key = k.String()
			case k.CanInt():
				key = strconv.FormatInt(k.Int(), 10)
			default:
				key = strconv.FormatUint(k.Uint(), 10)
			}
			texts(v.MapIndex(k), path+"["+key+"]", visit)
		}
	}
}

func table(w *Words) map[string]string {
	out := map[string]string{}
	texts(reflect.ValueOf(*w), "", func(path, text string) { out[path] = text })
	return out
}

func TestLanguagesAreComplete(t *testing.T) {
	en := table(For("en"))
	if len(en) < 200 {
		t.Fatalf("%d sentences in English", len(en))
	}
	for _, l := range Languages()[1:] {
		said, without := table(For(l)), 0
		for path, e := range en {
			if s, ok := said[path]; !ok || (e == "") != (s == "") {
				without++
				t.Errorf("%s: %s is not told: %q in English", l, path, e)
			} else if !slices.Equal(arguments(e), arguments(s)) {
				t.Errorf("%s: %s has other arguments: %q, %q in English", l, path, s, e)
			}
		}
		if without > 0 || len(said) != len(en) {
			t.Errorf("%s: %d of %d sentences are not told, and it has %d", l, without, len(en), len(said))
		}
	}
	for path, e := range en {
		if e == "" && path != ".codes.stops[end_turn]" {
			t.Errorf("en: %s is not told", path)
		}
	}
}

var argument = regexp.MustCompile(`%(\.\d)?\[\d\][a-z]`)

// arguments are those that a sentence has, in their order.
func arguments(sentence string) []string {
	return slices.Sorted(slices.Values(argument.FindAllString(sentence, -1)))
}

// TestTheFormatKnowsTheLanguages: the configuration can ask for each of them,
// and its keys are explained in each.
func TestTheFormatKnowsTheLanguages(t *testing.T) {
	text := []byte(`{"sidekicks": {"language": "auto"}}`)
	x, ok := config.Hover(text, strings.Index(string(text), "language"))
	if want := append([]string{"auto"}, Languages()...); !ok || !slices.Equal(slices.Sorted(slices.Values(x.Values)), slices.Sorted(slices.Values(want))) {
		t.Errorf("schema.json: sidekicks.language may be %v, want %v", x.Values, want)
	}
	for _, l := range Languages() {
		if x.Title.In(l) == "" || x.Help.In(l) == "" {
			t.Errorf("schema.json: nothing is told in %q", l)
		}
		for _, w := range languages {
			for _, usage := range []string{w.Usage, w.AskUsage, w.CheckUsage, w.ExplainUsage} {
				if !regexp.MustCompile(`--lang.*\b` + l + `\b`).MatchString(usage) {
					t.Errorf("%s: --lang %s is not told: %.60s…", w.Language(), l, usage)
				}
			}
		}
	}
}

func TestTypography(t *testing.T) {
	bad := map[string]*regexp.Regexp{
		"en": regexp.MustCompile(`'|"|\.\.\.|  `),
		"fr": regexp.MustCompile(`'|"|\.\.\.|  | [;:!?»]| %%|« |[^\x{202f}][;!?»]|[^\x{00a0}]:|«[^\x{202f}]`),
	}
	for _, l := range Languages() {
		re := bad[l]
		if re == nil {
			t.Errorf("%s: nothing is known of how it is set: say here what is wrong in it", l)
			continue
		}
		for path, text := range table(For(l)) {
			if m := re.FindString(text); m != "" {
				t.Errorf("%s %s: %q in %q", l, path, m, text)
			}
		}
	}
}

func TestFor(t *testing.T) {
	for locale, want := range map[string]string{
		"fr": "fr", "fr_FR.UTF-8": "fr", "fr-CA": "fr", "en_GB": "en", "C": "en", "": "en", "tlh_KX": "en", "frr": "en",
	} {
		if got := For(locale).Language(); got != want {
			t.Errorf("For(%q) is %s, want %s", locale, got, want)
		}
	}
}

func TestNumbersAndPlurals(t *testing.T) {
	en, fr := For("en"), For("fr")
	for _, c := range []struct{ got, want string }{
		{fr.Took(400 * time.Millisecond), "0,4\u00a0s"},
		{en.Took(400 * time.Millisecond), "0.4\u00a0s"},
		{en.Elapsed(125 * time.Second), "2\u00a0min"},
		{en.Elapsed(-time.Second), "0\u00a0s"},
		{fr.Elapsed(65 * time.Minute), "1\u00a0h 5\u00a0min"},
		{fr.Bytes(48_300_000), "48,3\u00a0Mo"},
		{fr.Bytes(48_000_000), "48\u00a0Mo"},
		{en.Bytes(1_000), "1\u00a0kB"},
		{en.Bytes(12), "12\u00a0bytes"},
		{fr.Unread(1), "1 nouveau"},
		{fr.Unread(3), "3 nouveaux"},
		{fr.Looping("Riker", conversation.Streak{Count: 3}), "Riker tourne en rond\u00a0: 3 outils ont échoué d’affilée"},
		{en.Looping("Riker", conversation.Streak{Count: 3}), "Riker is going round in circles: 3 tools failed in a row"},
		{fr.Memory(&conversation.Usage{Used: 38, Size: 100}), "38\u202f% de sa mémoire"},
		{en.Memory(nil), ""},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestInLineIsToldWhileThereIsNoProcess(t *testing.T) {
	w, now := For("en"), time.Unix(100, 0)
	for status, waits := range map[engine.AgentStatus]bool{
		engine.AgentStopped: true, engine.AgentFailed: true,
		engine.AgentStarting: false, engine.AgentAnswering: false, engine.AgentStopping: false,
	} {
		a := engine.AgentView{Status: status, Since: now.Add(-time.Hour)}
		if got := w.Agent(a, now.Add(-5*time.Second), now); waits != (got == w.inLine+" · "+w.Elapsed(5*time.Second)) {
			t.Errorf("status %d: %q", status, got)
		}
		if got := w.Agent(a, time.Time{}, now); strings.Contains(got, w.inLine) {
			t.Errorf("status %d, not in line: %q", status, got)
		}
	}
}

func TestLosses(t *testing.T) {
	got := For("en").Losses(1, 0, 1, 2)
	want := []string{"1 answer is not finished.", "1 question of an agent is not answered.", "2 messages are written and not sent."}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestFailureKeepsTheAgentsWords(t *testing.T) {
	f := &conversation.Failure{Code: conversation.FailedAgentError, Args: []string{"100% of the quota is used"}}
	if got := For("fr").Failure("Riker", f); !strings.HasSuffix(got, "100% of the quota is used") {
		t.Error(got)
	}
	odd := &conversation.Failure{Code: "not-known-yet"}
	if got := For("en").Failure("Riker", odd); !strings.HasPrefix(got, "Riker failed.") {
		t.Error(got)
	}
}

func TestOptions(t *testing.T) {
	w := For("en")
	always := conversation.PermissionOption{Kind: "allow_always", Name: "git only"}
	odd := conversation.PermissionOption{Kind: "allow_for_an_hour", Name: "For an hour"}
	for _, c := range []struct{ got, want string }{
		{w.Option(always, false), "Always allow here"},
		{w.Option(always, true), "Always allow here (“git only”)"},
		{w.Option(odd, false), "“For an hour” (the agent’s words)"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// What no agent can have used, or asked for it, is not told.
func TestUsageThatLies(t *testing.T) {
	w := For("en")
	for name, c := range map[string]struct {
		usage        conversation.Usage
		memory, cost string
	}{
		"plain":           {conversation.Usage{Used: 50, Size: 200, Cost: &acp.Cost{Amount: 0.5, Currency: "EUR"}}, "25 % of its memory", "0.50 EUR"},
		"full":            {conversation.Usage{Used: 210, Size: 200}, "105 % of its memory", ""},
		"large":           {conversation.Usage{Used: 1 << 62, Size: 1 << 62}, "100 % of its memory", ""},
		"more than there": {conversation.Usage{Used: 1 << 62, Size: 1}, "", ""},
		"negative":        {conversation.Usage{Used: -5, Size: 10, Cost: &acp.Cost{Amount: -3, Currency: "EUR"}}, "", ""},
		"no size":         {conversation.Usage{Used: 5, Size: -10, Cost: &acp.Cost{Amount: 1e308, Currency: "EUR"}}, "", ""},
		"no currency":     {conversation.Usage{Cost: &acp.Cost{Amount: 1, Currency: "EU\n"}}, "", ""},
		"words":           {conversation.Usage{Cost: &acp.Cost{Amount: 1, Currency: "EUR. Click here"}}, "", ""},
		"no number":       {conversation.Usage{Cost: &acp.Cost{Amount: math.NaN(), Currency: "EUR"}}, "", ""},
	} {
		if m, c2 := w.Memory(&c.usage), w.Cost(&c.usage); m != c.memory || c2 != c.cost {
			t.Errorf("%s: %q, %q", name, m, c2)
		}
	}
}

// TestUsageTellsEveryCommand: those that main.go knows.
func TestUsageTellsEveryCommand(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../../main.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	i := slices.IndexFunc(file.Decls, func(d ast.Decl) bool { f, ok := d.(*ast.FuncDecl); return ok && f.Name.Name == "subcommand" })
	ast.Inspect(file.Decls[i], func(n ast.Node) bool {
		c, ok := n.(*ast.CaseClause)
		if !ok {
			return true
		}
		name, ok := c.List[0].(*ast.BasicLit)
		if !ok {
			return true // the guard's, which is no one's to type
		}
		commands++
		for _, l := range Languages() {
			if command, _ := strconv.Unquote(name.Value); !strings.Contains(For(l).Usage, "\nsidekicks "+command) {
				t.Errorf("%s: the usage does not tell of %s", l, command)
			}
		}
		return true
	})
	if commands < 5 {
		t.Errorf("main.go knows %d commands", commands)
	}
}

// An agent that is tried before it is added has no conversation: what to do
// next is not to send a message.
func TestATrialThatFails(t *testing.T) {
	trial := engine.Trial{Failure: &conversation.Failure{Code: conversation.FailedExited, Args: []string{"3"}, Said: []string{"a", "no module x"}}}
	for lang, tells := range map[string]string{"en": "OpenCode ended by itself (3) instead of answering. Check that it is installed whole and signed in, then test it again. It wrote: no module x", "fr": "OpenCode s’est arrêté tout seul (3) au lieu de répondre. Vérifiez qu’il est bien installé et identifié, puis testez à nouveau. Il a écrit : no module x"} {
		if got := For(lang).Trial("OpenCode", trial); got != tells {
			t.Errorf("%s: %s", lang, got)
		}
	}
}

// No thought took no time.
func TestThoughtFor(t *testing.T) {
	en, fr := For("en"), For("fr")
	for d, want := range map[time.Duration][2]string{
		0:                      {"Thought for a moment", "A réfléchi un instant"},
		999 * time.Millisecond: {"Thought for a moment", "A réfléchi un instant"},
		time.Second:            {"Thought for 1\u00a0s", "A réfléchi 1\u00a0s"},
		3*time.Minute + 1:      {"Thought for 3\u00a0min", "A réfléchi 3\u00a0min"},
	} {
		if got := [2]string{en.ThoughtFor(d), fr.ThoughtFor(d)}; got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
}
