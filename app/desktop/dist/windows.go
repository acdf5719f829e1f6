package main

import (
	"bytes"
	"fmt"
	"image"
	"os"

	"github.com/tc-hib/winres"
	wv "github.com/tc-hib/winres/version"
)

// windows makes the archive for a processor. It holds the program twice, for a
// Windows program either has a console or has none, whoever starts it:
// sidekicks.exe has none and is for the desktop; sidekicks.com has the console
// that it is started from. A terminal that is told "sidekicks" takes the second,
// since .COM comes before .EXE in the usual PATHEXT.
func (r release) windows(arch string) error {
	name := r.name("windows", arch)
	var files []entry
	var built string
	for _, p := range []struct{ name, ldflags string }{{"sidekicks.exe", "-H windowsgui"}, {"sidekicks.com", ""}} {
		var err error
		if built, err = r.build(p.name, ".", "windows", arch, p.ldflags); err != nil {
			return err
		}
		data, err := r.withResources(built, p.name)
		if err != nil {
			return fmt.Errorf("resources of %s: %w", p.name, err)
		}
		files = append(files, entry{p.name, 0o755, data})
	}
	texts, err := r.texts(built)
	if err != nil {
		return err
	}
	data, err := zipped(under(name, append(files, texts...)), r.time)
	return r.write(name+".zip", data, err)
}

// windowIcon is where Gio looks for the icon of its windows.
const windowIcon = winres.ID(1)

// withResources returns a program with its icon, its version and its manifest.
func (r release) withResources(program, name string) ([]byte, error) {
	var pictures []image.Image
	for _, size := range []int{16, 20, 24, 32, 40, 48, 64, 256} {
		pictures = append(pictures, drawIcon(size))
	}
	icon, err := winres.NewIconFromImages(pictures)
	if err != nil {
		return nil, err
	}
	var resources winres.ResourceSet
	if err := resources.SetIcon(windowIcon, icon); err != nil {
		return nil, err
	}
	info, err := r.versionInfo(name)
	if err != nil {
		return nil, err
	}
	resources.SetVersionInfo(info)
	resources.SetManifest(winres.AppManifest{Compatibility: winres.Win10AndAbove, LongPathAware: true, UseCommonControlsV6: true})
	file, err := os.Open(program)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var out bytes.Buffer
	err = resources.WriteToEXE(&out, file)
	return out.Bytes(), err
}

// versionInfo is what the properties of the file tell.
func (r release) versionInfo(name string) (wv.Info, error) {
	n := r.version.numbers()
	number := [4]uint16{n[0], n[1], n[2]}
	info := wv.Info{FileVersion: number, ProductVersion: number}
	for _, s := range [][2]string{
		{wv.ProductName, "Sidekicks"}, {wv.FileDescription, "Sidekicks"}, {wv.OriginalFilename, name},
		{wv.ProductVersion, string(r.version)}, {wv.FileVersion, string(r.version)},
		{wv.CompanyName, "The Sidekicks authors"}, {wv.LegalCopyright, "MIT License"},
	} {
		if err := info.Set(wv.LangDefault, s[0], s[1]); err != nil {
			return info, err
		}
	}
	return info, nil
}
