package grammars

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"testing"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

var update = flag.Bool("update", false, "make grammars.zip from the module")

// TestArchive fails when the archive is not made from the module in go.mod.
func TestArchive(t *testing.T) {
	want := map[string]string{}
	for i, lexer := range lexers.GlobalLexerRegistry.Lexers {
		if text, err := written(lexer); err == nil {
			want[fmt.Sprintf("%03d.xml", i)] = text
		} else if name := lexer.Config().Name; !slices.Contains(leftOut, name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if *update {
		if err := os.WriteFile("grammars.zip", packed(t, want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got := unpacked(t, archive); !reflect.DeepEqual(got, want) {
		t.Errorf("grammars.zip holds %d grammars that differ from the %d of the module: make golden", len(got), len(want))
	}
}

// leftOut are the languages whose grammars cannot be written down.
var leftOut = []string{"Haxe", "Raku"}

// own is the grammar of a language alone, where chroma puts another one around
// or within it: of what stands in HTML, of Markdown and HTTP with what they
// hold, of Lisps with the names that they know.
func own(lexer chroma.Lexer) chroma.Lexer {
	v := reflect.ValueOf(lexer).Elem()
	for _, name := range []string{"Lexer", "lexer", "language"} {
		if f := v.FieldByName(name); f.IsValid() && f.Kind() == reflect.Interface { // most are chroma's own
			return reflect.NewAt(f.Type(), f.Addr().UnsafePointer()).Elem().Interface().(chroma.Lexer)
		}
	}
	return lexer
}

// written is a grammar as chroma writes it, without what is Go's alone.
func written(lexer chroma.Lexer) (string, error) {
	plain, ok := own(lexer).(*chroma.RegexLexer)
	if !ok {
		return "", fmt.Errorf("a %T", lexer)
	}
	rules, err := plain.Rules()
	if err != nil {
		return "", err
	}
	rules = rules.Clone()
	for _, state := range rules {
		for i := range state {
			if _, err := marshal(plain.Config(), chroma.Rules{"root": {{Pattern: state[i].Pattern, Type: state[i].Type}}}); err != nil {
				state[i].Type = chroma.LiteralString // what is within is not told apart
			}
		}
	}
	return marshal(plain.Config(), rules)
}

func marshal(c *chroma.Config, rules chroma.Rules) (string, error) {
	lexer, err := chroma.NewLexer(c, func() chroma.Rules { return rules })
	if err != nil {
		return "", err
	}
	text, err := chroma.Marshal(lexer)
	return inOrder(string(text)), err
}

var aState = regexp.MustCompile(`(?s)\n    <state name="[^"]*"(/>|>.*?\n    </state>)`)

// inOrder has the states in the order of their names: chroma writes them in any.
func inOrder(text string) string {
	states := aState.FindAllString(text, -1)
	slices.Sort(states)
	i := 0
	return aState.ReplaceAllStringFunc(text, func(string) string { i++; return states[i-1] })
}

func packed(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	w.RegisterCompressor(zip.Deflate, func(to io.Writer) (io.WriteCloser, error) { return flate.NewWriter(to, flate.BestCompression) })
	for _, name := range slices.Sorted(maps.Keys(files)) { // the module's order, by which one of two is found
		f, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(f, files[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func unpacked(t *testing.T, archive []byte) map[string]string {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, file := range r.File {
		f, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(f)
		if err != nil {
			t.Fatal(err)
		}
		files[file.Name] = string(text)
	}
	return files
}

// TestEveryLanguageIsFound: by each of its names, as in the module.
func TestEveryLanguageIsFound(t *testing.T) {
	for _, lexer := range lexers.GlobalLexerRegistry.Lexers {
		c := lexer.Config()
		if slices.Contains(leftOut, c.Name) {
			continue
		}
		for _, name := range append(c.Aliases, c.Name) {
			want := lexers.Get(name).Config().Name
			if slices.Contains(leftOut, want) {
				continue
			}
			if got := Get(name); got == nil || got.Config().Name != want {
				t.Errorf("%s: found %v, want %s", name, got, want)
			}
		}
	}
	if got := Get("no such language"); got != nil {
		t.Errorf("found %s", got.Config().Name)
	}
}

// TestTheSameTokens: a grammar that was packed reads as the module's does.
func TestTheSameTokens(t *testing.T) {
	for language, text := range map[string]string{
		"go":         "package a\n\n// B is `c`.\nfunc B(x int) (string, error) { return \"d\" + `e`, nil }\n",
		"python":     "@a\ndef b(c: int = 0x1F) -> str:\n    \"\"\"d\"\"\"\n    return f'{c!r:>3}' # e\n",
		"js":         "const a = async (b) => `c ${b + 1} d`; /* e */\n",
		"typescript": "interface A<T> { b?: T }\nexport type C = A<string> | null;\n",
		"rust":       "fn a<'b>(c: &'b str) -> u8 { 1_000u8 } // d\n",
		"c":          "#include <a.h>\nint main(void) { return 'b' + 0x1f; } /* c */\n",
		"html":       "<!doctype html><p class=\"a\">b<script>let c = 1;</script><style>d { color: red }</style>\n",
		"json":       "{\"a\": [1, 2.5e3, true, null]}\n",
		"yaml":       "a: &b\n  - 'c' # d\n  - |\n    e\n",
		"bash":       "for a in \"$b\"/*; do echo $((1 + 2)) 'c'; done # d\n",
		"sql":        "SELECT a, 'b' FROM c WHERE d > 10 -- e\n",
		"php":        "<?php function a($b) { return \"c $b\"; } // d\n",
		"ruby":       "def a(b) = \"c #{b + 1}\" # d\n",
		"diff":       "--- a\n+++ b\n@@ -1 +1 @@\n-c\n+d\n",
		"dockerfile": "FROM a AS b\nRUN echo 'c'\n",
		"powershell": "Get-ChildItem $a | Where-Object { $_.Name -eq 'b' } # c\n",
	} {
		t.Run(language, func(t *testing.T) {
			got, want := tokens(t, Get(language), text), tokens(t, lexers.Get(language), text)
			if !slices.Equal(got, want) {
				t.Errorf("tokens\n%v\nwant\n%v", got, want)
			}
			if len(got) < 5 {
				t.Errorf("only %d tokens: %v", len(got), got)
			}
		})
	}
}

func tokens(t *testing.T, lexer chroma.Lexer, text string) []chroma.Token {
	t.Helper()
	it, err := chroma.Coalesce(lexer).Tokenise(nil, text)
	if err != nil {
		t.Fatal(err)
	}
	return it.Tokens()
}
