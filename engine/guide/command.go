package guide

import (
	"strconv"
	"strings"

	"sidekicks/engine/acp"
)

// A command is one word that the guide understands, first in a message, with
// or without a slash before it.
type command struct {
	word  phrase
	hint  phrase // what may follow the word
	about phrase
	do    func(*turn)
}

// commands lists what the guide understands, in the order that help shows.
func commands() []command {
	return []command{
		{phrase{"help", "aide"}, phrase{}, phrase{"what this program can do", "ce que ce programme sait faire"}, (*turn).help},
		{phrase{"markdown", "markdown"}, phrase{}, phrase{"a text with every kind of formatting", "un texte avec toutes les mises en forme"}, (*turn).markdown},
		{phrase{"think", "pense"}, phrase{}, phrase{"thoughts before an answer", "des réflexions avant une réponse"}, (*turn).think},
		{phrase{"plan", "plan"}, phrase{}, phrase{"a plan whose steps get done", "un plan dont les étapes avancent"}, (*turn).plan},
		{phrase{"tools", "outils"}, phrase{}, phrase{"one tool of each kind", "un outil de chaque sorte"}, (*turn).tools},
		{phrase{"edit", "modifie"}, phrase{}, phrase{"a change in a file, for which it asks", "un changement dans un fichier, qu’il demande de permettre"}, (*turn).edit},
		{phrase{"run", "lance"}, phrase{"COMMAND", "COMMANDE"}, phrase{"asks to run a command, and runs nothing", "demande à lancer une commande, et ne lance rien"}, (*turn).run},
		{phrase{"ask", "demande"}, phrase{"three", "trois"}, phrase{"several permissions at once", "plusieurs permissions à la fois"}, (*turn).ask},
		{phrase{"form", "formulaire"}, phrase{}, phrase{"a form to be filled in", "un formulaire à remplir"}, (*turn).form},
		{phrase{"fail", "echoue"}, phrase{"N", "N"}, phrase{"tools that fail in a row", "des outils qui échouent d’affilée"}, (*turn).fail},
		{phrase{"loop", "boucle"}, phrase{"N", "N"}, phrase{"the same tool again and again", "le même outil encore et encore"}, (*turn).loop},
		{phrase{"slow", "lent"}, phrase{"SECONDS", "SECONDES"}, phrase{"an answer that takes its time", "une réponse qui prend son temps"}, (*turn).slow},
		{phrase{"stream", "flux"}, phrase{"KB PER_SECOND", "KO PAR_SECONDE"}, phrase{"a long answer in small pieces", "une longue réponse en petits morceaux"}, (*turn).stream},
		{phrase{"long", "long"}, phrase{"KB", "KO"}, phrase{"a long answer in one piece", "une longue réponse d’un seul morceau"}, (*turn).long},
		{phrase{"output", "sortie"}, phrase{"KB", "KO"}, phrase{"a tool with a long output", "un outil à la longue sortie"}, (*turn).output},
		{phrase{"image", "image"}, phrase{}, phrase{"a picture", "une image"}, (*turn).image},
		{phrase{"link", "lien"}, phrase{}, phrase{"a link to a file", "un lien vers un fichier"}, (*turn).link},
		{phrase{"file", "fichier"}, phrase{}, phrase{"a file inside the message", "un fichier dans le message"}, (*turn).file},
		{phrase{"notice", "avis"}, phrase{}, phrase{"a remark beside the conversation", "une remarque à côté de la conversation"}, (*turn).notice},
		{phrase{"usage", "memoire"}, phrase{}, phrase{"how full its memory would be", "le remplissage qu’aurait sa mémoire"}, (*turn).usage},
		{phrase{"title", "titre"}, phrase{"TEXT", "TEXTE"}, phrase{"a title for the conversation", "un titre pour la conversation"}, (*turn).title},
		{phrase{"mode", "mode"}, phrase{}, phrase{"asks before acting, or not any more", "demande avant d’agir, ou ne demande plus"}, (*turn).mode},
		{phrase{"cut", "coupe"}, phrase{}, phrase{"an answer that is cut for its length", "une réponse coupée pour sa longueur"}, (*turn).cut},
		{phrase{"refuse", "refuse"}, phrase{}, phrase{"an answer that it refuses to give", "une réponse qu’il refuse de donner"}, (*turn).refuse},
		{phrase{"error", "erreur"}, phrase{}, phrase{"an error", "une erreur"}, (*turn).fault},
		{phrase{"crash", "plante"}, phrase{}, phrase{"the agent ends in the middle of a word", "l’agent s’arrête au milieu d’un mot"}, (*turn).crash},
	}
}

// parse finds the command that begins text. ok is false when none does; the
// language is then guessed from the words alone.
func parse(text string, before language) (c command, args []string, l language, ok bool) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return command{}, nil, before, false
	}
	first := fold(strings.TrimRight(strings.TrimPrefix(words[0], "/"), ".!?,"))
	for _, c := range commands() {
		en, fr := first == c.word.en, first == c.word.fr
		switch {
		case en && fr:
			return c, words[1:], languageOf(text, before), true
		case en:
			return c, words[1:], english, true
		case fr:
			return c, words[1:], french, true
		}
	}
	return command{}, nil, languageOf(text, before), false
}

// number reads args[i] as a number or a small number's name, and gives
// otherwise when it is not there or not one; the result is within 0 and most.
func number(args []string, i, otherwise, most int) int {
	if i >= len(args) {
		return otherwise
	}
	n, err := strconv.Atoi(args[i])
	if err != nil {
		n = numberNamed(args[i], otherwise)
	}
	return min(max(n, 0), most)
}

func numberNamed(name string, otherwise int) int {
	switch fold(name) {
	case "one", "un", "une":
		return 1
	case "two", "deux":
		return 2
	case "three", "trois":
		return 3
	case "four", "quatre":
		return 4
	case "five", "cinq":
		return 5
	}
	return otherwise
}

// available lists the commands as the client's slash commands.
func available(l language) []acp.AvailableCommand {
	var list []acp.AvailableCommand
	for _, c := range commands() {
		a := acp.AvailableCommand{Name: c.word.in(l), Description: c.about.in(l)}
		if h := c.hint.in(l); h != "" {
			a.Input = &acp.CommandInput{Hint: h}
		}
		list = append(list, a)
	}
	return list
}

// bothLanguages lists the commands before the guide knows the person's language.
func bothLanguages() []acp.AvailableCommand {
	list := available(english)
	for i, c := range available(french) {
		if c.Name != list[i].Name {
			list = append(list, c)
		}
	}
	return list
}
