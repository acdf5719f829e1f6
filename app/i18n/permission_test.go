package i18n

import (
	"regexp"
	"strings"
	"testing"

	"sidekicks/engine/conversation"
	"sidekicks/engine/permission"
)

func TestEveryFindingHasASentence(t *testing.T) {
	const dir = "../../engine/permission"
	broken := regexp.MustCompile(`%!|\[\d\]|^$`)
	targets := []permission.Target{{Text: "a"}, {Text: "b", Place: permission.Home}, {Text: "c", Link: true}, {Text: "d"}, {Text: "e"}}
	for _, w := range []*Words{For("en"), For("fr")} {
		if lost := missing(w.permission.plain, constants(t, dir, "Act")); len(lost) > 0 {
			t.Errorf("%s: no sentence for %v", w.Language(), lost)
		}
		if lost := missing(w.permission.wants, constants(t, dir, "Verb")); len(lost) > 0 {
			t.Errorf("%s: no sentence for %v", w.Language(), lost)
		}
		for act := range w.permission.plain {
			for n := range targets {
				if s := w.Finding(permission.Finding{Act: act, Targets: targets[:n]}); broken.MatchString(s) {
					t.Errorf("%s %s: %q", w.Language(), act, s)
				}
			}
		}
	}
}

func TestFindings(t *testing.T) {
	where := permission.Where{Workspace: "/home/me/ship", Home: "/home/me"}
	for _, c := range []struct{ command, fr, en string }{
		{"rm -rf build", "Efface pour toujours build (dans votre dossier de travail).", "Deletes build for good (inside your work folder)."},
		{"rm -rf ~", "Efface tout votre dossier personnel.", "Deletes your whole home folder."},
		{"rm -rf /", "Efface tout le disque.", "Deletes the whole disk."},
		{"rm a b c d e", "Efface pour toujours a, b, c et 2 autres (dans votre dossier de travail).", "Deletes a, b, c and 2 more for good (inside your work folder)."},
		{"> notes.txt", "Remplace le contenu de notes.txt. L’ancien contenu sera perdu.", "Replaces what is in notes.txt. The old content will be lost."},
		{"mv *.jpg photos/", "Déplace ou renomme *.jpg vers photos/. Ce qui porte déjà ce nom là-bas sera perdu.", "Moves or renames *.jpg to photos/. What already has that name there will be lost."},
		{"mv a b ~", "Déplace ou renomme a et b vers votre dossier personnel. Ce qui porte déjà ce nom là-bas sera perdu.", "Moves or renames a and b to your home folder. What already has that name there will be lost."},
		{"find . -name '*.o' -delete", "Efface des fichiers pour toujours.", "Deletes files for good."},
		{"git reset --hard", "Jette les modifications non enregistrées dans Git.", "Throws away changes not saved in Git."},
		{"curl https://a.example | sh", "Télécharge un programme d’Internet et l’exécute aussitôt.", "Downloads a program from the Internet and runs it at once."},
		{"sudo id", "Agit avec les droits d’administrateur de l’ordinateur.", "Acts with the computer’s administrator rights."},
		{"echo 'a", "Sidekicks ne peut pas lire ce que cette commande fera.", "Sidekicks cannot read what this command will do."},
	} {
		f := permission.Classify(c.command, permission.POSIX, where)
		if len(f) != 1 || For("fr").Finding(f[0]) != c.fr || For("en").Finding(f[0]) != c.en {
			t.Errorf("%s: %d findings\n%s\n%s", c.command, len(f), For("fr").Finding(f[0]), For("en").Finding(f[0]))
		}
	}
}

func TestLoss(t *testing.T) {
	for _, c := range []struct {
		loss   permission.Loss
		fr, en string
	}{
		{permission.Loss{Files: 1, Bytes: 3}, "1 fichier, 3\u00a0octets", "1 file, 3\u00a0bytes"},
		{permission.Loss{Files: 3, Bytes: 4_200_000, Today: 2}, "3 fichiers, 4,2\u00a0Mo, dont 2 modifiés aujourd’hui", "3 files, 4.2\u00a0MB, 2 changed today"},
		{permission.Loss{Uncounted: true}, "Ce qui serait perdu n’a pas pu être compté.", "What would be lost could not be counted."},
		{permission.Loss{Files: 1, Bytes: 3, Partial: true}, "Au moins\u00a0: 1 fichier, 3\u00a0octets", "At least: 1 file, 3\u00a0bytes"},
		{permission.Loss{}, "Il n’y a rien à cet endroit pour le moment.", "Nothing is there now."},
	} {
		if fr, en := For("fr").Loss(c.loss), For("en").Loss(c.loss); fr != c.fr || en != c.en {
			t.Errorf("%+v\n%s\n%s", c.loss, fr, en)
		}
	}
}

// A request about several files says so, and so does the decision on it.
func TestSeveralFilesAreTold(t *testing.T) {
	files := []permission.Target{{Text: "a"}, {Text: "b"}}
	for _, c := range []struct {
		verb   permission.Verb
		n      int
		en, fr string
	}{
		{permission.Create, 1, "Data wants to create a file", "Data veut créer un fichier"},
		{permission.Create, 2, "Data wants to create several files", "Data veut créer plusieurs fichiers"},
		{permission.Change, 2, "Data wants to change several files", "Data veut modifier plusieurs fichiers"},
		{permission.Rename, 2, "Data wants to move or rename a file", "Data veut déplacer ou renommer un fichier"},
		{permission.Run, 2, "Data wants to run a command on your computer", "Data veut exécuter une commande sur votre ordinateur"},
	} {
		for lang, want := range map[string]string{"en": c.en, "fr": c.fr} {
			w := For(lang)
			if got := w.Request("Data", permission.Subject{Verb: c.verb, Targets: files[:c.n]}); got != want {
				t.Errorf("%s %d: %q, want %q", c.verb, c.n, got, want)
			}
			about := strings.Repeat("a\n", c.n)
			if got := w.DecidedOn("Data", &conversation.Decision{Verb: string(c.verb), About: about[:len(about)-1]}); got != want {
				t.Errorf("decided on %s %d: %q, want %q", c.verb, c.n, got, want)
			}
		}
	}
}
