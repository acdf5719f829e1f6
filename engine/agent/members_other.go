//go:build !windows && !linux

package agent

import "syscall"

// groupEmpty takes any error for emptiness: macOS answers EPERM when only the
// dead are left.
func groupEmpty(id int) bool { return syscall.Kill(-id, 0) != nil }

// processGroups is the leader's alone: the system does not tell the others
// without a library of its own.
func processGroups(id int) []int { return []int{id} }

// groupMemory is not told without a library of the system's.
func groupMemory(int) int64 { return 0 }

// groupsOfSeat finds nothing: the system does not show environments. What is
// not found still reads the end of its input.
func groupsOfSeat(string) []int { return nil }
