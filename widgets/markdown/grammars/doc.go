// Package grammars holds chroma's grammars of programming languages, read when
// the first one is asked for. chroma's own package of them reads all of them
// while a program is loaded, which takes longer than anything else before main,
// and every process of the program pays for it.
//
// grammars.zip is made from that package by "make golden" and is under chroma's
// licence, LICENSE.txt; a test fails when it is not what the module holds. What
// chroma tells in Go and cannot write down is left out: templates within Go's
// strings, code within Markdown, the HTML around a template, names that Lisp
// knows, and all of Haxe and Raku.
package grammars
