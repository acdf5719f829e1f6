package permission

import (
	"strings"
)

// sedScript reads the commands of a sed script that write files and run
// commands: w and W, the flags w and e of s, and e.
func (r *reader) sedScript(a arg) {
	s := a.text
	for _, line := range strings.FieldsFunc(s, func(c rune) bool { return c == '\n' }) {
		r.sedLine(a, line)
	}
}

var sedAddress = expr(`^\s*(?:(?:\d+|\$|/(?:[^/\\]|\\.)*/I?|\\(.).*?\\?)(?:\s*[,~]\s*(?:\+?\d+|\$|~\d+|/(?:[^/\\]|\\.)*/I?))?)?\s*!?\s*\{?\s*`)

func (r *reader) sedLine(a arg, line string) {
	for n := 0; line != "" && n < 64; n++ {
		line = line[len(sedAddress().FindString(line)):]
		if line == "" {
			return
		}
		switch c := line[0]; c {
		case 's', 'y':
			rest, flags := sedSubstitution(line)
			if i := strings.IndexByte(flags, 'w'); i >= 0 && c == 's' {
				r.write(arg{text: strings.TrimSpace(flags[i+1:]), at: a.at}, Overwrite)
				return
			}
			if c == 's' && strings.ContainsAny(flags, "e") {
				r.opaque(UnknownText, a.at)
			}
			line = rest
		case 'w', 'W':
			r.write(arg{text: strings.TrimSpace(line[1:]), at: a.at}, Overwrite)
			return
		case 'e':
			if text := strings.TrimSpace(line[1:]); text == "" || text[0] == ';' || text[0] == '}' {
				r.opaque(UnknownText, a.at)
			} else {
				r.text(text, POSIX, frame{outer: a.at}, input{})
			}
			return
		case 'a', 'i', 'c', 'r', 'R', 'b', 't', ':', '#':
			return
		default:
			line = line[1:]
		}
		line = strings.TrimLeft(line, "; }")
	}
}

// sedSubstitution splits s/…/…/flags; rest is what follows.
func sedSubstitution(line string) (rest, flags string) {
	if len(line) < 2 {
		return "", ""
	}
	delim, parts, i := line[1], 0, 2
	for ; i < len(line) && parts < 2; i++ {
		switch line[i] {
		case '\\':
			i++
		case delim:
			parts++
		}
	}
	if i >= len(line) {
		return "", ""
	}
	end := i
	for end < len(line) && line[end] != ';' && line[end] != '}' {
		if line[end] == 'w' {
			return "", line[i:]
		}
		end++
	}
	return line[end:], line[i:end]
}
