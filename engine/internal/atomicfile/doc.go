// Package atomicfile replaces files so that at every moment, also after the
// machine lost its power, a reader finds the old content or the new one,
// whole.
package atomicfile
