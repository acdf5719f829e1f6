package permission

import (
	"errors"
	"fmt"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// An output is what a command gives to the next one in a pipeline, or to the
// text around it.
type output struct {
	given   bool // there is one
	known   bool // text is all of it
	text    string
	fetched bool // it comes from the network
	encoded bool // it was decoded on the way
	file    bool // it is given as the name of a file
}

// An input is what a command reads.
type input = output

func (o *output) merge(p output) {
	o.known = (o.known || !o.given) && p.known
	o.text += p.text
	o.given = true
	o.fetched = o.fetched || p.fetched
	o.encoded = o.encoded || p.encoded
	o.file = o.file || p.file
}

// posix reads a text for sh, bash and their like.
func (r *reader) posix(text string, in input) output {
	if deepNesting(text) {
		r.opaque(TooLong, r.frame.at(0, len(text)))
		return output{}
	}
	f, err := r.parse(text, syntax.LangBash)
	if err != nil {
		f, err = r.parse(text, syntax.LangZsh) // takes some of what bash does not
	}
	switch {
	case errors.Is(err, errLate):
		r.stop()
		return output{}
	case err != nil:
		r.opaque(Unreadable, r.frame.at(0, len(text)))
		return output{}
	}
	return r.stmts(f.Stmts, in)
}

// parse gives a text's syntax tree. The texts are an agent's: should one bring
// the parser to its knees, it counts as unreadable and the program lives on.
func (r *reader) parse(text string, lang syntax.LangVariant) (f *syntax.File, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the parser failed: %v", p)
		}
	}()
	return syntax.NewParser(syntax.Variant(lang)).Parse(&inTime{r, strings.NewReader(text)}, "")
}

// An inTime hands out a text in small pieces for as long as there is time to
// read it.
type inTime struct {
	reader *reader
	text   *strings.Reader
}

var errLate = errors.New("there is no more time")

func (t *inTime) Read(p []byte) (int, error) {
	if read := int(t.text.Size()) - t.text.Len(); read > 8*untimed && t.reader.late() {
		return 0, errLate
	}
	return t.text.Read(p[:min(len(p), 1<<10)])
}

// deepNesting refuses what would take the parser too deep.
func deepNesting(text string) bool {
	const deepest = 400
	depth := 0
	for i := range len(text) {
		switch text[i] {
		case '(', '{', '[', '`':
			depth++
		case ')', '}', ']':
			depth = max(depth-1, 0)
		case '\n', ';':
			depth = max(depth-1, 0) // roughly: case patterns and the like
		}
		if depth > deepest {
			return true
		}
	}
	return false
}

func (r *reader) stmts(list []*syntax.Stmt, in input) output {
	var out output
	for _, s := range list {
		if !r.step() {
			break
		}
		out.merge(r.stmt(s, in))
	}
	return out
}

// stmt reads one statement with its redirections.
func (r *reader) stmt(s *syntax.Stmt, in input) output {
	if s == nil || !r.step() {
		return output{}
	}
	var writes []arg
	for _, d := range s.Redirs {
		if !r.step() {
			return output{}
		}
		if w, ok := r.redirect(d, &in); ok {
			writes = append(writes, w)
		}
	}
	out := r.command(s.Cmd, in)
	for _, w := range writes {
		r.wrote(w, out)
	}
	return out
}

func (r *reader) command(c syntax.Command, in input) output {
	switch c := c.(type) {
	case nil:
		return output{given: true, known: true}
	case *syntax.CallExpr:
		return r.callExpr(c, in)
	case *syntax.BinaryCmd:
		if c.Op == syntax.Pipe || c.Op == syntax.PipeAll {
			return r.stmt(c.Y, r.stmt(c.X, in))
		}
		out := r.stmt(c.X, in)
		out.merge(r.stmt(c.Y, in))
		return out
	case *syntax.Subshell:
		old := r.cwd
		defer func() { r.cwd = old }()
		return r.stmts(c.Stmts, in)
	case *syntax.Block:
		return r.stmts(c.Stmts, in)
	case *syntax.IfClause:
		return r.ifClause(c, in)
	case *syntax.WhileClause:
		out := r.stmts(c.Cond, in)
		out.merge(r.stmts(c.Do, in))
		return out
	case *syntax.ForClause:
		return r.forClause(c, in)
	case *syntax.CaseClause:
		r.inside(c.Word)
		var out output
		for _, i := range c.Items {
			for _, p := range i.Patterns {
				r.inside(p)
			}
			out.merge(r.stmts(i.Stmts, in))
		}
		return out
	case *syntax.FuncDecl:
		return r.funcDecl(c, in)
	case *syntax.TimeClause:
		return r.stmt(c.Stmt, in)
	case *syntax.CoprocClause:
		return r.stmt(c.Stmt, in)
	case *syntax.DeclClause:
		r.assigns(c.Args)
		return output{}
	case *syntax.LetClause:
		r.quotedArithmetic(c)
	}
	r.inside(c)
	return output{}
}

func (r *reader) ifClause(c *syntax.IfClause, in input) output {
	var out output
	for ; c != nil && r.step(); c = c.Else {
		out.merge(r.stmts(c.Cond, in))
		out.merge(r.stmts(c.Then, in))
	}
	return out
}

func (r *reader) forClause(c *syntax.ForClause, in input) output {
	if w, ok := c.Loop.(*syntax.WordIter); ok && w.Name != nil {
		for _, i := range w.Items {
			for _, a := range r.fields(i) {
				value := a.text
				if a.glob {
					value = string(unknown)
				}
				r.assign(w.Name.Value, value)
			}
		}
		if len(w.Items) == 0 {
			r.assign(w.Name.Value, string(unknown))
		}
	} else {
		r.inside(c.Loop)
	}
	return r.stmts(c.Do, in)
}

// funcDecl reads a function where it is made: it may be called anywhere. One
// that starts itself twice at a time never ends.
func (r *reader) funcDecl(c *syntax.FuncDecl, in input) output {
	if c.Name == nil {
		r.inside(c.Body)
		return output{}
	}
	name := c.Name.Value
	r.funcs[name] = true
	calls := 0
	syntax.Walk(c.Body, func(n syntax.Node) bool {
		if e, ok := n.(*syntax.CallExpr); ok && len(e.Args) > 0 && e.Args[0].Lit() == name {
			calls++
		}
		return true
	})
	if calls > 1 || calls == 1 && !strings.ContainsAny(name, "abcdefghijklmnopqrstuvwxyz") {
		r.found(Finding{Class: Destructive, Act: ForkBomb, Severity: High}, r.frame.at(offset(c.Pos()), offset(c.End())))
	}
	cwd := r.cwd
	r.stmt(c.Body, in)
	r.cwd = cwd
	return output{}
}

// inside reads the substitutions within a node that is no command itself.
func (r *reader) inside(n syntax.Node) {
	if n == nil || n == syntax.Node((*syntax.Word)(nil)) {
		return
	}
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			r.substitution(n, n.Stmts)
			return false
		case *syntax.ProcSubst:
			r.substitution(n, n.Stmts)
			return false
		}
		return r.step()
	})
}

// quotedArithmetic reads commands in the quoted words of let, which
// evaluates them all the same.
func (r *reader) quotedArithmetic(c *syntax.LetClause) {
	syntax.Walk(c, func(n syntax.Node) bool {
		if q, ok := n.(*syntax.SglQuoted); ok && strings.Contains(q.Value, "$(") {
			at := r.frame.at(offset(q.Pos()), offset(q.End()))
			r.text("echo "+q.Value, POSIX, frame{outer: at}, input{})
		}
		return r.step()
	})
}

// substitution reads the commands of a substitution, once.
func (r *reader) substitution(key any, stmts []*syntax.Stmt) output {
	if o, done := r.substs[key]; done {
		return o
	}
	cwd := r.cwd
	in := input{}
	o := r.stmts(stmts, in)
	if len(stmts) == 1 && stmts[0].Cmd == nil { // $(< file)
		o = output{given: true}
		for _, d := range stmts[0].Redirs {
			o.merge(r.files[r.pathOf(r.value(d.Word))])
		}
	}
	r.cwd = cwd
	r.substs[key] = o
	return o
}

// callExpr reads a simple command.
func (r *reader) callExpr(c *syntax.CallExpr, in input) output {
	r.assigns(c.Assigns)
	var args []arg
	for _, w := range c.Args {
		if r.stopped {
			return output{}
		}
		args = append(args, r.fields(w)...)
	}
	if len(args) == 0 {
		return output{given: true, known: true}
	}
	return r.call(args, in)
}

// assigns reads assignments. Some make another program run a text.
func (r *reader) assigns(list []*syntax.Assign) {
	for _, a := range list {
		if a.Name == nil {
			if a.Value != nil {
				r.declare(r.value(a.Value))
			}
			continue
		}
		value := string(unknown)
		if a.Index != nil {
			r.inside(a.Index)
		}
		switch {
		case a.Naked:
			continue
		case a.Value != nil:
			v := r.value(a.Value)
			value = v.text
			if v.content.fetched {
				r.files["$"+a.Name.Value] = v.content
			}
			r.setting(a.Name.Value, v)
		case a.Array != nil:
			value = r.array(a.Array)
		default:
			value = ""
		}
		if a.Append || a.Index != nil {
			old := r.vars[a.Name.Value]
			delete(r.vars, a.Name.Value)
			value = old + value
			if a.Index != nil {
				value = string(unknown)
			}
		}
		r.assign(a.Name.Value, value)
	}
}

// declare reads an argument of export and its like that is not an assignment
// to the parser.
func (r *reader) declare(a arg) {
	if name, value, ok := strings.Cut(a.text, "="); ok {
		v := a
		v.text = value
		r.setting(name, v)
		r.assign(name, value)
	}
}

func (r *reader) array(a *syntax.ArrayExpr) string {
	for _, e := range a.Elems {
		r.inside(e)
	}
	return string(unknown)
}
