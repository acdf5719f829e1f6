package permission

import (
	"strings"
)

// sqlClients are programs that run statements: the options that give them,
// and those that take another value.
var sqlClients = map[string]struct {
	text, file, values string
	operand            int
}{
	"psql":              {text: "-c --command", file: "-f --file", values: "-h -p -U -d -v -o -P -F -R -T -L --host --port --username --dbname --set --output", operand: -1},
	"pgcli":             {text: "-c --command", values: "-h -p -U -d", operand: -1},
	"mysql":             {text: "-e --execute", values: "-h -P -u -D -S --host --port --user --database --init-command", operand: -1},
	"mariadb":           {text: "-e --execute", values: "-h -P -u -D -S --host --port --user --database", operand: -1},
	"sqlite3":           {text: "-cmd", file: "-init", values: "-separator -newline -nullvalue", operand: 1},
	"sqlite":            {text: "-cmd", operand: 1},
	"duckdb":            {text: "-c -s -cmd", file: "-f -init", operand: 1},
	"sqlcmd":            {text: "-q -Q", file: "-i", values: "-S -U -P -d -o -v", operand: -1},
	"osql":              {text: "-q -Q", file: "-i", values: "-S -U -P -d", operand: -1},
	"clickhouse":        {text: "-q --query", file: "--queries-file", values: "-h --host --port -u --user --password -d", operand: -1},
	"clickhouse-client": {text: "-q --query", file: "--queries-file", values: "-h --host --port -u --user --password -d", operand: -1},
	"cockroach":         {text: "-e --execute", file: "-f --file", values: "--url --host -u", operand: -1},
	"snowsql":           {text: "-q --query", file: "-f --filename", operand: -1},
	"bq":                {operand: 1},
	"usql":              {text: "-c --command", file: "-f --file", operand: -1},
	"cqlsh":             {text: "-e --execute", file: "-f --file", operand: -1},
	"trino":             {text: "--execute", file: "-f --file", operand: -1},
	"presto":            {text: "--execute", file: "-f --file", operand: -1},
	"hive":              {text: "-e", file: "-f", operand: -1},
	"beeline":           {text: "-e", file: "-f", values: "-u -n -p", operand: -1},
	"spark-sql":         {text: "-e", file: "-f", operand: -1},
	"isql":              {file: "-i -input", values: "-u -p", operand: -1},
	"wrangler":          {text: "--command", file: "--file", operand: -1},
	"turso":             {operand: 3},
}

// sqlClient reads a call of one.
func (r *reader) sqlClient(c *call) bool {
	s, ok := sqlClients[c.name]
	if !ok {
		return false
	}
	opts, ops := options(c.args, s.text+" "+s.file+" "+s.values)
	texts := 0
	for _, o := range opts {
		switch {
		case containsWord(s.text, o.name) && o.value.text != "":
			texts++
			r.sql(o.value)
		case containsWord(s.file, o.name) && (o.value.text != "" || o.name == "-f"):
			texts++
			r.sqlFile(c, o)
		case o.name == "-o" || o.name == "--output" && c.name == "psql":
			r.write(o.value, Overwrite)
		}
	}
	if s.operand >= 0 && len(ops) > s.operand {
		for _, a := range ops[s.operand:] {
			texts++
			r.sql(a)
		}
	}
	if texts == 0 && c.in.given {
		switch {
		case c.in.known:
			r.sql(arg{text: c.in.text, at: c.head.at})
		default:
			r.opaque(UnseenSQL, c.head.at)
		}
	}
	return c.name != "bq" && c.name != "wrangler"
}

func (r *reader) sqlFile(c *call, o option) {
	f, own := r.files[r.fileKey(o.value)]
	switch {
	case own && f.known:
		r.sql(arg{text: f.text, at: o.at})
	case (o.value.text == "-" || o.value.text == "/dev/stdin") && c.in.known:
		r.sql(arg{text: c.in.text, at: o.at})
	default:
		r.opaque(UnseenSQL, o.at)
	}
}

func containsWord(list, word string) bool {
	for _, w := range strings.Fields(list) {
		if w == word {
			return true
		}
	}
	return false
}

// What statements lose, what they run that is not in the text, and what they
// make the client do.
var (
	sqlLoses = expr(`(?i)\b(drop|truncate|detach\s+delete|flush|wipe)\b|\bdelete\s+(from|\w+\s+from|top|low_priority|quick|ignore|\w)|\bupdate\s+(only\s+|low_priority\s+|ignore\s+|or\s+\w+\s+)*\S+\s+(as\s+\w+\s+|\w+\s+)?set\b|\breplace\s+into\b|\binsert\s+overwrite\b|\bcreate\s+or\s+replace\s+table\b|\bmerge\s+into\b|\bvacuum\s+full\b|\bpurge\b|\breset\s+master\b|\bshutdown\b|\bpg_terminate_backend\b|\blo_unlink\b|\bkill\s+\d|\balter\s+system\b|\bwritable_schema\b`)
	sqlHides = expr(`(?i)\b(execute|exec|prepare|do|call|xp_cmdshell|sp_executesql|load_extension|pg_read_file|system)\b\s*[\s('"$@\[]|(?m)^\s*\\(i|ir|include|gexec|copy|o|w|g)\b|(?m)^\s*\.(read|load|import|restore|output|once|excel)\b|(?m)^\s*source\s`)
	sqlShell = expr(`(?m)(?:^|;)\s*(?:\\!|\.shell|\.system|\\system|system)\s+(.*)$|(?i)\bprogram\s+'([^']*)'|\|\s*'([^']*)'`)
	sqlFiles = expr(`(?i)\binto\s+(outfile|dumpfile)\b|\bcopy\b[^;]*\bto\s+'([^']*)'|(?m)^\s*\.(output|once|backup|save|clone)\s+(\S+)`)
)

// sql reads statements. Strings, quoted names and comments are no statements.
func (r *reader) sql(a arg) {
	if a.content.fetched {
		r.downloadRun(a.at)
		return
	}
	text := unsplit(a.text)
	if strings.TrimSpace(text) == string(unknown) {
		r.opaque(UnseenSQL, a.at)
		return
	}
	bare := bareSQL(text)
	if sqlLoses().MatchString(bare) {
		r.found(Finding{Class: Destructive, Act: Database, Severity: High}, a.at)
	}
	for _, m := range sqlShell().FindAllStringSubmatch(text, 8) {
		r.text(m[1]+m[2], POSIX, frame{outer: a.at}, input{})
	}
	if sqlHides().MatchString(bare) {
		r.opaque(UnseenSQL, a.at)
	}
	if m := sqlFiles().FindStringSubmatch(text); m != nil {
		if name := m[2] + m[4]; name != "" {
			r.write(arg{text: name, at: a.at}, Overwrite)
		}
	}
}

// bareSQL removes strings, quoted names and comments, but for those that
// MySQL runs.
func bareSQL(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\'' || c == '"' || c == '`':
			end := i + 1
			for end < len(s) && s[end] != c {
				end++
			}
			b.WriteString("''")
			i = end
		case strings.HasPrefix(s[i:], "--"), c == '#' && (i == 0 || s[i-1] == '\n'):
			if j := strings.IndexByte(s[i:], '\n'); j >= 0 {
				i += j
				b.WriteByte('\n')
			} else {
				i = len(s)
			}
		case strings.HasPrefix(s[i:], "/*!"):
			b.WriteByte(' ')
			i += 2
			for i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9' {
				i++
			}
		case strings.HasPrefix(s[i:], "/*"):
			j := strings.Index(s[i+2:], "*/")
			b.WriteByte(' ')
			if j < 0 {
				return b.String()
			}
			i += j + 3
		case strings.HasPrefix(s[i:], "*/"):
			b.WriteByte(' ')
			i++
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

var mongoLoses = expr(`\b(drop|dropDatabase|dropIndexes?|deleteOne|deleteMany|remove|findOneAndDelete|findAndModify|replaceOne|updateMany|updateOne|renameCollection|bulkWrite|shutdownServer|dropUser|dropRole|fsyncLock|\$out|\$merge)\b`)

func (r *reader) mongo(c *call) {
	opts, _ := options(c.args, "--eval -u -p --host --port --username --password")
	for _, o := range opts {
		if o.name != "--eval" {
			continue
		}
		if o.value.text == "" || strings.Contains(o.value.text, "eval(") {
			r.opaque(UnseenSQL, o.at)
		}
		bare, list := blank(o.value.text, language{quotes: `'"`})
		hit := mongoLoses().MatchString(bare)
		for _, l := range list {
			hit = hit || mongoLoses().MatchString(l.text) && strings.HasSuffix(strings.TrimRight(o.value.text[:l.start], " "), "[")
		}
		if hit {
			r.found(Finding{Class: Destructive, Act: Database, Severity: High}, o.value.at)
		}
	}
	if c.in.given {
		r.opaque(UnseenSQL, c.head.at)
	}
}
