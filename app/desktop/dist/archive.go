package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// An entry is a file of a package. Its name has no slash in front. A symbolic
// link's data is where it points.
type entry struct {
	name string
	mode fs.FileMode // permissions, and fs.ModeSymlink
	data []byte
}

// program is an entry with a program that was built.
func program(name, file string) (entry, error) {
	data, err := os.ReadFile(file)
	return entry{name, 0o755, data}, err
}

// under returns the entries inside a folder.
func under(folder string, entries []entry) []entry {
	moved := slices.Clone(entries)
	for i := range moved {
		moved[i].name = path.Join(folder, moved[i].name)
	}
	return moved
}

// sorted returns the entries in the order of their names.
func sorted(entries []entry) []entry {
	return slices.SortedFunc(slices.Values(entries), func(a, b entry) int { return strings.Compare(a.name, b.name) })
}

// folders lists the folders that the entries lie in, each after the one that
// holds it.
func folders(entries []entry) []string {
	var found []string
	for _, e := range entries {
		for dir := path.Dir(e.name); dir != "."; dir = path.Dir(dir) {
			found = append(found, dir)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// tarGz packs entries, which root owns. Names get the prefix.
func tarGz(prefix string, entries []entry, when time.Time) ([]byte, error) {
	var file bytes.Buffer
	zipped := gzip.NewWriter(&file)
	t := tar.NewWriter(zipped)
	for _, dir := range folders(entries) {
		if err := t.WriteHeader(header(prefix+dir+"/", tar.TypeDir, 0o755, when)); err != nil {
			return nil, err
		}
	}
	for _, e := range sorted(entries) {
		if err := addTar(t, prefix, e, when); err != nil {
			return nil, err
		}
	}
	if err := t.Close(); err != nil {
		return nil, err
	}
	err := zipped.Close()
	return file.Bytes(), err
}

func header(name string, kind byte, mode int64, when time.Time) *tar.Header {
	return &tar.Header{Name: name, Typeflag: kind, Mode: mode, ModTime: when, Uname: "root", Gname: "root"}
}

func addTar(t *tar.Writer, prefix string, e entry, when time.Time) error {
	h := header(prefix+e.name, tar.TypeReg, int64(e.mode.Perm()), when)
	if e.mode&fs.ModeSymlink != 0 {
		h.Typeflag, h.Linkname = tar.TypeSymlink, string(e.data)
		return t.WriteHeader(h)
	}
	h.Size = int64(len(e.data))
	if err := t.WriteHeader(h); err != nil {
		return err
	}
	_, err := t.Write(e.data)
	return err
}

// zipped packs entries for systems that know ZIP files.
func zipped(entries []entry, when time.Time) ([]byte, error) {
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	for _, e := range sorted(entries) {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: when}
		h.SetMode(e.mode)
		w, err := z.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(e.data); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return file.Bytes(), err
}
