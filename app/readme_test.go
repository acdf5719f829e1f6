package app

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"sidekicks/app/i18n"
	"sidekicks/engine/config"
	"sidekicks/widgets/widgettest"
)

// TestReadme keeps the tables of README.md that are made from the program:
// -update writes them.
func TestReadme(t *testing.T) {
	const path = "../README.md"
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	now := string(text)
	for name, table := range map[string]string{
		"keys":      keysTable(),
		"agents":    settingsTable(t, "customAgent"),
		"sidekicks": settingsTable(t, "sidekicks"),
	} {
		begin, end := "<!-- "+name+": written by make golden -->\n", "<!-- end of "+name+" -->"
		before, rest, found := strings.Cut(now, begin)
		was, after, closed := strings.Cut(rest, end)
		switch {
		case !found || !closed:
			t.Fatalf("README.md has no place between %q and %q", begin, end)
		case was != table && !widgettest.Updating():
			t.Errorf("README.md: the table of %s is another now; make golden writes it:\n%s", name, table)
		}
		now = before + begin + table + end + after
	}
	if widgettest.Updating() && now != string(text) {
		if err := os.WriteFile(path, []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestReadmeIsTrue: the files and folders that README.md names are there, and
// its example is a configuration.
func TestReadmeIsTrue(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	names := regexp.MustCompile("`((?:app|engine|theme|widgets)/[^` ]+)`").FindAllSubmatch(text, -1)
	for _, n := range names {
		if found, err := filepath.Glob("../" + string(n[1])); err != nil || found == nil {
			t.Errorf("README.md names %s, which is not there", n[1])
		}
	}
	_, rest, found := strings.Cut(string(text), "```jsonc\n")
	example, _, closed := strings.Cut(rest, "```")
	if len(names) < 20 || !found || !closed {
		t.Fatalf("README.md names %d files and has no example", len(names))
	}
	for _, p := range config.Check([]byte(example), config.Env{Home: "/home/me"}) {
		t.Errorf("README.md's example, line %d: %v %q", p.Line, p.Code, p.Args)
	}
}

// keysTable are the keys as the window's help tells them, but for macOS.
func keysTable() string {
	a := &App{words: i18n.For("en")}
	var b strings.Builder
	b.WriteString("| Key | Does |\n|---|---|\n")
	for _, k := range withKeys {
		fmt.Fprintf(&b, "| %s | %s |\n", cell(strings.ReplaceAll(a.keysOf(k), "⌘", "Ctrl")), cell(k.Label(a.words)))
	}
	return b.String()
}

// A schemaKey is what the schema says of a value, as far as the tables tell it.
type schemaKey struct {
	Title       string
	Description string
	Type        string
	Format      string
	Enum        []string
	Examples    []string
	Default     jsontext.Value
	Minimum     jsontext.Value
	Maximum     jsontext.Value
	Properties  schemaKeys
	Items       struct {
		Ref string `json:"$ref"`
	}
	OtherProgram string `json:"x-other-program"`
}

type schemaMember struct {
	name string
	schemaKey
}

// schemaKeys are members in the order of the schema.
type schemaKeys []schemaMember

func (k *schemaKeys) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for d.PeekKind() != '}' {
		name, err := d.ReadToken()
		if err != nil {
			return err
		}
		m := schemaMember{name: name.String()}
		if err := json.UnmarshalDecode(d, &m.schemaKey); err != nil {
			return err
		}
		*k = append(*k, m)
	}
	_, err := d.ReadToken()
	return err
}

// settingsTable are the keys of one definition of the schema.
func settingsTable(t *testing.T, definition string) string {
	t.Helper()
	var schema struct {
		Defs map[string]schemaKey `json:"$defs"`
	}
	if err := json.Unmarshal([]byte(config.Schema), &schema, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("| Key | May be | Default | Means |\n|---|---|---|---|\n")
	schema.Defs[definition].write(&b, schema.Defs, "")
	return b.String()
}

// write writes a row for each key within others, and one for those of each
// other program.
func (k schemaKey) write(b *strings.Builder, defs map[string]schemaKey, within string) {
	for i, m := range k.Properties {
		switch {
		case m.OtherProgram != "":
			if k.Properties[i-1].OtherProgram != m.OtherProgram {
				fmt.Fprintf(b, "| %s | | | %s reads these, Sidekicks does not. |\n", quoted(k.Properties.of(m.OtherProgram)), m.OtherProgram)
			}
		case len(m.Properties) > 0:
			m.write(b, defs, within+m.name+".")
		case m.Description != "": // else what it belongs to tells it
			fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", within+m.name, cell(m.values()), m.fallback(), cell(m.Description))
			defs[strings.TrimPrefix(m.Items.Ref, "#/$defs/")].write(b, defs, within+m.name+"[].")
		}
	}
}

// of are the names of the keys that another program reads.
func (k schemaKeys) of(program string) (names []string) {
	for _, m := range k {
		if m.OtherProgram == program {
			names = append(names, m.name)
		}
	}
	return names
}

// values tells what a key may be.
func (k schemaKey) values() string {
	switch {
	case len(k.Enum) > 0:
		return quoted(k.Enum)
	case len(k.Minimum) > 0:
		return k.Type + ", " + string(k.Minimum) + " to " + string(k.Maximum)
	case k.Type == "boolean":
		return "`true`, `false`"
	case len(k.Examples) > 0:
		return "such as " + quoted(k.Examples)
	}
	return map[string]string{"string": "text", "array": "list", "object": "names and values"}[k.Type]
}

func (k schemaKey) fallback() string {
	if len(k.Default) == 0 {
		return ""
	}
	return "`" + string(k.Default) + "`"
}

func quoted(values []string) string { return "`" + strings.Join(values, "`, `") + "`" }

// cell is a text in a table of Markdown.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
