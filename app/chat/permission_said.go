package chat

import (
	"image/color"
	"slices"
	"strings"

	"gioui.org/layout"

	"sidekicks/app/i18n"
	"sidekicks/engine"
	"sidekicks/engine/permission"
	"sidekicks/theme"
	"sidekicks/widgets"
	"sidekicks/widgets/markdown"
)

// said is what a card says of a request beside the command: what was found in
// it, and what would be lost.
type said struct {
	found   *permission.Subject // that it was made of
	loss    *permission.Loss
	dangers markdown.Document
}

// set makes the sentences of a request.
func (s *said) set(w *i18n.Words, r engine.PermissionView) {
	if s.found == r.Subject && s.loss == r.Loss {
		return
	}
	*s = said{found: r.Subject, loss: r.Loss}
	s.dangers.SetText(strings.Join(dangers(w, r), "\n\n"), true)
}

// dangers are the sentences of what was found, as Markdown.
func dangers(w *i18n.Words, r engine.PermissionView) []string {
	if r.Subject == nil {
		return nil
	}
	findings := r.Subject.Findings
	losable := 0
	for _, f := range findings {
		losable += min(1, len(permission.Losable([]permission.Finding{f})))
	}
	var out []string
	for _, f := range findings {
		sentence := w.FindingNaming(f, naming)
		if r.Loss != nil && r.Loss.Files > 0 && losable == 1 && len(permission.Losable([]permission.Finding{f})) > 0 {
			sentence = w.WithLoss(sentence, *r.Loss)
		}
		if s := emphasised(sentence); !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	if r.Loss != nil && (losable > 1 || r.Loss.Files == 0) {
		out = append(out, literal(w.LossOf(*r.Loss)))
	}
	return out
}

// The marks around a name in a sentence; they cannot stand in a text that was
// made visible.
const nameBegins, nameEnds = "\x01", "\x02"

func naming(name string) string {
	return nameBegins + unbroken(name) + nameEnds
}

// emphasised writes a sentence as Markdown that shows it with its names bold.
func emphasised(sentence string) string {
	var b strings.Builder
	for i, piece := range strings.Split(strings.ReplaceAll(sentence, nameEnds, nameBegins), nameBegins) {
		words := strings.TrimLeft(piece, " ")
		before := piece[:len(piece)-len(words)]
		words = strings.TrimSuffix(literal(words), "\n")
		if i%2 == 1 {
			words = "**" + words + "**"
		}
		b.WriteString(before + words)
	}
	return b.String()
}

// layout draws the sentences on red ground.
func (s *said) layout(gtx layout.Context, th *theme.Theme) layout.Dimensions {
	ground := widgets.SurfaceStyle{Fill: th.DangerSoft, Radius: theme.Radius, Inset: layout.Inset{Top: 7, Bottom: 7, Left: 12, Right: 12}}
	gtx.Constraints.Min.X = gtx.Constraints.Max.X
	return ground.Layout(gtx, func(gtx layout.Context) layout.Dimensions {
		return stack(gtx, len(s.dangers.Blocks), func(gtx layout.Context, i int) layout.Dimensions {
			style := markdown.BlockOf(th, s.dangers.Blocks[i])
			style.Body, style.Color = th.Label, th.Danger
			style.Body.Font.Weight = th.Body.Font.Weight
			return style.Layout(gtx)
		})
	})
}

// note is a line of small print on a card.
func note(th *theme.Theme, ink color.NRGBA, text string) layout.Widget {
	label := widgets.LabelOf(th, th.Small, text)
	label.Color = ink
	return label.Layout
}
