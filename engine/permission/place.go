package permission

import (
	"io/fs"
	"path"
	"strings"
)

// A Place says where a target lies.
type Place uint8

const (
	Unknown       Place = iota // depends on what is not in the text
	InWorkspace                // inside the work folder
	Workspace                  // the work folder, whole
	InHome                     // inside the home folder, outside the work folder
	Home                       // the home folder, whole
	Elsewhere                  // another place of this computer
	System                     // a folder of the system
	Root                       // the whole disk
	Device                     // a disk as such
	OtherComputer              // not on this computer
)

// A Target is what a finding acts on.
type Target struct {
	Text  string // as written
	Path  string // absolute and clean; "" when it is not known
	Place Place
	Glob  bool // Path is a pattern
	Link  bool // what is there is a symbolic link
}

// Where is what Describe and Classify know of the computer. The zero value
// knows nothing: then every file counts as existing.
type Where struct {
	Workspace string // the work folder, absolute; where commands start
	Home      string // the person's home folder, absolute
	Root      string // the root of the disk; "" is /, or the drive of a Windows path
	Shell     Shell  // the one that reads a command when the call does not say
	// Stat looks at a path without following a link, as os.Lstat does. It is
	// called for some of the files that a command would write. Nil: unknown.
	Stat func(path string) (fs.FileInfo, error)
}

// exists tells whether something is at a path; what is not known exists.
func (w Where) exists(p string) bool {
	if w.Stat == nil || p == "" {
		return true
	}
	_, err := w.Stat(p)
	return !isNotExist(err)
}

func (w Where) isFolder(p string) bool {
	if w.Stat == nil || p == "" {
		return false
	}
	info, err := w.Stat(p)
	return err == nil && info.IsDir()
}

func (w Where) isLink(p string) bool {
	if w.Stat == nil || p == "" {
		return false
	}
	info, err := w.Stat(p)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// throughLink tells whether a folder on the way from the work folder to a path in
// it is a link, so that it lies nobody knows where.
func (w Where) throughLink(p string) bool {
	work := slashed(w.Workspace)
	for dir := path.Dir(p); inside(dir, work); dir = path.Dir(dir) {
		if w.isLink(dir) {
			return true
		}
	}
	return false
}

// place tells where a clean absolute path lies.
func (w Where) place(p string) Place {
	switch home, work := slashed(w.Home), slashed(w.Workspace); {
	case p == "":
		return Unknown
	case isDevice(p):
		return Device
	case isRoot(p) || w.Root != "" && p == slashed(w.Root):
		return Root
	case home != "" && (p == home || inside(home, p)):
		return Home
	case work != "" && (p == work || inside(work, p)):
		return Workspace
	case work != "" && inside(p, work):
		return InWorkspace
	case home != "" && inside(p, home):
		return InHome
	case isSystem(p):
		return System
	}
	return Elsewhere
}

// severity is that of losing what lies at a place.
func (p Place) severity() Severity {
	switch p {
	case Root, Home, Device:
		return Grave
	case InWorkspace:
		return Medium
	}
	return High
}

// slashed writes a path with slashes and without its last one.
func slashed(p string) string {
	if p == "" {
		return ""
	}
	return path.Clean(strings.ReplaceAll(p, `\`, "/"))
}

// inside tells whether p is below dir.
func inside(p, dir string) bool {
	return dir == "/" && p != "/" || len(p) > len(dir) && strings.HasPrefix(p, dir) && p[len(dir)] == '/'
}

func isRoot(p string) bool {
	return p == "/" || len(p) == 3 && p[1:] == ":/" || len(p) == 2 && p[1] == ':'
}

// devices are what a disk is called; systems are folders of the system.
var (
	devices = []string{"/dev/sd", "/dev/nvme", "/dev/hd", "/dev/vd", "/dev/xvd", "/dev/mmcblk", "/dev/disk", "/dev/rdisk", "/dev/dm-", "/dev/mapper/", "/dev/md", "/dev/loop", "/dev/mem", "/dev/kmem", "/dev/block/", "//./physicaldrive", "//./c:"}
	systems = []string{"/etc", "/usr", "/bin", "/sbin", "/lib", "/lib64", "/boot", "/var", "/opt", "/root", "/sys", "/proc", "/srv", "/home", "/Users", "/System", "/Library", "/Applications", "/nix", "/snap", "c:/windows", "c:/program files", "c:/programdata", "c:/users"}
	// streams are no files: writing to them loses nothing.
	streams = []string{"/dev/null", "/dev/stdout", "/dev/stderr", "/dev/stdin", "/dev/tty", "/dev/full", "/dev/zero", "/dev/fd/", "/proc/self/fd/", "/dev/tcp/", "/dev/udp/", "/dev/pts/", "/dev/random", "/dev/urandom"}
)

func isDevice(p string) bool { return hasAnyPrefix(strings.ToLower(p), devices) }

func isStream(p string) bool {
	for _, s := range streams {
		if p == s || strings.HasSuffix(s, "/") && strings.HasPrefix(p, s) {
			return true
		}
	}
	return false
}

func isSystem(p string) bool {
	for _, s := range systems {
		if strings.EqualFold(p, s) || inside(strings.ToLower(p), strings.ToLower(s)) {
			return true
		}
	}
	return false
}

func hasAnyPrefix(s string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}
