package i18n

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"sidekicks/engine/config"
)

func TestProblemSentences(t *testing.T) {
	for _, c := range []struct{ text, en, fr string }{
		{`{"sidekicks": {"theme": "drak"}}`, "“drak” is not possible here. Write “auto”, “light” or “dark”.", "«\u202fdrak\u202f» n’est pas possible ici. Écrivez «\u202fauto\u202f», «\u202flight\u202f» ou «\u202fdark\u202f»."},
		{`{"sidekicks": {"them": 1}}`, "“them” is not known here. Did you mean “theme”?", "«\u202fthem\u202f» n’est pas connu ici. Vouliez-vous dire «\u202ftheme\u202f»\u202f?"},
		{`{"sidekicks": {"x": 1}}`, "“x” is not known here and does nothing. Check its spelling, or remove it.", "«\u202fx\u202f» n’est pas connu ici et ne sert à rien. Vérifiez son orthographe, ou supprimez-le."},
		{`{"sidekicks": {"text_size": "x"}}`, "“text_size” must be a number, not text in quotes.", "«\u202ftext_size\u202f» doit être un nombre, pas un texte entre guillemets."},
		{`[]`, "This must be a group in braces { }, not a list in brackets [ ].", "Ici il faut un groupe entre accolades { }, pas une liste entre crochets [ ]."},
		{`{"agent_servers": {"A": {}}}`, "“command” is missing in “A”. Add it.", "Il manque «\u202fcommand\u202f» dans «\u202fA\u202f». Ajoutez-le."},
		{`{"agent_servers": {"A": {"command": }}}`, "“command” has no value. Write one after the colon.", "«\u202fcommand\u202f» n’a pas de valeur. Écrivez-en une après les deux-points."},
		{`{"sidekicks": {"default_agent": "A"}}`, "There is no agent called “A”. Add it, or remove this line.", "Il n’y a pas d’agent nommé «\u202fA\u202f». Ajoutez-le, ou supprimez cette ligne."},
		{`{"a": 1, "b": 1, "c": 1, "d": 1, "e": 1, "f": 1, "g": 1, "h": 1}`, "Settings of another program, left alone: “a”, “b”, “c”, “d”, “e”, “f” and 2 others.", "Réglages d’un autre programme, laissés de côté\u00a0: «\u202fa\u202f», «\u202fb\u202f», «\u202fc\u202f», «\u202fd\u202f», «\u202fe\u202f», «\u202ff\u202f» et 2 autres."},
		{`{"a": "50%[1]s \q"}`, "Settings of another program, left alone: “a”.", "Réglages d’un autre programme, laissés de côté\u00a0: «\u202fa\u202f»."},
	} {
		p := config.Check([]byte(c.text), config.Env{})[0]
		if en, fr := For("en").Problem(p), For("fr").Problem(p); en != c.en || fr != c.fr {
			t.Errorf("%s\n%s\n%s", c.text, en, fr)
		}
	}
}

// TestEveryProblemUsesItsArguments makes a sentence of every code that real
// texts give, and looks for what formatting leaves of a wrong argument.
func TestEveryProblemUsesItsArguments(t *testing.T) {
	broken := regexp.MustCompile(`%!|<nil>|\[\d\]`)
	for code := range config.ProblemCode(config.ProblemCodes) {
		for _, args := range [][]string{{"a", "string", "number"}, {"", "string", "number"}} {
			p := config.Problem{Code: code, Args: args}
			for _, w := range []*Words{For("en"), For("fr")} {
				if s := w.Problem(p); s == "" || broken.MatchString(s) {
					t.Errorf("%s: %v: %q", w.Language(), code, s)
				}
			}
		}
	}
}

func TestFixLabels(t *testing.T) {
	for _, c := range []struct{ text, en, fr string }{
		{`{"sidekicks": {} "x": 1}`, "Insert ,", "Insérer ,"},
		{`{,}`, "Remove it", "Supprimer"},
		{`{"sidekicks": {"theme": "Dark"}}`, `Replace by "dark"`, `Remplacer par "dark"`},
		{"{\u00a0}", "Replace by a space", "Remplacer par une espace"},
		{`"sidekicks": {}`, "Put { and } around it", "Mettre { et } autour"},
		{`{"sidekicks": {"x": 1}}`, "Remove it", "Supprimer"},
		{"{\"sidekicks\": {\"theme\": \"dark\", // mine\n  \"x\": 1}}", "Remove it", "Supprimer"},
		{`[]`, "", ""},
	} {
		p := config.Check([]byte(c.text), config.Env{})[0]
		if en, fr := For("en").Fix(p), For("fr").Fix(p); en != c.en || fr != c.fr {
			t.Errorf("%s\n%s\n%s", c.text, en, fr)
		}
	}
}

var update = flag.Bool("update", false, "write the sentences made as those expected, to be read before they are kept")

// spelledOut are the characters that the cases write in words.
var spelledOut = strings.NewReplacer("<BOM>", "\ufeff", "<CR>", "\r", "<NBSP>", "\u00a0", "<ZWSP>", "\u200b", "<TAB>", "\t", "<NUL>", "\x00", "<BAD>", "\xff", "<END>", "")

// nowhere is a computer on which nothing is found.
var nowhere = config.Env{
	Home: "/home/me", Stat: func(string) (bool, bool) { return false, false },
	LookPath: func(string) (string, error) { return "", fs.ErrNotExist },
}

// TestSentencesOfRealTexts makes both sentences of each problem in config's
// own cases, once for each sentence that comes out.
func TestSentencesOfRealTexts(t *testing.T) {
	const golden = "testdata/problems.txt"
	cases, err := os.ReadFile("../../engine/config/testdata/problems.txt")
	if err != nil {
		t.Fatal(err)
	}
	en, fr := For("en"), For("fr")
	var got strings.Builder
	seen := map[string]bool{}
	codes := map[config.ProblemCode]bool{config.TextTooLarge: true} // which is no text to write down
	for block := range strings.SplitSeq(string(cases), "\n==\n") {
		text, _, _ := strings.Cut(block, "\n--")
		for _, p := range config.Check([]byte(spelledOut.Replace(text)), nowhere) {
			codes[p.Code] = true
			s := fmt.Sprintf("%v\n  %s\n  %s\n", p.Code, en.Problem(p), fr.Problem(p))
			if p.Fix != nil {
				s += fmt.Sprintf("  [%s] [%s]\n", en.Fix(p), fr.Fix(p))
			}
			if !seen[s] {
				seen[s] = true
				got.WriteString(s)
			}
		}
	}
	if len(codes) != config.ProblemCodes {
		t.Errorf("%d codes have sentences, of %d", len(codes), config.ProblemCodes)
	}
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || string(want) != got.String() {
		t.Errorf("%s is not what is said now (%v):\n%s", golden, err, got.String())
	}
}

// What the disk refuses is told in words, not in the system's.
func TestDiskFaults(t *testing.T) {
	for _, c := range []struct {
		err    error
		en, fr string
	}{
		{fs.ErrNotExist, "there is no such folder", "le dossier n’existe pas"},
		{fs.ErrPermission, "you may not write there", "vous n’avez pas le droit d’y écrire"},
		{syscall.ENOSPC, "the disk is full", "le disque est plein"},
		{syscall.EROFS, "the disk can only be read", "le disque est en lecture seule"},
		{config.ErrNoFile, "it is a folder or a device, not a file", "c’est un dossier ou un périphérique, pas un fichier"},
		{config.ErrTooLarge, "the file there is too large for a configuration", "le fichier qui s’y trouve est trop gros pour une configuration"},
		{errors.New("x"), "“x”", "« x »"},
	} {
		err := fmt.Errorf("save: %w", &fs.PathError{Op: "write", Path: "p", Err: c.err})
		if c.en == "“x”" {
			err = c.err
		}
		en, fr := For("en").SaveFailed(config.FaultOf(err)), For("fr").SaveFailed(config.FaultOf(err))
		if en != "The file cannot be saved: "+c.en+". Your text is still here: mend that, and save again." ||
			fr != "Le fichier ne peut pas être enregistré\u00a0: "+c.fr+". Votre texte est toujours là\u00a0: remédiez-y, et enregistrez à nouveau." {
			t.Errorf("%v:\n%s\n%s", c.err, en, fr)
		}
	}
	if got := For("fr").CannotRead(config.FaultOf(fs.ErrPermission)); got != "Le fichier ne peut pas être lu\u00a0: vous n’avez pas le droit de le lire." {
		t.Error(got)
	}
}
