// Package widgettest drives widgets in tests: events in, semantic tree out,
// with neither window nor GPU nor cgo.
//
// A [Harness] plays the window: it lays out frames, queues what a person
// does, and keeps a clipboard. What stands on the screen is read in the tree of
// semantic nodes ([Harness.Find], [Harness.Dump]), never in pixels.
package widgettest
