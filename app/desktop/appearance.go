package desktop

// An Appearance is how the person's system wants programs to look and move.
type Appearance struct {
	Dark          bool
	ReducedMotion bool // nothing is to move by itself
}
