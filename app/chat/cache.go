package chat

import (
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/unit"

	"sidekicks/theme"
)

// A cache keeps the drawing of something that takes no input, so that text
// which does not change is laid out once.
type cache struct {
	ops  *op.Ops
	call op.CallOp
	dims layout.Dimensions
	key  cacheKey
}

type cacheKey struct {
	width  int
	metric unit.Metric
	theme  *theme.Theme
}

// layout draws w, from the cache when it was drawn in the same way before.
func (c *cache) layout(gtx layout.Context, th *theme.Theme, w layout.Widget) layout.Dimensions {
	key := cacheKey{gtx.Constraints.Max.X, gtx.Metric, th}
	if c.ops == nil || c.key != key {
		c.ops, c.key = new(op.Ops), key
		recorded := gtx
		recorded.Ops = c.ops
		m := op.Record(c.ops)
		c.dims = w(recorded)
		c.call = m.Stop()
	}
	c.call.Add(gtx.Ops)
	return c.dims
}

// dp is a size of text as a distance.
func dp(gtx layout.Context, size unit.Sp) unit.Dp {
	return unit.Dp(float32(gtx.Sp(size)) / gtx.Metric.PxPerDp)
}
