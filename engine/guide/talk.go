package guide

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"path/filepath"
	"strings"
	"time"

	"sidekicks/engine/acp"
)

// greet answers what is not a command.
func (t *turn) greet() {
	t.say("Hello! I am the guide. I have no artificial intelligence in me: I only know a few words, "+
		"and I show you what a conversation can hold. Say `help` to see them.",
		"Bonjour ! Je suis le guide. Il n’y a pas d’intelligence artificielle en moi : je connais seulement quelques mots, "+
			"et je vous montre ce qu’une conversation peut contenir. Dites `aide` pour les voir.")
}

// received tells what came with the message beside text.
func (t *turn) received(names []string) {
	t.say("I received what you joined (%s). I do not open it, but a real agent could.\n\n",
		"J’ai bien reçu ce que vous avez joint (%s). Je ne l’ouvre pas, mais un véritable agent le pourrait.\n\n",
		strings.Join(names, ", "))
}

func (t *turn) help() {
	t.say(helpEnglish, helpFrench)
	var list strings.Builder
	for _, c := range commands() {
		word := strings.TrimSpace(c.word.in(t.lang) + " " + c.hint.in(t.lang))
		fmt.Fprintf(&list, "- `%s`%s%s\n", word, t.word(": ", " : "), c.about.in(t.lang))
	}
	t.say(list.String(), list.String())
}

const (
	helpEnglish = `# Welcome

With this program you talk with agents: programs that run on your own computer, and that can read, write and run things for you. Each one asks you first, unless it is set to act by itself.

- Write in the box below and press **Enter**. **Shift+Enter** begins a new line.
- **Esc** stops an answer. What you send meanwhile waits in line.
- When an agent asks for permission, **Ctrl+J** goes to the question. Nothing happens until you answer.
- **Ctrl+K** finds every action, **F1** shows all keys, and **Ctrl+,** opens the settings, where you add agents.

I am only the guide, with no artificial intelligence in me. Say one of these words, and I show you something:

`
	helpFrench = `# Bienvenue

Avec ce programme, vous parlez avec des agents : des programmes qui travaillent sur votre ordinateur, et qui peuvent y lire, écrire et lancer des choses pour vous. Chacun vous demande d’abord, sauf s’il est réglé pour agir seul.

- Écrivez dans le cadre du bas et appuyez sur **Entrée**. **Maj+Entrée** commence une nouvelle ligne.
- **Échap** arrête une réponse. Ce que vous envoyez entre-temps attend son tour.
- Quand un agent demande une permission, **Ctrl+J** va à la question. Rien ne se passe avant votre réponse.
- **Ctrl+K** trouve chaque action, **F1** montre toutes les touches, et **Ctrl+,** ouvre les réglages, où l’on ajoute des agents.

Je ne suis que le guide, sans intelligence artificielle en moi. Dites un de ces mots, et je vous montre quelque chose :

`
)

func (t *turn) markdown() { t.say(markdownEnglish, markdownFrench) }

const (
	markdownEnglish = "# A heading\n\n## A smaller one\n\nA paragraph with **bold**, *italic*, ***both***, ~~struck out~~, `code` and a [link](https://example.org).\n" +
		"This line follows in the same paragraph.  \nThis one stands on its own.\n\n" +
		"- a list\n- with a list inside\n  - like this\n  - and this\n\n3. a numbered list\n4. that begins at three\n\n- [x] a thing done\n- [ ] a thing to do\n\n" +
		"> A quotation,\n>\n> > and one inside it.\n\n" +
		"```go\npackage main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(\"Hello\")\n}\n```\n\n" +
		"| Fruit | Colour | Number |\n| :--- | :---: | ---: |\n| apple | red | 3 |\n| pear | green | 12 |\n| plum | *blue* | 144 |\n\n" +
		"---\n\nThe end.\n"
	markdownFrench = "# Un titre\n\n## Un plus petit\n\nUn paragraphe avec du **gras**, de l'*italique*, ***les deux***, du ~~barré~~, du `code` et un [lien](https://example.org).\n" +
		"Cette ligne suit dans le même paragraphe.  \nCelle-ci reste seule.\n\n" +
		"- une liste\n- avec une liste dedans\n  - comme ceci\n  - et cela\n\n3. une liste numérotée\n4. qui commence à trois\n\n- [x] une chose faite\n- [ ] une chose à faire\n\n" +
		"> Une citation,\n>\n> > et une autre dedans.\n\n" +
		"```go\npackage main\n\nimport \"fmt\"\n\nfunc main() {\n\tfmt.Println(\"Bonjour\")\n}\n```\n\n" +
		"| Fruit | Couleur | Nombre |\n| :--- | :---: | ---: |\n| pomme | rouge | 3 |\n| poire | verte | 12 |\n| prune | *bleue* | 144 |\n\n" +
		"---\n\nFin.\n"
)

func (t *turn) think() {
	t.muse("The person would like to see how I think. ", "La personne voudrait voir comment je réfléchis. ")
	t.pause(short)
	t.muse("I shall say it **out loud**, and then answer.", "Je vais le dire **à voix haute**, puis répondre.")
	t.pause(short)
	t.say("I thought first: my thoughts are above, and you can fold them away. They were written in advance, I must say.",
		"J’ai d’abord réfléchi : mes réflexions sont au-dessus, et vous pouvez les replier. Elles étaient écrites d’avance, je l’avoue.")
}

// plan shows a plan that advances by one step at a time.
func (t *turn) plan() {
	steps := []phrase{
		{"Find out what there is", "Voir ce qu’il y a"},
		{"Choose what to keep", "Choisir ce qu’on garde"},
		{"Tell you about it", "Vous en parler"},
	}
	for done := range len(steps) + 1 {
		t.send(acp.SessionUpdate{Kind: acp.PlanUpdate, Plan: t.entries(steps, done)})
		if !t.pause(300 * time.Millisecond) {
			return
		}
	}
	t.say("The plan is done. It was made of words only.", "Le plan est terminé. Il n’était fait que de mots.")
}

func (t *turn) entries(steps []phrase, done int) []acp.PlanEntry {
	var list []acp.PlanEntry
	for i, s := range steps {
		status := "pending"
		if i < done {
			status = "completed"
		} else if i == done {
			status = "in_progress"
		}
		list = append(list, acp.PlanEntry{Content: s.in(t.lang), Priority: "medium", Status: status})
	}
	return list
}

// slow says one thing a second.
func (t *turn) slow() {
	n := number(t.args, 0, 5, 3600)
	for i := 1; i <= n; i++ {
		if !t.pause(time.Second) {
			return
		}
		t.say("Second %d of %d.\n\n", "Seconde %d sur %d.\n\n", i, n)
	}
	t.say("Thank you for your patience.", "Merci de votre patience.")
}

// stream answers with text of a given size, at a given number of fragments a
// second: each leaves when its time has come, so a late one does not delay the
// others. At 0 a second they leave as fast as they go.
func (t *turn) stream() {
	size, rate := number(t.args, 0, 10, 100<<10)<<10, number(t.args, 1, 50, 1e6)
	began, sent := time.Now(), 0
	for piece := range pieces(text(t.lang, size), fragment) {
		t.chunk(piece)
		if sent++; sent%1000 == 0 {
			t.session.conn.Flush(t.ctx)
		}
		due := began
		if rate > 0 {
			due = began.Add(time.Duration(sent) * time.Second / time.Duration(rate))
		}
		if !t.pause(time.Until(due)) {
			return
		}
	}
}

// long answers with text of a given size in one fragment, one line on the wire.
func (t *turn) long() {
	t.chunk(text(t.lang, number(t.args, 0, 100, 60<<10)<<10))
}

func (t *turn) image() {
	t.say("This picture is a sunset, as far as I can paint one:\n\n", "Cette image est un coucher de soleil, autant que je sache peindre :\n\n")
	t.send(acp.SessionUpdate{Kind: acp.AgentMessageChunk, Content: acp.ContentBlock{
		Type: "image", MimeType: "image/png", Data: base64.StdEncoding.EncodeToString(sunset()),
	}})
}

// sunset is a picture of 160 by 90 pixels, as a PNG.
func sunset() []byte {
	m := image.NewRGBA(image.Rect(0, 0, 160, 90))
	for y := range 90 {
		for x := range 160 {
			c := color.RGBA{uint8(250 - y), uint8(90 + y), uint8(60 + y), 255}
			if dx, dy := x-80, y-60; dx*dx+dy*dy < 500 {
				c = color.RGBA{255, 220, 90, 255}
			}
			if y > 60 {
				c = color.RGBA{30, 50, uint8(150 - y), 255}
			}
			m.SetRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	_ = png.Encode(&b, m) // a Buffer takes everything
	return b.Bytes()
}

func (t *turn) link() {
	name := t.word("shopping.md", "courses.md")
	t.say("Here is a link to a file, which does not exist:\n\n", "Voici un lien vers un fichier, qui n’existe pas :\n\n")
	t.send(acp.SessionUpdate{Kind: acp.AgentMessageChunk, Content: acp.ContentBlock{
		Type: "resource_link", URI: fileURI(filepath.Join(t.session.cwd, name)), Name: name, MimeType: "text/markdown", Size: 45,
	}})
}

func (t *turn) file() {
	name := t.word("shopping.md", "courses.md")
	t.say("Here is a whole file inside my message:\n\n", "Voici un fichier entier dans mon message :\n\n")
	t.send(acp.SessionUpdate{Kind: acp.AgentMessageChunk, Content: acp.ContentBlock{
		Type: "resource", Resource: &acp.EmbeddedResource{
			URI: fileURI(filepath.Join(t.session.cwd, name)), MimeType: "text/markdown",
			Text: t.word("# Shopping\n\n- bread\n- butter\n", "# Courses\n\n- du pain\n- du beurre\n"),
		},
	}})
}

func (t *turn) notice() {
	t.send(acp.SessionUpdate{Kind: acp.NoticeUpdate, Notice: acp.Notice{
		Severity: "warning", Title: t.word("A remark", "Une remarque"),
		Description: t.word("Agents can say things beside the conversation, like this.", "Les agents peuvent dire des choses à côté de la conversation, comme ceci."),
	}})
	t.say("I left a remark beside the conversation.", "J’ai laissé une remarque à côté de la conversation.")
}

func (t *turn) usage() {
	t.send(acp.SessionUpdate{Kind: acp.UsageUpdate, Usage: acp.Usage{
		Used: 53000, Size: 200000, Cost: &acp.Cost{Amount: 0.12, Currency: "EUR"},
	}})
	t.say("If I had a memory, about a quarter of it would be full now. These numbers are made up.",
		"Si j’avais une mémoire, elle serait pleine au quart environ. Ces nombres sont inventés.")
}

func (t *turn) title() {
	title := t.rest
	if title == "" {
		title = t.word("A talk with the guide", "Une discussion avec le guide")
	}
	t.send(acp.SessionUpdate{Kind: acp.SessionInfoUpdate, Title: &title})
	t.say("This conversation now has a title.", "Cette conversation a maintenant un titre.")
}

// mode changes the session's mode by the agent's own will.
func (t *turn) mode() {
	if t.session.toggleMode() == modeAsk {
		t.say("From now on I ask before I act.", "Désormais, je demande avant d’agir.")
		return
	}
	t.say("From now on I act without asking. Only for show: I never do anything.",
		"Désormais, j’agis sans demander. Pour la démonstration seulement : je ne fais jamais rien.")
}

func (t *turn) cut() {
	t.say("This answer is cut in the middle of a", "Cette réponse est coupée au milieu d’une")
	t.stop = acp.MaxTokens
}

func (t *turn) refuse() { t.stop = acp.Refusal }

// crash ends the guide once its last word has left.
func (t *turn) crash() {
	t.say("I shall now end in the middle of a wo", "Je vais m’arrêter au milieu d’un mo")
	t.session.conn.Flush(t.ctx)
	t.session.crash()
	<-t.ctx.Done() // it must not answer any more
}
