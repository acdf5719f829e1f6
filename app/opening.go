package app

import (
	"sidekicks/app/settings"
	"sidekicks/engine"
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
	if a.snapshot.Config.IsOpen(path) {
		a.options.Engine.OpenConfig(path)
		return
	}
	a.closing.wanted, a.closing.opening = true, path
}

// losses count what ends with the conversations that are there.
type losses struct{ turns, queued, drafts int }

func (l losses) any() bool { return l.turns+l.queued+l.drafts > 0 }

func (a *App) losses() losses {
	l := losses{drafts: a.page.Drafts()}
	for _, c := range a.snapshot.Conversations {
		if c.Turn != engine.TurnIdle {
			l.turns++
		}
		l.queued += len(c.Queued)
	}
	return l
}
