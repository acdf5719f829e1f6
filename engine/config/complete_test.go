package config

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tailscale/hujson"
)

// place splits a text at its caret, written |.
func place(t *testing.T, text string) ([]byte, int) {
	t.Helper()
	before, after, ok := strings.Cut(text, "|")
	if !ok {
		t.Fatalf("%q has no caret", text)
	}
	return []byte(before + after), len(before)
}

var computer = Known{
	Agents: []Agent{{Name: "OpenCode", Command: "opencode", Args: []string{"acp"}}, {Name: "Gemini", Command: "gemini", Env: map[string]string{"A": "1"}}},
	Folders: func(prefix string) []string {
		return []string{prefix + "/one", prefix + "/two"}
	},
	Programs: func(prefix string) []string {
		if prefix == "~/b" {
			return []string{"~/bin/", "~/bat"}
		}
		return nil
	},
}

func TestComplete(t *testing.T) {
	for _, c := range []struct{ text, labels, first string }{
		{`|`, "agent_servers sidekicks", "{\n  \"agent_servers\": {\n    |\n  }\n}\n"},
		{`{|}`, "agent_servers sidekicks", `{"agent_servers": {|}}`},
		{`{"a|"}`, "agent_servers", `{"agent_servers": {|}}`},
		{`{"sidekicks": {}, |}`, "agent_servers", `{"sidekicks": {}, "agent_servers": {|}}`},
		{`{"sidekicks": {} |}`, "agent_servers", `{"sidekicks": {}, "agent_servers": {|}}`},
		{`{|"sidekicks": {}}`, "agent_servers", `{"agent_servers": {|},"sidekicks": {}}`},
		{`{"sidekicks": {} | , "x": 1}`, "agent_servers", `{"sidekicks": {} , "agent_servers": {|} , "x": 1}`},
		{`{"sidekicks": {"th|"}}`, "theme", `{"sidekicks": {"theme": "|"}}`},
		{`{"sidekicks": {th|}}`, "theme", `{"sidekicks": {"theme": "|"}}`},
		{`{"sidekicks": {"th|": "dark"}}`, "theme", `{"sidekicks": {"theme"|: "dark"}}`},
		{`{"sidekicks": {"text|"}}`, "text_size", `{"sidekicks": {"text_size": 15|}}`},
		{`{"sidekicks": {"noti|"}}`, "notifications", `{"sidekicks": {"notifications": false|}}`},
		{`{"sidekicks": {"size|"}}`, "text_size", `{"sidekicks": {"text_size": 15|}}`},
		{`{"sidekicks": {"theme": |}}`, "auto light dark", `{"sidekicks": {"theme": "auto"|}}`},
		{`{"sidekicks": {"theme": "|"}}`, "auto light dark", `{"sidekicks": {"theme": "auto"|}}`},
		{`{"sidekicks": {"theme": "d|"}}`, "dark", `{"sidekicks": {"theme": "dark"|}}`},
		{`{"sidekicks": {"theme": d|}}`, "dark", `{"sidekicks": {"theme": "dark"|}}`},
		{`{"sidekicks": {"theme":|` + "\n" + `"language": "fr"}}`, "auto light dark", `{"sidekicks": {"theme":"auto"|` + "\n" + `"language": "fr"}}`},
		{`{"sidekicks": {"notifications": |}}`, "true false", `{"sidekicks": {"notifications": true|}}`},
		{`{"sidekicks": {"limits": {"idle_timeout": "|"}}}`, "10m 1h never", `{"sidekicks": {"limits": {"idle_timeout": "10m"|}}}`},
		{`{"agent_servers": {"A": {"command": "x"}, "B": {"command": "x"}}, "sidekicks": {"default_agent": "|"}}`, "A B",
			`{"agent_servers": {"A": {"command": "x"}, "B": {"command": "x"}}, "sidekicks": {"default_agent": "A"|}}`},
		{`{"agent_servers": {"A": {"command": "|"}}}`, "opencode gemini sidekicks", `{"agent_servers": {"A": {"command": "opencode", "args": ["acp"]|}}}`},
		{`{"agent_servers": {"A": {"command": "ope|", "args": []}}}`, "opencode", `{"agent_servers": {"A": {"command": "opencode"|, "args": []}}}`},
		{`{"agent_servers": {"A": {"command": "~/b|"}}}`, "~/bin/ ~/bat", `{"agent_servers": {"A": {"command": "~/bin/|"}}}`},
		{`{"agent_servers": {"A": {"command": "s|"}}}`, "sidekicks", `{"agent_servers": {"A": {"command": "sidekicks"|}}}`},
		{"{\n\t\"agent_servers\": {\"A\": {\n\t\t\"command\": \"g|\",\n\t\t\"args\": []}}}", "gemini",
			"{\n\t\"agent_servers\": {\"A\": {\n\t\t\"command\": \"gemini\",\n\t\t\"env\": {\n\t\t\t\"A\": \"1\"\n\t\t}|,\n\t\t\"args\": []}}}"},
		{`{"agent_servers": {"A": {"workspace": "~/s|"}}}`, "~/s/one ~/s/two", `{"agent_servers": {"A": {"workspace": "~/s/one"|}}}`},
		{"{\n  \"agent_servers\": {\n    |\n  }\n}", "OpenCode Gemini Guide Agent",
			"{\n  \"agent_servers\": {\n    \"OpenCode\": {\n      \"command\": \"opencode\",\n      \"args\": [\"acp\"]\n    }|\n  }\n}"},
		{`{"agent_servers": {|}}`, "OpenCode Gemini Guide Agent",
			"{\"agent_servers\": {\n  \"OpenCode\": {\n    \"command\": \"opencode\",\n    \"args\": [\"acp\"]\n  }|\n}}"},
		{"{\r\n\t\"agent_servers\": { \"open|\" }\r\n}", "OpenCode open",
			"{\r\n\t\"agent_servers\": {\r\n\t\t\"OpenCode\": {\r\n\t\t\t\"command\": \"opencode\",\r\n\t\t\t\"args\": [\"acp\"]\r\n\t\t}|\r\n\t}\r\n}"},
		{`{"agent_servers": {/* mine */ o|}}`, "OpenCode o",
			"{\"agent_servers\": {/* mine */ \"OpenCode\": {\n  \"command\": \"opencode\",\n  \"args\": [\"acp\"]\n}|}}"},
		{`{"agent_servers": {"A": {"command": "x"}, op|}}`, "OpenCode op",
			"{\"agent_servers\": {\"A\": {\"command\": \"x\"}, \"OpenCode\": {\n  \"command\": \"opencode\",\n  \"args\": [\"acp\"]\n}|}}"},
		{`{"agent_servers": {op|: {}}}`, "OpenCode", `{"agent_servers": {"OpenCode"|: {}}}`},
		{`{"agent_servers": {op|`, "OpenCode op", "{\"agent_servers\": {\"OpenCode\": {\n  \"command\": \"opencode\",\n  \"args\": [\"acp\"]\n}|"},
		{`{"agent_servers": {"Riker|"}}`, "Riker",
			"{\"agent_servers\": {\n  \"Riker\": {\n    \"command\": \"|\"\n  }\n}}"},
		{`{"agent_servers": {"Riker|": {}}}`, "", ""},
		{`{"agent_servers": {"A": {"command": "x"}, "A|"}}`, "", ""},
		{`{"agent_servers": {"A": {|}}}`, "command args env workspace description idle_timeout keep_running mcp_servers type", `{"agent_servers": {"A": {"command": "|"}}}`},
		{`{"agent_servers": {"A": {"mcp_servers": [{|}]}}}`, "name type command args env url headers", `{"agent_servers": {"A": {"mcp_servers": [{"name": "|"}]}}}`},
		{`{"agent_servers": {"A": {"args": ["|"]}}}`, "", ""},
		{`{"sidekicks": {} // th|` + "\n}", "", ""},
		{`{"sidekicks": {} /* th| */}`, "", ""},
		{`{"languages": {|}}`, "", ""},
		{`{"sidekicks": {"theme": "dark"}}|`, "", ""},
		{`{"sidekicks": {"limits": {"running_agents": 2, |`, "idle_timeout", `{"sidekicks": {"limits": {"running_agents": 2, "idle_timeout": "|"`},
	} {
		text, offset := place(t, c.text)
		var labels []string
		list := Complete(text, offset, computer)
		for _, x := range list {
			labels = append(labels, x.Label)
		}
		if got := strings.Join(labels, " "); got != c.labels {
			t.Errorf("%s\noffers %s\nwant   %s", c.text, got, c.labels)
			continue
		}
		if len(list) == 0 {
			continue
		}
		after := Apply(text, list[0].Edits)
		if got := string(after[:list[0].Caret]) + "|" + string(after[list[0].Caret:]); got != c.first {
			t.Errorf("%s\nbecomes %s\nwant    %s", c.text, got, c.first)
		}
		if list[0].Title.In("en") == "" || list[0].Help.In("fr") == "" {
			t.Errorf("%s: %+v has no help", c.text, list[0])
		}
	}
}

// TestFromNothing writes a working entry by completion alone.
func TestFromNothing(t *testing.T) {
	text, caret := []byte{}, 0
	for range 2 {
		first := Complete(text, caret, computer)[0]
		text, caret = Apply(text, first.Edits), first.Caret
	}
	if c, problems := Parse(text, Env{}); len(problems) > 0 || len(c.Agents) != 1 || c.Agents[0].Command != "opencode" {
		t.Errorf("%s\n%v", text, problems)
	}
}

func TestHover(t *testing.T) {
	for _, c := range []struct{ text, marked, title, pointer, fallback string }{
		{`{"sidekicks": {"the|me": "dark"}}`, `"theme"`, "Theme", "/sidekicks/theme", `"auto"`},
		{`{"sidekicks": {"theme": "d|ark"}}`, `"dark"`, "Theme", "/sidekicks/theme", `"auto"`},
		{`{"agent_servers": {"Ri|ker": {}}}`, `"Riker"`, "Agent", "/agent_servers/Riker", ""},
		{`{"agent_servers": {"A": {"mcp_servers": [{"ur|l": ""}]}}}`, `"url"`, "Address", "/agent_servers/A/mcp_servers/0/url", ""},
	} {
		text, offset := place(t, c.text)
		e, ok := Hover(text, offset)
		if !ok || string(text[e.Start:e.End]) != c.marked || e.Title.In("en") != c.title || e.Pointer != c.pointer || e.Default != c.fallback || e.Help.In("fr") == "" {
			t.Errorf("%s: %+v, %v", c.text, e, ok)
		}
	}
	for _, nothing := range []string{`|`, `{"x|": 1}`, `{"sidekicks": {"x|": 1}}`, `{} |`, `{ | }`} {
		text, offset := place(t, nothing)
		if e, ok := Hover(text, offset); ok {
			t.Errorf("%s: %+v", nothing, e)
		}
	}
}

func TestAgentAt(t *testing.T) {
	for text, want := range map[string]string{
		`|{"agent_servers": {"A": {"command": "x"}}}`:                      "/agent_servers/A",
		`{"agent_servers": {"A": {}, "a/b": {"env": {"x":|`:                "/agent_servers/a~1b",
		`{"agent_servers": {"A": {|}, "B": {}}}`:                           "/agent_servers/A",
		`{"agent_servers": {"A": {}, |"B": {}}}`:                           "/agent_servers/B",
		`{"agent_servers": {"A": {}, "B": {}}, "sidekicks": {"theme": |}}`: "",
		`{"agent_servers": {|}}`:                                           "",
		`|`:                                                                "",
	} {
		source, offset := place(t, text)
		if got := AgentAt(source, offset); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestSchemaTellsEverything: each key of ours has words in both languages and
// what completion needs.
func TestSchemaTellsEverything(t *testing.T) {
	languages := func(words Words) (names []string) {
		for _, p := range words {
			names = append(names, p.Language)
		}
		return names
	}
	want := languages(theFormat().root.title)
	var walk func(path string, k *key)
	walk = func(path string, k *key) {
		if k.program != "" {
			return
		}
		for _, words := range []Words{k.title, k.help} {
			if len(words) > 0 && !slices.Equal(languages(words), want) {
				t.Errorf("%s: %q is told in the languages %q, want %q", path, words[0].Text, languages(words), want)
			}
		}
		if k.title.In("en") == "" || len(k.types) != 1 {
			t.Errorf("%s wants a title and a type", path)
		}
		if (k.types[0] == "boolean" || k.types[0] == "number" || k.types[0] == "integer") && k.fallback == nil {
			t.Errorf("%s has no default", path)
		}
		for _, m := range k.members {
			walk(path+"/"+m.name, m)
		}
		if k.items != nil && (len(k.items.members) > 0 || k.items.title.In("en") != "") {
			walk(path+"/*", k.items)
		}
	}
	walk("", theFormat().root)
}

func TestSet(t *testing.T) {
	riker := Agent{Name: "Riker", Command: "opencode", Args: []string{"acp"}, Workspace: "~/ship"}
	const entry = `"Riker": {` + "\n      \"command\": \"opencode\",\n      \"args\": [\"acp\"],\n      \"workspace\": \"~/ship\"\n    }"
	for _, c := range []struct{ text, want string }{
		{"", "{\n  \"agent_servers\": {\n    " + entry + "\n  }\n}\n"},
		{"// mine\n", "// mine\n{\n  \"agent_servers\": {\n    " + entry + "\n  }\n}\n"},
		{"{}", "{\n  \"agent_servers\": {\n    " + entry + "\n  }\n}"},
		{"{\n  \"agent_servers\": {\n  }\n}\n", "{\n  \"agent_servers\": {\n    " + entry + "\n  }\n}\n"},
		{"{\n  \"agent_servers\": {\n    \"Data\": {\"command\": \"x\"} // android\n  } // end\n}\n",
			"{\n  \"agent_servers\": {\n    \"Data\": {\"command\": \"x\"}, // android\n    " + entry + "\n  } // end\n}\n"},
		{"{\n  \"agent_servers\": {\n    \"Data\": {\"command\": \"x\"}, // android\n    // more\n  },\n}\n",
			"{\n  \"agent_servers\": {\n    \"Data\": {\"command\": \"x\"}, // android\n    " + entry + ",\n    // more\n  },\n}\n"},
		{"{\r\n  \"agent_servers\": {\r\n    \"Data\": {\"command\": \"x\"}\r\n  }\r\n}\r\n",
			"{\r\n  \"agent_servers\": {\r\n    \"Data\": {\"command\": \"x\"},\r\n    " + strings.ReplaceAll(entry, "\n", "\r\n") + "\r\n  }\r\n}\r\n"},
		{"{\n  \"agent_servers\": {\n    \"Riker\": {\"command\": \"old\"} // kept\n  }\n}\n",
			"{\n  \"agent_servers\": {\n    " + entry + " // kept\n  }\n}\n"},
	} {
		got := Apply([]byte(c.text), AddAgent([]byte(c.text), riker))
		if string(got) != c.want {
			t.Errorf("%s\nbecomes\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
	text := []byte("{\n\t\"agent_servers\": {\n\t\t\"A\": {\n\t\t\t\"command\": \"x\"\n\t\t}\n\t}\n}\n")
	got := Apply(text, Set(text, []string{"agent_servers", "A", "env", "KEY"}, jsontext.Value(`"1"`)))
	if want := "{\n\t\"agent_servers\": {\n\t\t\"A\": {\n\t\t\t\"command\": \"x\",\n\t\t\t\"env\": {\n\t\t\t\t\"KEY\": \"1\"\n\t\t\t}\n\t\t}\n\t}\n}\n"; string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if edits := Set([]byte(`{"a": 1}`), []string{"a", "b"}, jsontext.Value("1")); edits != nil {
		t.Errorf("a number became an object: %v", edits)
	}
}

func TestFormat(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`{"a":1,"b":[1,2]}`, `{"a": 1, "b": [1, 2]}` + "\n"},
		{"{ // one\n\"a\":1,\n\n\n\"b\":{\"c\":1}/* two */}", "{ // one\n  \"a\": 1,\n\n  \"b\": {\"c\": 1}, /* two */\n}\n"},
		{"{\n    \"a\":1,\n \"b\": 2\n}", "{\n    \"a\": 1,\n    \"b\": 2\n}\n"},
		{"\ufeff{\r\n\"a\":1}\r\n", "\ufeff{\r\n  \"a\": 1\r\n}\r\n"},
		{"{\n\t\t\"a\":1\n}", "{\n\t\"a\": 1\n}\n"},
	} {
		got, ok := Format([]byte(c.text))
		if !ok || string(got) != c.want {
			t.Errorf("%q\nbecomes %q, %v\nwant    %q", c.text, got, ok, c.want)
		}
	}
	if got, ok := Format([]byte(`{"a" 1}`)); ok || string(got) != `{"a" 1}` {
		t.Errorf("a broken text became %q, %v", got, ok)
	}
}

// comments are those of a text, without blanks: they may be indented anew.
func comments(text []byte) []string {
	r := newReport(text)
	parseTree(r)
	var list []string
	for _, c := range r.comments {
		list = append(list, strings.Join(strings.Fields(string(text[c[0]:c[1]])), ""))
	}
	return list
}

func FuzzFormat(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, text []byte) {
		once, ok := Format(text)
		if !ok {
			if !bytes.Equal(once, text) {
				t.Fatalf("%q was changed to %q", text, once)
			}
			return
		}
		if before, after := minimal(t, text), minimal(t, once); before != after {
			t.Fatalf("%q means %s, %q means %s", text, before, once, after)
		}
		if before, after := comments(text), comments(once); !slices.Equal(before, after) {
			t.Fatalf("%q has comments %q, %q has %q", text, before, once, after)
		}
		if twice, _ := Format(once); !bytes.Equal(once, twice) {
			t.Fatalf("%q: once %q, twice %q", text, once, twice)
		}
	})
}

// minimal is the meaning of a text: nothing but its values. A list's or
// object's own order counts.
func minimal(t *testing.T, text []byte) string {
	t.Helper()
	plain, err := hujson.Minimize(append(bytes.TrimPrefix(slices.Clone(text), []byte("\ufeff")), '\n'))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	value := jsontext.Value(plain)
	if err := value.Format(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true), jsontext.CanonicalizeRawFloats(true)); err != nil {
		t.Fatalf("%q: %v", plain, err)
	}
	return string(value)
}

func FuzzComplete(f *testing.F) {
	for _, c := range readCases(f) {
		f.Add([]byte(c.text), len(c.text)/2)
	}
	f.Fuzz(func(t *testing.T, text []byte, offset int) {
		Hover(text, offset)
		AddAgent(text, Agent{Name: "New", Command: "x"})
		whole := isWhole(text)
		for _, c := range Complete(text, offset, computer) {
			after := Apply(text, c.Edits)
			if c.Caret < 0 || c.Caret > len(after) {
				t.Fatalf("%q at %d: caret %d of %q", text, offset, c.Caret, after)
			}
			if whole && !isWhole(after) {
				t.Fatalf("%q at %d: %s breaks it: %q", text, offset, c.Label, after)
			}
		}
		if edits := AddAgent(text, Agent{Name: "New", Command: "x"}); whole && edits != nil && !isWhole(Apply(text, edits)) {
			t.Fatalf("%q: adding an agent breaks it: %q", text, Apply(text, edits))
		}
	})
}
