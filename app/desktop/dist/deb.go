package main

import (
	"bytes"
	"crypto/md5"
	"fmt"
	"io/fs"
	"time"
)

// deb packs files for Debian: an archive of ar that holds the version of the
// format, what dpkg reads, and what it unpacks.
//
// Source: https://manpages.debian.org/bookworm/dpkg-dev/deb.5.en.html
func (r release) deb(u unixFiles) ([]byte, error) {
	control, err := r.control(u)
	if err != nil {
		return nil, err
	}
	files := u.installed()
	first, err := tarGz("./", []entry{{"control", 0o644, control}, {"md5sums", 0o644, md5sums(files)}}, r.time)
	if err != nil {
		return nil, err
	}
	second, err := tarGz("./", files, r.time)
	if err != nil {
		return nil, err
	}
	return ar(r.time, entry{name: "debian-binary", data: []byte("2.0\n")}, entry{name: "control.tar.gz", data: first}, entry{name: "data.tar.gz", data: second}), nil
}

// control describes the package.
//
// Source: https://www.debian.org/doc/debian-policy/ch-controlfields.html
func (r release) control(u unixFiles) ([]byte, error) {
	needed, err := depends(u.needs...)
	if err != nil {
		return nil, err
	}
	size := 0
	for _, f := range u.installed() {
		size += len(f.data)
	}
	return fmt.Appendf(nil, `Package: sidekicks
Version: %s
Architecture: %s
Maintainer: The Sidekicks authors <sidekicks@localhost>
Installed-Size: %d
Depends: %s
Section: utils
Priority: optional
Description: talk with the AI agents on your own computer
 A window in which you talk with AI agents that run on your own computer: any
 program that speaks the Agent Client Protocol. It shows what an agent says,
 thinks, plans and does, and asks in plain words before an agent does what needs
 your consent. In English and in French.
`, r.version.debian(), debianArch(arch()), (size+1023)/1024, needed), nil
}

// debianArch is Debian's name for a processor.
func debianArch(goarch string) string {
	switch goarch {
	case "386":
		return "i386"
	case "arm":
		return "armhf"
	}
	return goarch
}

// md5sums lets dpkg --verify tell whether files are as they were packed.
func md5sums(files []entry) []byte {
	var sums bytes.Buffer
	for _, f := range sorted(files) {
		if f.mode&fs.ModeSymlink == 0 {
			fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(f.data), f.name)
		}
	}
	return sums.Bytes()
}

// ar joins files: each after a line of fixed width, at an even place.
func ar(when time.Time, files ...entry) []byte {
	out := bytes.NewBufferString("!<arch>\n")
	for _, f := range files {
		fmt.Fprintf(out, "%-16s%-12d%-6d%-6d%-8o%-10d`\n", f.name, when.Unix(), 0, 0, 0o100644, len(f.data))
		out.Write(f.data)
		if len(f.data)%2 != 0 {
			out.WriteByte('\n')
		}
	}
	return out.Bytes()
}
