package i18n

import (
	"strings"

	"sidekicks/engine"
	"sidekicks/engine/conversation"
)

// FirstWords are the texts of the page that a first run begins with.
type FirstWords struct {
	Welcome, About, Add, Try, Looking, NothingFound string
	GuideAbout, OpenFile, Formats, NothingWritten   string
	Test, Testing, Folder, FolderHelp, Entry        string
	Write, Back, Meanwhile                          string

	foundAt, answers, ended, wrote, adding, writtenTo, inFile string
}

var englishFirst = FirstWords{
	Welcome: "Welcome to Sidekicks",
	About:   "Talk with the AI agents on this computer. Nothing leaves it but what your agents send themselves.",
	Add:     "Add", Try: "Try it", Test: "Test", Testing: "Being tested…",
	Looking:      "Looking for agents on this computer…",
	NothingFound: "No known agent was found on this computer. The guide shows what one can do; once you have installed one, start Sidekicks again, or name its command in the settings.",
	GuideAbout:   "built in: shows what an agent can do, works offline",
	OpenFile:     "Or open a configuration", Formats: "A sidekicks.json, Zed’s settings.json or JetBrains’ acp.json.",
	NothingWritten: "Nothing is written until you choose.",
	Folder:         "Work folder",
	FolderHelp:     "The agent works in this folder and may read it. Your home folder is ~.",
	Entry:          "What will be written",
	Write:          "Write it", Back: "Back",
	Meanwhile: "Another program has written the file meanwhile: it is open now, and nothing was added to it.",
	ended:     "%[1]s ended by itself (%[2]s) instead of answering. Check that it is installed whole and signed in, then test it again.",
	wrote:     "%[1]s It wrote: %[2]s",
	foundAt:   "found: %[1]s",
	answers:   "It answers: %[1]s",
	adding:    "Add %[1]s",
	writtenTo: "Written to %[1]s. More agents can be added in the settings.",
	inFile:    "in the new file %[1]s",
}

var frenchFirst = FirstWords{
	Welcome: "Bienvenue dans Sidekicks",
	About:   "Parlez avec les agents IA de cet ordinateur. Rien n’en sort que ce que vos agents envoient eux-mêmes.",
	Add:     "Ajouter", Try: "Essayer", Test: "Tester", Testing: "Test en cours…",
	Looking:      "Recherche des agents de cet ordinateur…",
	NothingFound: "Aucun agent connu n’a été trouvé sur cet ordinateur. Le guide montre ce qu’un agent sait faire ; quand vous en aurez installé un, relancez Sidekicks, ou donnez sa commande dans les réglages.",
	GuideAbout:   "intégré : montre ce qu’un agent sait faire, fonctionne hors ligne",
	OpenFile:     "Ou ouvrir une configuration", Formats: "Un sidekicks.json, le settings.json de Zed ou le acp.json de JetBrains.",
	NothingWritten: "Rien n’est écrit tant que vous n’avez pas choisi.",
	Folder:         "Dossier de travail",
	FolderHelp:     "L’agent travaille dans ce dossier et peut le lire. Votre dossier personnel s’écrit ~.",
	Entry:          "Ce qui sera écrit",
	Write:          "Écrire", Back: "Retour",
	Meanwhile: "Un autre programme a écrit le fichier entre-temps : il est ouvert maintenant, et rien n’y a été ajouté.",
	ended:     "%[1]s s’est arrêté tout seul (%[2]s) au lieu de répondre. Vérifiez qu’il est bien installé et identifié, puis testez à nouveau.",
	wrote:     "%[1]s Il a écrit : %[2]s",
	foundAt:   "trouvé : %[1]s",
	answers:   "Il répond : %[1]s",
	adding:    "Ajouter %[1]s",
	writtenTo: "Écrit dans %[1]s. D’autres agents s’ajoutent dans les réglages.",
	inFile:    "dans le nouveau fichier %[1]s",
}

// FoundAt tells where an agent was found.
func (w *Words) FoundAt(file string) string { return w.sprintf(w.First.foundAt, file) }

// Trial tells what came of trying an agent, "" when it was not tried.
func (w *Words) Trial(agent string, t engine.Trial) string {
	switch {
	case t.Running:
		return w.First.Testing
	case t.OK:
		program := t.Program
		if program == "" {
			program = agent
		}
		return w.sprintf(w.First.answers, program)
	case t.Failure != nil:
		return w.trialFailed(agent, t.Failure)
	}
	return ""
}

// trialFailed is Failure for an agent that has no conversation yet: no message
// can be sent to start it again, and the end of what it wrote stands nowhere else.
func (w *Words) trialFailed(agent string, f *conversation.Failure) string {
	if f.Code != conversation.FailedExited {
		return w.Failure(agent, f)
	}
	text := w.told(w.First.ended, agent, []string{w.ending(strings.Join(f.Args, ", "))})
	if len(f.Said) > 0 {
		text = w.sprintf(w.First.wrote, text, f.Said[len(f.Said)-1])
	}
	return text
}

// Adding is the title of what asks how an agent is added.
func (w *Words) Adding(agent string) string { return w.sprintf(w.First.adding, agent) }

// WrittenTo tells that the configuration was written.
func (w *Words) WrittenTo(path string) string { return w.sprintf(w.First.writtenTo, path) }

// InFile tells which file will be written.
func (w *Words) InFile(path string) string { return w.sprintf(w.First.inFile, path) }
