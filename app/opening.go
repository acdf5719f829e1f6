package app

import (
	"sidekicks/app/settings"
	"sidekicks/engine"
	"sidekicks/engine/conversation"
)

// asking is the engine as the settings see it: opening another file, which
// forgets every conversation, asks first when something would be lost.
type asking struct {
	settings.Engine
	app *App
}

func (q asking) OpenConfig(path string) { q.app.openConfig(path) }

// openConfig opens another configuration file, when the person agreed to what
// is lost by it. The file that is open is read again, which loses nothing.
func (a *App) openConfig(path string) {
	if a.snapshot.Closing {
		return // a file chosen just before
	}
	if a.snapshot.Config.IsOpen(path) {
		a.options.Engine.OpenConfig(path)
		return
	}
	a.closing.wanted, a.closing.opening = true, path
}

// losses count what ends with the conversations that are there.
type losses struct{ turns, queued, questions, drafts int }

func (l losses) any() bool { return l.turns+l.queued+l.questions+l.drafts > 0 }

func (a *App) losses() losses {
	l := losses{drafts: a.page.Drafts()}
	asked := map[conversation.Key]int{}
	for _, p := range a.snapshot.Permissions {
		asked[p.Key]++
	}
	for _, f := range a.snapshot.Forms {
		asked[f.Key]++
	}
	for _, c := range a.snapshot.Conversations {
		if c.Turn != engine.TurnIdle {
			l.turns++
		} else {
			l.questions += asked[c.Key] // those of a turn are lost with it
		}
		l.queued += len(c.Queued)
	}
	return l
}
