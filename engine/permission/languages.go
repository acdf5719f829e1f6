package permission

import (
	"strings"
)

// A language says which calls of a program's text lose something, run
// something, or hide what they do. The patterns are matched against the text
// with its strings blanked, so that a word within a string is none.
type language struct {
	quotes  string  // what begins a string
	ticks   bool    // `…` runs a command
	bare    bool    // what follows runs, up to the end of the line, is run
	deletes pattern // outside strings
	writes  pattern // the first string after it is a file that is replaced
	runs    pattern // the first string after it is run, or the list of them
	needs   pattern // runs only counts where this is in the text too
	hides   pattern
	fetches pattern
	members pattern // names that count as a string in brackets too
}

var languages = map[string]language{
	"python": {
		quotes:  `'"`,
		deletes: expr(`\b(unlink|rmdir|removedirs|rmtree|send2trash|copytree)\b|\bimport\b[^;\n]*\bremove\b|\bos\w*\.(remove|truncate|rename|renames|replace)\b|\.(remove|rename)\s*\(\s*['"]|\.truncate\s*\(|\b(remove|replace|rename)\s*\(\s*['"][^)]*$|shutil\.move|\bkillpg\b|\.(drop_all|drop_database|flushall|flushdb)\b`),
		writes:  expr(`\bPath\s*\(`),
		runs:    expr(`\b(system|popen2?|Popen|check_call|check_output|getoutput|getstatusoutput|spawn\w*|exec[lv]\w*|startfile|create_subprocess_\w+|subprocess\.\w+|sp\.\w+|run|call)\s*\(`),
		hides:   expr(`\b(eval|exec|compile|getattr|__import__|globals|locals|vars|import_module|__builtins__|__subclasses__|attrgetter|methodcaller|ctypes|marshal|pickle|runpy|exec_module)\b|\bfrom\s+(os|posix|nt|subprocess|pty)\s+import\b[^;\n]*\bas\b`),
		fetches: expr(`\b(urlopen|urlretrieve|requests\.get|httpx\.get|urllib)\b`),
		members: expr(`^(remove|unlink|rmtree|rmdir|system|popen)$`),
	},
	"js": {
		quotes:  "'\"`",
		deletes: expr(`\b(rm|rmSync|unlink|unlinkSync|rmdir|rmdirSync|truncate|truncateSync|ftruncate|ftruncateSync|rename|renameSync|rimraf|rimrafSync|emptyDir|emptyDirSync|removeSync|remove|removeFile)\s*\(|\bDeno\.(remove|truncate|rename)|\b(unlinkSync|rmSync|rmdirSync|truncateSync|renameSync)\b|\{[^}]*\b(rm|unlink|rmdir)\b[^}]*\}\s*=`),
		writes:  expr(`\b(writeFile|writeFileSync|createWriteStream|copyFile|copyFileSync|cpSync|outputFile|outputFileSync|writeTextFile|writeTextFileSync|Bun\.write)\s*\(`),
		runs:    expr(`\b(exec|execSync|spawn|spawnSync|execFile|execFileSync|fork|Command)\s*\(|\$\s*\x60|\bBun\.\$`),
		needs:   expr(`process|Deno|Bun|zx|execa|shell`),
		hides:   expr(`\beval\b|\bFunction\s*\(|\bvm\b|\batob\s*\(|process\.binding|\brequire\s*\(\s*[^'"\x60\s]|\bimport\s*\(\s*[^'"\x60\s]|\[\s*['"\x60][^\]]*\+|fromCharCode|Reflect\.get|\bconstructor\b|_load\b|_linkedBinding`),
		fetches: expr(`\bfetch\s*\(|https?\.get\s*\(`),
		members: expr(`^(rm|rmSync|unlink|unlinkSync|rmdir|rmdirSync|truncate|truncateSync|rename|renameSync|exec|execSync|spawn|spawnSync|writeFileSync)$`),
	},
	"perl": {
		quotes: `'"`, ticks: true,
		deletes: expr(`\b(unlink|rmdir|rmtree|remove_tree|truncate|rename|move|remove|trash)\b`),
		writes:  expr(`\bopen\b|\b(spew|spurt|write_file|sysopen|copy)\b`),
		runs:    expr(`\b(system|exec|readpipe|shell|run|capture)\b|\bqx\b`),
		hides:   expr(`\beval\b\s*\(?\s*["'$]|\bdo\s*["'$]|->\$|&\{|&\$|\bunpack\b|\bpack\b|\bCORE::|\brequire\b\s*["'$]|\bsyscall\b|(^|[;\s])\*\{|\bEVAL\b|/e[a-z]*\b`),
		fetches: expr(`\b(LWP|HTTP::Tiny)\b`),
	},
	"ruby": {
		quotes: `'"`, ticks: true,
		deletes: expr(`\b(File|Dir|IO|Pathname)\b[^;\n]*\.\s*(delete|unlink|truncate|rename|rmdir|rmtree|rm_rf)\b|\bFileUtils\b[^;\n]*\b(rm\w*|remove\w*|mv|move|install)\b|\b(rm_rf|rm_r|rm_f|remove_dir|remove_entry\w*|remove_file|rmtree|unlink|rmdir)\b|\brm\b`),
		writes:  expr(`\b(File|IO)\.(write|binwrite|open|new)\b|\bFileUtils\.(cp|copy)\b`),
		runs:    expr(`\b(system|exec|spawn|popen\w*|capture\w*|sh|pipeline\w*)\b|%x\s*`),
		hides:   expr(`\b(eval|instance_eval|class_eval|module_eval|send|__send__|public_send|const_get|method|unpack1?|instance_exec|syscall|Fiddle|load)\b`),
		fetches: expr(`\b(URI\.open|Net::HTTP|open-uri)\b`),
	},
	"php": {
		quotes: `'"`, ticks: true,
		deletes: expr(`(?i)\b(unlink|rmdir|rename|ftruncate|move_uploaded_file)\s*\(|\barray_map\s*\(\s*['"]`),
		writes:  expr(`(?i)\b(file_put_contents|copy|fopen)\s*\(`),
		runs:    expr(`(?i)\b(system|exec|shell_exec|passthru|popen|proc_open|pcntl_exec)\s*\(`),
		hides:   expr(`(?i)\b(eval|assert|create_function|call_user_func\w*|base64_decode|gzinflate|str_rot13|hex2bin|include|require|include_once|require_once)\b|\$\{?\w+\}?\s*\(|['"]\s*\(|\barray_(map|walk|filter)\s*\(`),
		fetches: expr(`(?i)\b(curl_exec|file_get_contents\s*\(\s*['"]\s*https?)\b`),
	},
	"lua": {
		quotes:  `'"`,
		deletes: expr(`\bos\s*\.\s*(remove|rename)\b|\blfs\.rmdir\b|\bfs\.\w*(delete|unlink|rm)\w*`),
		writes:  expr(`\bio\s*\.\s*(open|output)\b`),
		runs:    expr(`\bos\s*\.\s*execute\b|\bio\s*\.\s*popen\b|\bvim\.fn\.system\b`),
		hides:   expr(`\b(load|loadstring|dofile|loadfile|_G|_ENV|string\.char|debug)\b|\b(os|io)\s*\[|=\s*(os|io)\b`),
		members: expr(`^(remove|rename|execute|popen)$`),
	},
	"awk": {
		quotes: `"`,
		runs:   expr(`\bsystem\s*\(|\|&?\s*getline\b|\|&?`),
		writes: expr(`\bprintf?\b[^;}\n|]*>`),
		hides:  expr(`\bsystem\s*\(\s*[^"\s]|@\w+\s*\(|^\s*@(include|load)|\bprintf?\b[^;}\n|()]*>\s*[A-Za-z$(]`),
	},
	"tcl": {
		bare:    true,
		deletes: expr(`\bfile\s+(delete|rename)\b|\bfile\s+copy\s+-force`),
		writes:  expr(`\bopen\b`),
		runs:    expr(`\b(exec|spawn|system|send)\b(\s+-\w+)*`),
		hides:   expr(`\b(eval|subst|uplevel|interp|source|apply)\b`),
	},
	"dc": {
		runs:  expr(`!\s*[a-z/]`),
		hides: expr(`!\s*[a-z/]`),
	},
	"other": {
		quotes: `'"`, ticks: true,
		deletes: expr(`\b(unlink|file\.remove|file_delete|deleteFile|deleteRecursively|deleteDir|delete-file|delete-directory|removeFile|removeDirectory\w*|removeItem|rmtree|File\.rm\w*|File\.delete|Files\.delete\w*|Sys\.(remove|rename|rmdir)|rmdir)\b|\brm\s*\(|\bmv\s*\(|\bfile\s+(delete|rename)\b|\bfile:(delete|del_dir\w*)\b|\.delete\s*\(\s*\)|\bdelete\s*\(|\bFile\.(rename|write)|io/delete-file`),
		writes:  expr(`\b(writeLines|write\.\w+|writeFile|spit|File\.write!?|write_text)\b`),
		runs:    expr(`\b(system2?|shell|exec|spawn|popen|run|sh|os:cmd|cmd|callProcess|callCommand|readProcess|run-program|shell-command|call-process|startProcess|ProcessBuilder|Runtime|syscmd|esyscmd|execute|system\*|launchedProcess|Cmd)\b`),
		hides:   expr(`\b(eval|parse|unsafePerformIO|Meta\.parse|apply_string)\b\s*[\s(]|do\.call|\bevalStr`),
	},
}

// code reads a program's text.
func (r *reader) code(lang language, a arg) {
	if a.content.fetched || a.content.encoded {
		r.runs(a.content, POSIX, a.at)
		return
	}
	text := unsplit(a.text)
	if !r.step() || len(text) > maxText {
		return
	}
	if strings.TrimSpace(text) == string(unknown) {
		r.opaque(UnknownText, a.at)
		return
	}
	bare, list := blank(text, lang)
	if lang.deletes != nil && lang.deletes().MatchString(bare) {
		r.found(Finding{Class: Destructive, Act: Delete, Targets: r.named(list), Severity: Medium}, a.at)
	}
	hides := lang.hides != nil && lang.hides().MatchString(bare)
	fetches := lang.fetches != nil && lang.fetches().MatchString(bare)
	switch {
	case hides && fetches:
		r.downloadRun(a.at)
	case hides:
		r.opaque(UnknownText, a.at)
	}
	r.members(lang, a, text, list)
	r.codeRuns(lang, a, text, bare, list, fetches)
	r.codeWrites(lang, a, text, bare, list)
}

// named are the strings of a program that can be names of files.
func (r *reader) named(list []literal) []Target {
	var out []Target
	for _, l := range list {
		if l.text != "" && !strings.ContainsAny(l.text, " \n(){};") && len(out) < 8 && !modules[l.text] {
			out = append(out, r.target(arg{text: l.text}))
		}
	}
	return out
}

// modules are strings in programs that name no file.
var modules = words("fs os fs/promises node:fs node:fs/promises child_process node:child_process path shutil w r a utf8 utf-8 FileUtils")

func (r *reader) members(lang language, a arg, text string, list []literal) {
	if lang.members == nil {
		return
	}
	for _, l := range list {
		if before := strings.TrimRight(text[:l.start], " "); strings.HasSuffix(before, "[") && lang.members().MatchString(l.text) {
			r.found(Finding{Class: Destructive, Act: Delete, Severity: Medium}, a.at)
		}
	}
}

// codeRuns reads the commands that a program starts.
func (r *reader) codeRuns(lang language, a arg, text, bare string, list []literal, fetches bool) {
	if lang.ticks {
		for _, l := range list {
			if l.quote == '`' {
				r.text(l.text, POSIX, frame{outer: a.at}, input{})
			}
		}
	}
	if lang.runs == nil || lang.needs != nil && !lang.needs().MatchString(text) {
		return
	}
	for _, m := range lang.runs().FindAllStringIndex(bare, 16) {
		word := bare[m[0]:m[1]]
		if weak := strings.HasPrefix(word, "run") || strings.HasPrefix(word, "call"); weak && !strings.Contains(text, "subprocess") && !strings.Contains(text, "`") && strings.Contains(lang.quotes, "\"") && lang.hides != nil && strings.Contains(word, "(") && !strings.Contains(text, "sh") {
			continue
		}
		if lang.bare {
			line, _, _ := strings.Cut(text[m[1]:], "\n")
			line, _, _ = strings.Cut(line, "]")
			r.text(strings.Trim(line, " \"{}"), POSIX, frame{outer: a.at}, input{})
			continue
		}
		commands, ok := after(list, text, m[1])
		if strings.Contains(word, "|") {
			commands, ok = around(list, text, m)
		}
		if !ok {
			if strings.Contains(word, "(") || strings.Contains(word, "qx") {
				r.opaque(UnknownText, a.at)
			}
			continue
		}
		for _, cmd := range commands {
			r.text(cmd, POSIX, frame{outer: a.at}, input{})
		}
		if fetches {
			r.downloadRun(a.at)
		}
	}
}

// after gives the command that stands as strings after a call: one text, or
// the strings of a list.
func after(list []literal, text string, i int) ([]string, bool) {
	stop := len(text)
	if j := strings.IndexAny(text[i:], ";\n"); j >= 0 && !within(list, i+j) {
		stop = i + j
	}
	var words []string
	first := -1
	for _, l := range list {
		if l.start < i || l.start >= stop {
			continue
		}
		if first < 0 {
			first = l.start
		}
		words = append(words, l.text)
	}
	if len(words) == 0 {
		// qx{…}, %x(…): what is in the brackets
		if i < len(text) && strings.IndexByte("{(/[|<", text[i]) >= 0 {
			if j := strings.IndexAny(text[i+1:], "})/]|>"); j > 0 {
				return []string{text[i+1 : i+1+j]}, strings.Contains(text[max(0, i-3):i], "x")
			}
		}
		return nil, false
	}
	if strings.Contains(text[i:first], "$") || strings.Contains(text[i:first], "+") {
		return nil, false
	}
	if strings.Contains(words[0], " ") {
		return words[:1], true
	}
	return []string{strings.Join(words, " ")}, true
}

// around gives the string before or after a pipe in awk.
func around(list []literal, text string, m []int) ([]string, bool) {
	for _, l := range list {
		if l.start >= m[1] && strings.TrimSpace(text[m[1]:l.start]) == "" || l.end <= m[0] && strings.TrimSpace(text[l.end:m[0]]) == "" {
			return []string{l.text}, true
		}
	}
	return nil, !strings.Contains(text[m[0]:m[1]], "getline")
}

func within(list []literal, i int) bool {
	for _, l := range list {
		if l.start <= i && i < l.end {
			return true
		}
	}
	return false
}

// codeWrites reads the files that a program replaces.
func (r *reader) codeWrites(lang language, a arg, text, bare string, list []literal) {
	if strings.HasPrefix(lang.quotes, `'"`) {
		for _, m := range openCall().FindAllStringSubmatch(text, 8) {
			r.write(arg{text: m[1], at: a.at}, Overwrite)
		}
	}
	if lang.writes == nil {
		return
	}
	for _, m := range lang.writes().FindAllStringIndex(bare, 16) {
		call := bare[m[0]:m[1]]
		end := min(len(text), m[1]+200)
		mode := strings.ContainsAny(call, "(") && !strings.HasPrefix(call, "Path") && !strings.HasPrefix(call, "fopen") || strings.HasSuffix(call, ">")
		if !mode && !writeMode().MatchString(text[m[1]:end]) {
			continue
		}
		for _, l := range list {
			if l.start >= m[1] && !strings.HasPrefix(strings.TrimLeft(l.text, "+<"), ">") || l.start >= m[1] && len(strings.Trim(l.text, "+<> ")) > 0 {
				r.write(arg{text: strings.Trim(l.text, "+<> "), at: a.at}, Overwrite)
				break
			}
		}
	}
}

// openCall is a file opened to be written; writeMode what tells so after a name.
var (
	openCall  = expr(`\bopen\s*\(\s*r?['"]([^'"]+)['"]\s*,\s*(?:mode\s*=\s*)?['"][bt]*[wx]`)
	writeMode = expr(`^[^;]*?(['"]\s*\+?>[^>]|['"]w|\.write_(text|bytes)|\.unlink|\.touch\(exist|\.open\(['"]w|,)`)
)

// A literal is a string in a program.
type literal struct {
	text       string
	start, end int // with its quotes
	quote      byte
}

// blank replaces what is in strings by spaces, and lists the strings.
func blank(text string, lang language) (string, []literal) {
	quotes := lang.quotes
	if lang.ticks {
		quotes += "`"
	}
	b := []byte(text)
	var list []literal
	for i := 0; i < len(b); i++ {
		if strings.IndexByte(quotes, b[i]) < 0 || len(list) >= 256 {
			continue
		}
		q, start := b[i], i
		var s strings.Builder
		for i++; i < len(b) && b[i] != q; i++ {
			if b[i] == '\\' && i+1 < len(b) {
				b[i] = ' '
				i++
			}
			s.WriteByte(b[i])
			if b[i] != '\n' {
				b[i] = ' '
			}
		}
		list = append(list, literal{s.String(), start, min(i+1, len(b)), q})
	}
	return string(b), list
}
