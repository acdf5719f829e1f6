// Package diff compares two texts and shows what changed, line by line.
package diff
