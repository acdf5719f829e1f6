package transcript

import (
	"fmt"
	"image"
	"slices"
	"strings"
	"testing"

	"gioui.org/io/key"
	"gioui.org/io/pointer"
)

// Whatever a person does while the conversation changes, nothing panics, what
// is selected is part of the text, and the view is full and in order.
func FuzzTranscript(f *testing.F) {
	f.Add([]byte("ssdddkkaammrg"))
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 3, 9})
	f.Add([]byte{9, 9, 4, 4, 6, 0, 7, 7, 1, 12, 8, 2, 2, 3, 5, 5})
	f.Fuzz(func(t *testing.T, steps []byte) {
		if len(steps) > 60 {
			return
		}
		p := newPage(t, numbered(12)...)
		for i, b := range steps {
			p.step(int(b), i)
			p.check(t)
		}
	})
}

// step does one of the things that can happen; n chooses which, and where.
func (p *page) step(n, i int) {
	at := image.Pt(n*7%400, n*13%(viewHeight+80)-40)
	switch n % 14 {
	case 0:
		p.add(uint64(20+i/3), strings.Repeat(fmt.Sprintf("new %d\n", i), n%5))
	case 1:
		p.blocks[n%len(p.blocks)].text += " and é more\n漢字"
	case 2:
		p.blocks[n%len(p.blocks)].text = ""
	case 3:
		if len(p.rows) > 2 {
			p.rows, p.blocks = slices.Delete(p.rows, n%2, n%2+1), slices.Delete(p.blocks, n%2, n%2+1)
		}
	case 4:
		p.blocks[n%len(p.blocks)].extra = n
	case 5:
		p.Drag(at, image.Pt(at.Y, at.X%viewHeight))
	case 6:
		p.Pointer(pointer.Press, at, key.ModShift)
		p.Pointer(pointer.Release, at, 0)
	case 7:
		p.Press(key.ModShift, key.NameDownArrow)
	case 8:
		p.Press(key.ModShift|key.ModShortcutAlt, key.NameLeftArrow)
	case 9:
		p.Scroll(image.Pt(10, 10), 3*n-300)
	case 10:
		p.t.Show(p.rows[n%len(p.rows)].Key)
	case 11:
		p.t.Hold(p.rows[n%len(p.rows)].Key)
	case 12:
		p.rows[n%len(p.rows)].Text = nil
	case 13:
		p.t.ScrollToEnd()
	}
	p.Settle()
}

func (p *page) check(t *testing.T) {
	t.Helper()
	p.t.SelectedText(p.rows)
	if s := &p.t.selected; s.on {
		for _, at := range []position{s.from, s.caret} {
			if at.index >= len(p.rows) || at.offset > textLength(p.rows[at.index]) {
				t.Fatalf("selection at row %d of %d, offset %d", at.index, len(p.rows), at.offset)
			}
		}
	}
	bottom := 0
	for i, row := range p.t.view.placed {
		if i > 0 && (row.y != bottom || row.index != p.t.view.placed[i-1].index+1) {
			t.Fatalf("row %d at %d follows one that ends at %d", row.index, row.y, bottom)
		}
		bottom = row.y + row.height
	}
	first, last := p.t.view.placed[0], p.t.view.placed[len(p.t.view.placed)-1]
	if first.index > 0 && first.y > 0 || last.index < len(p.rows)-1 && bottom < viewHeight {
		t.Fatalf("the view is not full: rows %d to %d from %d to %d", first.index, last.index, first.y, bottom)
	}
}
