package guide

import (
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"
)

// fragment is the size in bytes of the pieces that an answer comes in.
const fragment = 24

// Text is the answer to "stream" and "long": Markdown of exactly size bytes,
// the same each time. Tests and benchmarks compare with it.
func Text(size int) string { return text(english, size) }

func text(l language, size int) string {
	var b strings.Builder
	b.Grow(size + 2048)
	for n := 1; b.Len() < size; n++ {
		b.WriteString(section(l, n))
	}
	return cut(b.String(), size)
}

// cut gives the first size bytes of s; where that would break a character, a
// full stop stands for each byte of it.
func cut(s string, size int) string {
	n := whole(s, size)
	return s[:n] + strings.Repeat(".", size-n)
}

// whole is the length of the longest head of s, of at most size bytes, that
// ends between two characters.
func whole(s string, size int) int {
	n := min(size, len(s))
	for n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

func section(l language, n int) string {
	return fmt.Sprintf(phrase{
		"## Part %[1]d\n\nThis is part **%[1]d** of a long answer. It says *nothing new*, but it says it in `Markdown`, " +
			"so that you can see how a text grows while you read it. Scroll up, and the text you read stays where it is.\n\n" +
			"1. the first thing of part %[1]d\n2. the second thing, with a [link](https://example.org/%[1]d)\n   - and a thing inside it\n\n" +
			"```go\n// part %[1]d\nfunc part%[1]d() int {\n\treturn %[1]d\n}\n```\n\n" +
			"| part | double |\n| --- | ---: |\n| %[1]d | %[2]d |\n\n> A quotation closes part %[1]d.\n\n",
		"## Partie %[1]d\n\nVoici la partie **%[1]d** d’une longue réponse. Elle ne dit *rien de neuf*, mais elle le dit en `Markdown`, " +
			"pour que vous voyiez un texte grandir pendant que vous le lisez. Remontez : le texte que vous lisez reste à sa place.\n\n" +
			"1. la première chose de la partie %[1]d\n2. la deuxième, avec un [lien](https://example.org/%[1]d)\n   - et une chose à l’intérieur\n\n" +
			"```go\n// partie %[1]d\nfunc partie%[1]d() int {\n\treturn %[1]d\n}\n```\n\n" +
			"| partie | double |\n| --- | ---: |\n| %[1]d | %[2]d |\n\n> Une citation ferme la partie %[1]d.\n\n",
	}.in(l), n, 2*n)
}

// pieces gives s in pieces of at most size bytes that break no character.
func pieces(s string, size int) iter.Seq[string] {
	return func(yield func(string) bool) {
		for len(s) > 0 {
			n := whole(s, size)
			if !yield(s[:n]) {
				return
			}
			s = s[n:]
		}
	}
}
