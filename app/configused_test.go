package app

import (
	"go/ast"
	"go/token"
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"sidekicks/engine/config"
)

// TestEverySettingIsUsed: what the configuration says is looked at by something
// besides the package that reads it.
func TestEverySettingIsUsed(t *testing.T) {
	used := map[string]bool{}
	for _, dir := range []string{"../engine", ".", "../main.go"} {
		eachFile(t, dir, func(_ *token.FileSet, file *ast.File) {
			if file.Name.Name == "config" {
				return
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if s, ok := n.(*ast.SelectorExpr); ok && !imported(file, s.X) {
					used[s.Sel.Name] = true
				}
				return true
			})
		})
	}
	for _, r := range []reflect.Type{reflect.TypeFor[config.Config](), reflect.TypeFor[config.Limits](), reflect.TypeFor[config.Agent]()} {
		for f := range r.Fields() {
			if !used[f.Name] {
				t.Errorf("%v.%s is used by nothing: App.SetConfig, Engine.Configure", r, f.Name)
			}
		}
	}
}

// imported tells whether an expression names a package.
func imported(file *ast.File, e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	return ok && slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return path.Base(strings.Trim(i.Path.Value, `"`)) == id.Name })
}
