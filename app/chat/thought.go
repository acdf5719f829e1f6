package chat

import (
	"gioui.org/layout"

	"sidekicks/engine/conversation"
	"sidekicks/widgets"
)

// buildThought makes the rows of a thought: its heading, and its blocks when
// it is unfolded.
func (s *message) buildThought(i int, t conversation.Thought, growing bool) {
	state := s.parts[i]
	heading := s.row(i, 0, func(gtx layout.Context) layout.Dimensions { return s.layoutThought(gtx, t, state) })
	if len(state.rows) == 0 {
		state.fold.Open = s.view.page.thoughts
		state.rows = append(state.rows, heading)
	}
	state.rows[0] = heading
	if !state.fold.Open {
		state.rows = state.rows[:1]
		return
	}
	state.doc.SetText(t.Markdown, !growing)
	s.view.page.colour(&state.doc)
	s.buildBlocks(i, 1, thoughtStyle)
}

func (s *message) layoutThought(gtx layout.Context, t conversation.Thought, state *part) layout.Dimensions {
	th, w := s.view.page.Theme, s.view.page.Words
	heading := w.Thinking
	if !t.End.IsZero() {
		heading = w.ThoughtFor(t.End.Sub(t.Start))
	}
	return above(partGap, gtx, func(gtx layout.Context) layout.Dimensions {
		style := widgets.DisclosureOf(th, &state.fold)
		closed := func(layout.Context) layout.Dimensions { return layout.Dimensions{} } // its blocks are rows of their own
		return style.Layout(gtx, widgets.DimOf(th, th.Small, heading).Layout, closed)
	})
}

// foldThoughts folds or unfolds every thought of the conversation.
func (v *view) foldThoughts(open bool) {
	for _, m := range v.shown {
		s := v.messages[m.ID]
		for i, p := range m.Parts {
			if _, ok := p.(conversation.Thought); ok {
				s.parts[i].fold.Open, s.parts[i].made = open, made{}
			}
		}
		s.build()
	}
	v.flattenAnew()
}
