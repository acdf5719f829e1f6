//go:build window && linux

package main

import "testing"

// TestBuiltProgramsCanBePacked knows the packages of all libraries of what
// "make build" left: else the next package cannot be made.
func TestBuiltProgramsCanBePacked(t *testing.T) {
	var all []needs
	for _, name := range []string{"sidekicks", "sidekicks-dialog"} {
		n, err := readNeeds("../../../bin/" + name)
		if err != nil {
			t.Fatalf("%v: make build first", err)
		}
		all = append(all, n)
	}
	if _, err := depends(all...); err != nil {
		t.Error(err)
	}
}
