package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"sidekicks/engine/config"
)

func checked(run func(Env) int, args ...string) result {
	var o, e bytes.Buffer
	status := run(Env{Args: args, Stdout: &o, Stderr: &e, Getenv: func(string) string { return "" }})
	return result{status, o.String(), e.String()}
}

const faulty = "{\"é😀\": 1,\n\t\"sidekicks\": {\"theme\": \"drak\", \"them\": 1}}"

func TestCheckTellsEachProblem(t *testing.T) {
	path := configFile(t, faulty)
	want := path + ":1:2: warning: Settings of another program, left alone: “é😀”.\n" +
		path + ":2:25: error: “drak” is not possible here. Write “auto”, “light” or “dark”.\n" +
		path + ":2:33: warning: “them” is not known here and does nothing. Check its spelling, or remove it.\n"
	if got := checked(Check, path); got != (result{1, want, ""}) {
		t.Errorf("%+v", got)
	}
	got := checked(Check, "--lang", "fr", path)
	if got.status != 1 || strings.Count(got.out, ": error: ") != 1 || strings.Count(got.out, ": warning: ") != 2 ||
		!strings.Contains(got.out, ":2:25: error: «\u202fdrak\u202f» n’est pas possible ici.") {
		t.Errorf("%+v", got)
	}
	for text, status := range map[string]int{`{}`: 0, `{"sidekicks": {"x": 1}}`: 0, `{`: 1, ``: 1} {
		if got := checked(Check, configFile(t, text)); got.status != status || got.err != "" {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

func TestCheckJSON(t *testing.T) {
	path := configFile(t, faulty)
	got := checked(Check, "--json", "--lang=en", path)
	var list []checkedProblem
	if err := json.Unmarshal([]byte(got.out), &list); err != nil || got.status != 1 || len(list) != 3 {
		t.Fatalf("%v: %+v", err, got)
	}
	p := list[1]
	if p.Code != "bad-value" || p.Severity != "error" || p.Line != 2 || p.Column != 25 || faulty[p.Start:p.End] != `"drak"` ||
		p.Pointer != "/sidekicks/theme" || !strings.HasPrefix(p.Sentence, "“drak” is not") || len(p.Fix) != 1 {
		t.Errorf("%+v", p)
	}
	e := p.Fix[0]
	if fixed := faulty[:e.Start] + e.Text + faulty[e.End:]; !strings.Contains(fixed, `"theme": "dark"`) {
		t.Errorf("the fix makes %s", fixed)
	}
	if list[0].Fix == nil || list[0].Severity != "warning" {
		t.Errorf("%+v", list[0])
	}
	if got := checked(Check, "--json", configFile(t, "{}")); got != (result{0, "[]\n", ""}) {
		t.Errorf("%+v", got)
	}
}

func TestCheckWrongUse(t *testing.T) {
	path := configFile(t, "{}")
	for _, args := range [][]string{{path, path}, {""}, {"--lang", "tlh", path}, {"--lang"}, {"--yaml", path}, {path + "-none"}, {filepath.Dir(path)}} {
		if got := checked(Check, args...); got.status != 2 || got.out != "" || got.err == "" {
			t.Errorf("%q: %+v", args, got)
		}
	}
	if got := checked(Check, path+"-none"); !strings.HasSuffix(got.err, "Check its name.\n") {
		t.Errorf("%q tells of more than a name", got.err)
	}
	if got := checked(Check, "--help"); got.status != 0 || !strings.Contains(got.out, "--json") {
		t.Errorf("%+v", got)
	}
}

func TestSchemaPrintsTheSchema(t *testing.T) {
	if got := checked(Schema); got != (result{0, config.Schema, ""}) || !json.Valid([]byte(got.out)) {
		t.Errorf("%+v", got)
	}
	if got := checked(Schema, "x"); got.status != 2 || got.err == "" {
		t.Errorf("%+v", got)
	}
	var e bytes.Buffer
	for _, run := range []func(Env) int{Schema, func(env Env) int { env.Args = []string{configFile(t, "{")}; return Check(env) }} {
		e.Reset()
		if status := run(Env{Stdout: full{errors.New("no space left on device")}, Stderr: &e, Getenv: func(string) string { return "" }}); status != 1 || !strings.Contains(e.String(), "the disk is full") {
			t.Errorf("%d: %q", status, e.String())
		}
	}
}
