package i18n

import (
	"unicode/utf8"

	"sidekicks/engine"
)

// modeWords are the sentences about the modes of agents.
type modeWords struct {
	kinds                           map[engine.ModeKind]string // not of ModeUnknown; they go on from the agent's name
	both, confirm, unasked, did     string
	proceed, askFirst, doNotSend    string
	modelIs, thoughtIs, otherOption string
}

// ModeName says in plain words what a mode lets the agent do, else what the agent
// calls it.
func (w *Words) ModeName(id, name string) string {
	if plain, known := w.modes.kinds[engine.KindOfMode(id)]; known {
		return plain
	}
	return name
}

// longName is from how many characters on an agent's name of a mode explains
// it: then it is not repeated beside the plain words.
const longName = 24

// ModeEntry names a mode where one is chosen: in plain words, and as the agent
// calls it.
func (w *Words) ModeEntry(id, name string) string {
	plain := w.ModeName(id, name)
	if plain == name || utf8.RuneCountInString(name) >= longName {
		return plain
	}
	return w.sprintf(w.modes.both, plain, name)
}

// ConfirmActing asks whether an agent is to act without asking.
func (w *Words) ConfirmActing(c *engine.ConversationView) string {
	does := w.modes.unasked
	if kind := engine.KindOfMode(c.Mode); kind.Acts() {
		does = w.modes.kinds[kind]
	}
	return w.sprintf(w.modes.confirm, c.Agent, does)
}

// Unasked says that an agent has acted without asking.
func (w *Words) Unasked() string { return w.modes.unasked }

// Did names a call that an agent made without asking; "" for none.
func (w *Words) Did(title string) string {
	if title == "" {
		return ""
	}
	return w.sprintf(w.modes.did, title)
}

// Proceed names the button that sends the message all the same.
func (w *Words) Proceed() string { return w.modes.proceed }

// AskFirst names the button that has the agent ask before it acts.
func (w *Words) AskFirst() string { return w.modes.askFirst }

// DoNotSend names the button that does not send the message.
func (w *Words) DoNotSend() string { return w.modes.doNotSend }

// OptionIs says what an option of a session is set to.
func (w *Words) OptionIs(category, value string) string {
	switch category {
	case "model":
		return w.sprintf(w.modes.modelIs, value)
	case "thought_level":
		return w.sprintf(w.modes.thoughtIs, value)
	}
	return w.sprintf(w.modes.otherOption, category, value)
}

var englishModes = modeWords{
	kinds: map[engine.ModeKind]string{
		engine.ModeAsks:     "asks before acting",
		engine.ModePlans:    "only makes plans",
		engine.ModeSettings: "follows its own settings",
		engine.ModeEdits:    "changes files without asking",
		engine.ModeJudges:   "decides by itself when to ask",
		engine.ModeActs:     "acts without asking",
	},
	both:        "%[1]s (%[2]s)",
	confirm:     "%[1]s %[2]s. Is that what you want? Your message has not been sent yet.",
	unasked:     "has acted without asking",
	did:         "Done without asking: %[1]s",
	proceed:     "Yes, send it",
	askFirst:    "Have it ask before acting",
	doNotSend:   "Do not send",
	modelIs:     "Model: %[1]s",
	thoughtIs:   "Thought: %[1]s",
	otherOption: "%[1]s: %[2]s",
}

var frenchModes = modeWords{
	kinds: map[engine.ModeKind]string{
		engine.ModeAsks:     "demande avant d’agir",
		engine.ModePlans:    "prépare sans rien faire",
		engine.ModeSettings: "suit ses propres réglages",
		engine.ModeEdits:    "modifie des fichiers sans demander",
		engine.ModeJudges:   "décide seul quand demander",
		engine.ModeActs:     "agit sans demander",
	},
	both:        "%[1]s (%[2]s)",
	confirm:     "%[1]s %[2]s. Est-ce ce que vous voulez ? Votre message n’est pas encore parti.",
	unasked:     "a agi sans demander",
	did:         "Fait sans demander : %[1]s",
	proceed:     "Oui, l’envoyer",
	askFirst:    "Lui faire demander avant d’agir",
	doNotSend:   "Ne pas envoyer",
	modelIs:     "Modèle : %[1]s",
	thoughtIs:   "Réflexion : %[1]s",
	otherOption: "%[1]s : %[2]s",
}
