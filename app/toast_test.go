package app

import (
	"image"
	"slices"
	"testing"

	"gioui.org/io/input"
	"gioui.org/io/semantic"

	"sidekicks/engine/config"
	"sidekicks/theme"
	"sidekicks/widgets/widgettest"
)

// A remark covers nothing that one writes in, clicks or is told by, but the text
// that is read: what can be clicked in that scrolls.
func TestARemarkCoversNoControl(t *testing.T) {
	for _, size := range []image.Point{{X: 480, Y: 800}, {X: 1280, Y: 800}} {
		for name, s := range stages() {
			a, h := showStill(t, s.scene, config.Config{Language: "fr"}, size, 1)
			if h.Settle(); s.do != nil {
				s.do(a, h)
			}
			before := controls(h)
			const said = "Une remarque qui tient sur deux lignes, comme celles qui disent où une conversation a été enregistrée, avec son nom."
			a.Tell(said)
			h.Frame()
			i := slices.IndexFunc(h.Nodes(), func(n input.SemanticNode) bool { return n.Desc.Label == said })
			if i < 0 {
				t.Errorf("%s at %d: no remark", name, size.X)
				continue
			}
			remark := h.Nodes()[i].Desc.Bounds
			remark.Max.Y = remark.Min.Y + 2*h.Metric.Sp(a.theme.Small.LineHeight) // of the text: its node is as high as it may be
			remark = remark.Inset(-2 * int(theme.Step))
			for _, n := range before {
				if o := n.Desc.Bounds.Intersect(remark); !o.Empty() {
					t.Errorf("%s at %d: the remark at %v covers %v %q", name, size.X, remark, n.Desc.Bounds, label(n))
				}
			}
		}
	}
}

// controls are the buttons and fields, but for those in the text that is read.
func controls(h *widgettest.Harness) (out []input.SemanticNode) {
	text := image.Rect(0, 53, h.Size.X, h.Size.Y/2) // under the header
	for _, n := range buttons(h) {
		field := n.Desc.Class == semantic.Editor && n.Desc.Bounds.Dy() < 100
		if field || !n.Desc.Bounds.Overlaps(text) {
			out = append(out, n)
		}
	}
	return out
}
