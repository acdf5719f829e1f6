package app

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestEveryPartIsHandled: who tells the kinds of parts apart names each of
// them, or says with a default that the others are alike. So a new kind is
// forgotten nowhere: in the window, the search, the export, the command line.
func TestEveryPartIsHandled(t *testing.T) {
	kinds := partKinds(t)
	if len(kinds) < 6 {
		t.Fatalf("the kinds of parts are %v", kinds)
	}
	switches := 0
	for _, dir := range []string{"../engine", "."} {
		eachFile(t, dir, func(fset *token.FileSet, file *ast.File) {
			ast.Inspect(file, func(n ast.Node) bool {
				s, ok := n.(*ast.TypeSwitchStmt)
				if !ok {
					return true
				}
				named, others := casesOf(s, file.Name.Name)
				if !slices.ContainsFunc(kinds, func(k string) bool { return named[k] }) {
					return true
				}
				switches++
				for _, k := range kinds {
					if !named[k] && !others {
						t.Errorf("%s: nothing is said of %s: name it, or say what holds for all others", fset.Position(s.Pos()), k)
					}
				}
				return true
			})
		})
	}
	if switches < 6 {
		t.Errorf("only %d places tell parts apart", switches)
	}
}

func eachFile(t *testing.T, dir string, do func(*token.FileSet, *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, path, nil, 0)
		if err == nil {
			do(fset, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// partKinds are the types that are a conversation.Part.
func partKinds(t *testing.T) (kinds []string) {
	eachFile(t, "../engine/conversation", func(_ *token.FileSet, file *ast.File) {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == "isPart" {
				kinds = append(kinds, typeName(f.Recv.List[0].Type, "conversation"))
			}
		}
	})
	return kinds
}

// casesOf are the types that a switch names, and whether it has a default.
func casesOf(s *ast.TypeSwitchStmt, pkg string) (named map[string]bool, others bool) {
	named = map[string]bool{}
	for _, c := range s.Body.List {
		list := c.(*ast.CaseClause).List
		others = others || list == nil
		for _, e := range list {
			named[typeName(e, pkg)] = true
		}
	}
	return named, others
}

// typeName writes a type as another package does.
func typeName(e ast.Expr, pkg string) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return "*" + typeName(e.X, pkg)
	case *ast.SelectorExpr:
		return typeName(e.X, "") + e.Sel.Name
	case *ast.Ident:
		if pkg == "" {
			return e.Name + "."
		}
		return pkg + "." + e.Name
	}
	return ""
}
