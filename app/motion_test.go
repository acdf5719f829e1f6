package app

import (
	"image"
	"testing"
	"time"

	"gioui.org/io/key"

	"sidekicks/engine"
	"sidekicks/engine/config"
	"sidekicks/widgets/widgettest"
)

// atRest is a scene in which no time runs that the window shows.
func atRest(s *engine.Snapshot) *engine.Snapshot {
	quiet := *s
	quiet.Agents = append([]engine.AgentView(nil), s.Agents...)
	for i := range quiet.Agents {
		quiet.Agents[i].Status = engine.AgentIdle
	}
	quiet.Conversations = append([]engine.ConversationView(nil), s.Conversations...)
	for i := range quiet.Conversations {
		quiet.Conversations[i].Turn = engine.TurnIdle
	}
	return &quiet
}

// Where less movement is wanted no frame is asked for by what moves, whatever
// has the focus on whatever page. Else the carets blink.
func TestReducedMotion(t *testing.T) {
	for name, s := range stages() {
		s.scene = atRest(s.scene)
		t.Run(name, func(t *testing.T) {
			_, h := s.open(t, config.Config{Language: "en", Motion: "on"})
			walk(h, func(at image.Rectangle) {
				h.Frame()
				if when, ok := h.Wakeup(); ok {
					t.Errorf("with the focus at %v a frame is wanted in %v", at, when.Sub(stillTime))
				}
			})
		})
	}
}

func TestReducedMotionFollowsTheSettingThenTheSystem(t *testing.T) {
	for _, c := range []struct {
		setting string
		system  bool
		still   bool
	}{
		{"", false, false}, {"auto", false, false}, {"auto", true, true}, {"on", false, true}, {"off", true, false},
	} {
		a, h := showStill(t, atRest(four()), config.Config{Language: "en"}, image.Pt(1280, 800), 1)
		if !blinks(h) {
			t.Fatal("the caret does not blink")
		}
		a.SetSystem(System{ReducedMotion: c.system})
		a.SetConfig(config.Config{Language: "en", Motion: c.setting})
		if blinks(h) == c.still {
			t.Errorf("reduced_motion %q, the system %v: the caret blinks %v", c.setting, c.system, !c.still)
		}
	}
}

// How far a hold has come is then not shown in steps.
func TestReducedMotionOfAHold(t *testing.T) {
	for motion, least := range map[string]time.Duration{"on": 700 * time.Millisecond, "off": 0} {
		waiting(t, "en", asks("rm -rf ~", allKinds...), func(l *lab) {
			l.app.SetConfig(config.Config{Language: "en", Motion: motion})
			l.at(time.Second, func() { l.Press(key.ModShortcut, "J") })
			l.key("1", key.Press, time.Second)
			l.Frame()
			when, ok := l.Wakeup()
			if in := when.Sub(l.Now); !ok || in < least || motion == "off" && in > 100*time.Millisecond {
				t.Errorf("reduced_motion %q: the next frame is in %v", motion, in)
			}
		})
	}
}

func blinks(h *widgettest.Harness) bool {
	h.Frame()
	_, asked := h.Wakeup()
	return asked
}
