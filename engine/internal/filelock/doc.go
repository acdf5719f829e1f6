// Package filelock holds files locked between processes. The system gives a
// lock free when its process ends, however it ends: none is ever stale.
package filelock
