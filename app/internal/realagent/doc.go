// Package realagent sets up agents that people use, for tests: it brings one
// from npm into a cache outside the tree, and gives it a home folder of its
// own, a work folder, and a scripted model on a loopback address.
package realagent
