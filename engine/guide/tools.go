package guide

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"sidekicks/engine/acp"
)

const short = 150 * time.Millisecond // how long a made-up tool works

// tools shows one finished tool of each kind.
func (t *turn) tools() {
	t.say("Here is one tool of each kind. They are made up: nothing is read, changed or fetched.\n\n",
		"Voici un outil de chaque sorte. Ils sont inventés : rien n’est lu, changé ni téléchargé.\n\n")
	for _, k := range []struct {
		kind  acp.ToolKind
		title phrase
	}{
		{acp.ToolRead, phrase{"Read notes.md", "Lire notes.md"}},
		{acp.ToolSearch, phrase{"Search for “total”", "Chercher « total »"}},
		{acp.ToolFetch, phrase{"Fetch example.org", "Télécharger example.org"}},
		{acp.ToolMove, phrase{"Move notes.md to old/notes.md", "Déplacer notes.md vers old/notes.md"}},
		{acp.ToolDelete, phrase{"Delete old/notes.md", "Effacer old/notes.md"}},
		{acp.ToolThink, phrase{"Weigh two ways", "Peser deux façons de faire"}},
		{acp.ToolOther, phrase{"Something else", "Autre chose"}},
	} {
		id := t.begin(acp.ToolCall{Title: k.title.in(t.lang), Kind: k.kind, Status: acp.ToolInProgress})
		t.pause(short)
		t.finish(id, acp.ToolCompleted, t.word("Done, or rather: shown.", "C’est fait, ou plutôt : c’est montré."))
	}
	t.say("That was all of them.", "C’étaient tous les outils.")
}

// edit shows a change in a file and asks for it.
func (t *turn) edit() {
	path := filepath.Join(t.session.cwd, t.word("shopping.md", "courses.md"))
	before := t.word("# Shopping\n\n- bread\n- butter\n- milk\n", "# Courses\n\n- du pain\n- du beurre\n- du lait\n")
	after := strings.Replace(before, t.word("butter", "beurre"), t.word("olive oil", "miel"), 1)
	t.say("I would like to change one line of your shopping list.\n\n", "Je voudrais changer une ligne de votre liste de courses.\n\n")
	id, answer := t.permit(acp.ToolCall{
		Title:     t.word("Edit ", "Modifier ") + filepath.Base(path),
		Kind:      acp.ToolEdit,
		Locations: []acp.ToolCallLocation{{Path: path, Line: 4}},
		Content:   []acp.ToolCallContent{{Type: "diff", Path: path, OldText: &before, NewText: after}},
	})
	if !allowed(answer) {
		t.finish(id, acp.ToolFailed, t.word("Refused.", "Refusé."))
		t.say("Very well, the list stays as it is.", "Très bien, la liste reste comme elle est.")
		return
	}
	t.pause(short)
	t.send(acp.SessionUpdate{Kind: acp.ToolCallProgress, ToolCall: acp.ToolCall{ID: id, Status: acp.ToolCompleted}})
	t.say("That is how a change looks once you allow it. This list is made up: I changed no file.",
		"Voilà à quoi ressemble un changement que vous permettez. Cette liste est inventée : je n’ai changé aucun fichier.")
}

// run asks to run the command it was given, and runs nothing.
func (t *turn) run() {
	line := t.rest
	if line == "" {
		line = "ls -la"
	}
	t.say("I ask you before I run a command.\n\n", "Je vous demande avant de lancer une commande.\n\n")
	id, answer := t.permit(execute(line))
	if !allowed(answer) {
		t.finish(id, acp.ToolFailed, t.word("Refused.", "Refusé."))
		t.say("You refused, so the command was not run.", "Vous avez refusé : la commande n’a pas été lancée.")
		return
	}
	t.pause(short)
	t.finish(id, acp.ToolCompleted, t.word("(nothing was run)", "(rien n’a été lancé)"))
	t.say("Thank you. A real agent would have run it now; I never run anything.",
		"Merci. Un véritable agent l’aurait lancée maintenant ; moi, je ne lance jamais rien.")
}

func execute(line string) acp.ToolCall {
	return acp.ToolCall{Title: line, Kind: acp.ToolExecute, RawInput: rawObject("command", line)}
}

// rawObject is a JSON object of one string.
func rawObject(name, value string) []byte {
	text, _ := json.Marshal(map[string]string{name: value}) // strings always marshal
	return text
}

// ask asks for several permissions at once.
func (t *turn) ask() {
	lines := []string{"mkdir photos", "mv *.jpg photos/", "rm -rf tmp", "git push --force", "npm install"}
	n := max(1, number(t.args, 0, 3, len(lines)))
	t.say("I have several questions at once. Answer them in any order.\n\n",
		"J’ai plusieurs questions à la fois. Répondez dans l’ordre qui vous plaît.\n\n")
	yes := 0
	for _, ok := range t.askAll(lines[:n]) {
		if ok {
			yes++
		}
	}
	t.say("You allowed %d of %d. Nothing was run, whatever you answered.",
		"Vous en avez permis %d sur %d. Rien n’a été lancé, quelle que soit la réponse.", yes, n)
}

func (t *turn) askAll(lines []string) []bool {
	answers := make([]bool, len(lines))
	var all sync.WaitGroup
	for i, line := range lines {
		all.Go(func() {
			id, answer := t.permit(execute(line))
			if answers[i] = allowed(answer); answers[i] {
				t.finish(id, acp.ToolCompleted, t.word("(nothing was run)", "(rien n’a été lancé)"))
			} else {
				t.finish(id, acp.ToolFailed, t.word("Refused.", "Refusé."))
			}
		})
	}
	all.Wait()
	return answers
}

// form asks the person to fill in a form, and tells what came back.
func (t *turn) form() {
	schema := fmt.Sprintf(`{"type":"object","required":["fruit"],"properties":{`+
		`"fruit":{"type":"string","title":%[1]q,"enum":[%[2]q,%[3]q]},`+
		`"number":{"type":"integer","title":%[4]q,"minimum":1,"maximum":12,"default":3},`+
		`"gift":{"type":"boolean","title":%[5]q}}}`,
		t.word("Fruit", "Fruit"), t.word("apple", "pomme"), t.word("pear", "poire"), t.word("How many", "Combien"), t.word("As a gift", "Pour offrir"))
	a, err := t.session.conn.Elicit(t.ctx, t.session.id, t.word("What shall I put on the list?", "Que dois-je mettre sur la liste ?"), []byte(schema))
	switch {
	case err != nil:
		t.say("I would show you a form, but nobody can fill one in here. The window can.",
			"Je vous montrerais un formulaire, mais personne ne peut en remplir ici. La fenêtre le peut.")
	case a.Action != acp.ElicitationAccept:
		t.say("Very well, then without an answer.", "Très bien, alors sans réponse.")
	default:
		answer, _ := json.Marshal(a.Content) // it came as JSON
		t.say("Thank you. This is how your answer reached me: `%s`", "Merci. Voici comment votre réponse m’est parvenue : `%s`", answer)
	}
}

// fail shows tools that fail in a row.
func (t *turn) fail() {
	n := number(t.args, 0, 3, 100)
	for i := 1; i <= n && !t.cancelled(); i++ {
		call := execute(fmt.Sprintf("make attempt-%d", i))
		call.Status = acp.ToolInProgress
		id := t.begin(call)
		t.pause(short)
		t.finish(id, acp.ToolFailed, fmt.Sprintf(t.word(
			"Error: attempt %d did not work\nThe reason is made up.",
			"Erreur : l’essai %d n’a pas marché\nLa raison est inventée."), i))
	}
	t.say("Failed tools: %d, as you wished.", "Outils qui ont échoué : %d, comme demandé.", n)
}

// loop shows the same call of the same tool, again and again.
func (t *turn) loop() {
	n := number(t.args, 0, 5, 100)
	for i := 0; i < n && !t.cancelled(); i++ {
		call := execute("git status")
		call.Status = acp.ToolInProgress
		id := t.begin(call)
		t.pause(short)
		t.finish(id, acp.ToolCompleted, "nothing to commit, working tree clean")
	}
	t.say("I looked, and looked again: %d times, and nothing had changed.",
		"J’ai regardé, encore et encore : %d fois, et rien n’avait changé.", n)
}

// output shows a tool whose output is long.
func (t *turn) output() {
	size := number(t.args, 0, 64, 64<<10) << 10
	call := execute("cat everything.txt")
	call.Status = acp.ToolInProgress
	id := t.begin(call)
	t.finish(id, acp.ToolCompleted, cut(strings.Repeat(t.word(
		"One line of a long output, like many others.\n",
		"Une ligne d’une longue sortie, comme tant d’autres.\n"), size/40+1), size))
	t.say("That output is %d bytes long.", "Cette sortie fait %d octets.", size)
}
