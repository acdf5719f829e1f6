package agent

import "io"

// The Job Object ends the agents when the last handle to it closes, and the
// system closes those of a program that was killed.
type guardProcess struct{}

func newGuardProcess(string) *guardProcess { return nil }

// Close has nothing to do.
func (g *Guard) Close() {}

// RunGuard has nothing to do.
func RunGuard(io.Reader) {}
