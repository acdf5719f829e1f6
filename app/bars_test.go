package app

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"image"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"gioui.org/io/key"

	"sidekicks/engine"
	"sidekicks/engine/config"
	"sidekicks/widgets/widgettest"
)

// Every list has a bar where it scrolls: layout.List alone draws none.
func TestEveryListHasABar(t *testing.T) {
	files := token.NewFileSet()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || path == filepath.FromSlash("../widgets/scrollbar.go") {
			return err
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if field, ok := n.(*ast.Field); ok && isList(field.Type) {
				t.Errorf("%s: a layout.List, which has no bar: take a widgets.List", files.Position(field.Pos()))
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func isList(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != "List" {
		return false
	}
	pkg, ok := s.X.(*ast.Ident)
	return ok && pkg.Name == "layout"
}

// What scrolls is moved by the bar at its edge, to what was out of view.
func TestListsAreScrolledByTheirBars(t *testing.T) {
	many := func() *engine.Snapshot {
		s := four()
		for i := range 30 {
			s.Agents = append(s.Agents, engine.AgentView{Name: fmt.Sprintf("Agent %d", i)})
		}
		return s
	}
	for _, c := range []struct {
		name  string
		scene *engine.Snapshot
		size  image.Point
		open  func(h *widgettest.Harness)
		bar   image.Point // where it is dragged from
		last  string
	}{
		{"palette", talk(), image.Pt(1280, 500), func(h *widgettest.Harness) { h.Press(key.ModShortcut, "K") }, image.Pt(910, 160), "Keys"},
		{"agents", many(), image.Pt(1280, 500), nil, image.Pt(242, 70), "Agent 29"},
		{"problems", writing(), image.Pt(480, 800), nil, image.Pt(473, 530), "no value"},
		{"first page", stages()["a first run"].scene, image.Pt(480, 220), nil, image.Pt(477, 4), "Nothing is written"},
	} {
		_, h := showStill(t, c.scene, config.Config{Language: "en"}, c.size, 1)
		if h.Settle(); c.open != nil {
			c.open(h)
		}
		inView := func() bool {
			parts := visibleParts(h)
			for _, n := range h.Nodes() {
				if strings.Contains(n.Desc.Label+n.Desc.Description, c.last) && !parts[n.ID].Empty() {
					return true
				}
			}
			return false
		}
		if inView() {
			t.Errorf("%s: %q is in view from the start", c.name, c.last)
		}
		h.Drag(c.bar, c.bar.Add(image.Pt(0, 200)), c.bar.Add(image.Pt(0, 600)))
		if !inView() {
			t.Errorf("%s: the bar does not lead to %q\n%s", c.name, c.last, h.Dump())
		}
	}
}
