package app

import (
	"go/ast"
	"go/token"
	"testing"

	"gioui.org/io/key"

	"sidekicks/app/i18n"
)

func TestLookup(t *testing.T) {
	press := func(mods key.Modifiers, name key.Name) key.Event { return key.Event{Modifiers: mods, Name: name} }
	for _, c := range []struct {
		what string
		e    key.Event
		want Action
		n    int
	}{
		{"US Ctrl+1", press(key.ModShortcut, "1"), SelectAgent, 1},
		{"US Ctrl+9", press(key.ModShortcut, "9"), SelectAgent, 9},
		{"French Ctrl+1", press(key.ModShortcut, "&"), SelectAgent, 1},
		{"French Ctrl+3", press(key.ModShortcut, "\""), SelectAgent, 3},
		{"French Ctrl+5", press(key.ModShortcut, "("), SelectAgent, 5},
		{"French Ctrl+2 as a letter", press(key.ModShortcut, "É"), SelectAgent, 2},
		{"French Ctrl+Shift+2", press(key.ModShortcut|key.ModShift, "2"), SelectAgent, 2},
		{"French Ctrl+Shift+0", press(key.ModShortcut|key.ModShift, "0"), ZoomReset, 0},
		{"Ctrl+-", press(key.ModShortcut, "-"), ZoomOut, 0},
		{"US Ctrl+Shift+=", press(key.ModShortcut|key.ModShift, "+"), ZoomIn, 0},
		{"French Ctrl+=", press(key.ModShortcut, "="), ZoomIn, 0},
		{"Ctrl+Tab", press(key.ModCtrl, key.NameTab), NextAgent, 0},
		{"Ctrl+Shift+Tab", press(key.ModCtrl|key.ModShift, key.NameTab), PreviousAgent, 0},
		{"Alt+Down", press(key.ModAlt, key.NameDownArrow), AgentBelow, 0},
		{"a digit alone is typed", press(0, "1"), NoAction, 0},
		{"Enter is the composer's", press(0, key.NameReturn), NoAction, 0},
		{"Up is the composer's", press(0, key.NameUpArrow), NoAction, 0},
		{"Shift+Esc is nobody's", press(key.ModShift, key.NameEscape), NoAction, 0},
	} {
		if got, n := lookup(c.e); got != c.want || n != c.n {
			t.Errorf("%s: action %d with %d, want %d with %d", c.what, got, n, c.want, c.n)
		}
	}
}

func TestEveryGlobalKeyIsHeldOrNamed(t *testing.T) {
	for _, b := range bindings {
		for _, c := range b.Chords {
			typed := c.Mods&^key.ModShift == 0 && len([]rune(string(c.Name))) == 1 && c.Name < "\u007f"
			if typed && !b.Local {
				t.Errorf("%q would be taken from whoever types it", c.Name)
			}
		}
	}
}

func TestNoKeyMeansTwoThings(t *testing.T) {
	type held struct {
		mods key.Modifiers
		name key.Name
	}
	seen := map[held]Action{}
	for _, b := range bindings {
		if b.Action == MoveLine || b.Action == FindInText { // of a text, while AgentAbove and Find are of a conversation
			continue
		}
		for _, c := range b.Chords {
			forms := []held{{c.Mods, c.Name}}
			if c.AnyShift {
				forms = append(forms, held{c.Mods | key.ModShift, c.Name})
			}
			for _, f := range forms {
				if other, ok := seen[f]; ok && other != b.Action {
					t.Errorf("%v %q means %d and %d", f.mods, f.name, other, b.Action)
				}
				seen[f] = b.Action
			}
		}
	}
}

func TestHints(t *testing.T) {
	en, fr := i18n.For("en"), i18n.For("fr")
	for _, c := range []struct{ got, want string }{
		{hint(en, SelectAgent, 3), "Ctrl+3"},
		{hint(fr, PreviousAgent, 0), "Ctrl+Maj+Tab"},
		{hint(fr, CloseOrStop, 0), "Échap"},
		{hint(en, ZoomIn, 0), "Ctrl++"},
		{hint(en, SelectAgent, 12), ""},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

func TestEveryActionIsBoundAndNamed(t *testing.T) {
	w := i18n.For("fr")
	bound := map[Action]bool{}
	for _, b := range bindings {
		bound[b.Action] = true
		if b.Label(w) == "" || len(b.Chords) == 0 && !b.Palette {
			t.Errorf("action %d has no name or no key", b.Action)
		}
	}
	for a := NoAction + 1; a < InSettings; a++ {
		if !bound[a] {
			t.Errorf("action %d is not bound", a)
		}
	}
}

// TestEveryActionIsDone: what has a key or stands in the palette is done by
// something besides the table.
func TestEveryActionIsDone(t *testing.T) {
	var names []string
	used := map[string]bool{}
	eachFile(t, ".", func(fset *token.FileSet, file *ast.File) {
		if file.Name.Name != "app" {
			return
		}
		table := fset.Position(file.Pos()).Filename == "keymap.go"
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.GenDecl:
				if first, ok := n.Specs[0].(*ast.ValueSpec); ok && table && first.Names[0].Name == "NoAction" {
					for _, s := range n.Specs {
						names = append(names, s.(*ast.ValueSpec).Names[0].Name)
					}
				}
			case *ast.CaseClause, *ast.BinaryExpr, *ast.CallExpr:
				for _, e := range operands(n) {
					if id, ok := e.(*ast.Ident); ok {
						used[id.Name] = used[id.Name] || !table
					}
				}
			}
			return true
		})
	})
	for _, b := range bindings {
		if name := names[b.Action]; !b.Local && !used[name] {
			t.Errorf("nothing does %s: actions.go", name)
		}
	}
}

// operands are what a case, a comparison or a call is about.
func operands(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.CaseClause:
		return n.List
	case *ast.BinaryExpr:
		return []ast.Expr{n.X, n.Y}
	case *ast.CallExpr:
		return n.Args
	}
	return nil
}
