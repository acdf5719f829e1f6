package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"strings"
)

// iconSizes are the folders of the icon theme that an icon is looked for in.
//
// Source: https://specifications.freedesktop.org/icon-theme-spec/latest/
var iconSizes = []int{16, 22, 24, 32, 48, 64, 128, 256, 512}

// desktopEntry puts the program in menus. Gio gives its windows the class, and
// under Wayland the identifier, that the linker is told (gioui.org/app.ID).
//
// Source: https://specifications.freedesktop.org/desktop-entry-spec/latest/
const desktopEntry = `[Desktop Entry]
Type=Application
Name=Sidekicks
GenericName=AI Agents
GenericName[fr]=Agents IA
Comment=Talk with the AI agents on your own computer
Comment[fr]=Parler avec les agents IA de votre ordinateur
Keywords=AI;agent;assistant;chat;ACP;
Keywords[fr]=IA;agent;assistant;conversation;ACP;
Exec=sidekicks
TryExec=sidekicks
Icon=sidekicks
Terminal=false
Categories=Utility;
StartupNotify=false
StartupWMClass=sidekicks
`

// linux makes the archive and the Debian package.
func (r release) linux() error {
	main, err := r.build("sidekicks", ".", "linux", arch(), "")
	if err != nil {
		return err
	}
	dialogs, err := r.build("sidekicks-dialog", "./app/desktop/sidekicks-dialog", "linux", arch(), "")
	if err != nil {
		return err
	}
	u, err := r.unixFiles(main, dialogs)
	if err != nil {
		return err
	}
	name := r.name("linux", arch())
	data, err := tarGz("", under(name, u.archive()), r.time)
	if err := r.write(name+".tar.gz", data, err); err != nil {
		return err
	}
	data, err = r.deb(u)
	return r.write(fmt.Sprintf("sidekicks_%s_%s.deb", r.version.debian(), debianArch(arch())), data, err)
}

// unixFiles are what the archive and the Debian package hold, in each its way.
type unixFiles struct {
	programs, texts, share []entry
	needs                  []needs // of each program
}

func (r release) unixFiles(paths ...string) (unixFiles, error) {
	var u unixFiles
	for _, p := range paths {
		e, err := program(p[strings.LastIndexByte(p, '/')+1:], p)
		if err != nil {
			return u, err
		}
		n, err := readNeeds(p)
		if err != nil {
			return u, err
		}
		u.programs, u.needs = append(u.programs, e), append(u.needs, n)
	}
	var err error
	if u.texts, err = r.texts(paths...); err != nil {
		return u, err
	}
	u.share, err = share()
	return u, err
}

// share is the desktop entry and the icons, as they lie below a share folder.
func share() ([]entry, error) {
	files := []entry{{"applications/sidekicks.desktop", 0o644, []byte(desktopEntry)}}
	for _, size := range iconSizes {
		icon, err := iconPNG(size)
		if err != nil {
			return nil, err
		}
		files = append(files, entry{fmt.Sprintf("icons/hicolor/%dx%[1]d/apps/sidekicks.png", size), 0o644, icon})
	}
	return files, nil
}

// archive lays the files out to be unpacked anywhere. The programs lie side by
// side, for the dialogs are looked for beside the program.
func (u unixFiles) archive() []entry {
	files := append(under("bin", u.programs), u.texts...)
	files = append(files, under("share", u.share)...)
	return append(files, entry{"LIBRARIES.txt", 0o644, u.libraries()})
}

// libraries lists what must be on the system, by program.
func (u unixFiles) libraries() []byte {
	var text bytes.Buffer
	text.WriteString("The libraries that the system loads with each program, and the packages of\nDebian and Ubuntu that hold them. Gio opens libGLESv2.so.2 besides. Without\nsidekicks-dialog, which needs GTK, paths are typed in the program's own window.\n")
	for i, p := range u.programs {
		fmt.Fprintf(&text, "\n%s (glibc %d.%d or later)\n", p.name, u.needs[i].glibc[0], u.needs[i].glibc[1])
		for _, lib := range u.needs[i].libraries {
			fmt.Fprintf(&text, "  %-24s %s\n", lib, debianPackages[lib])
		}
	}
	return text.Bytes()
}

// installed lays the files out as they lie on a Debian system.
func (u unixFiles) installed() []entry {
	files := append(under("usr/lib/sidekicks", u.programs), under("usr/share", u.share)...)
	files = append(files, entry{"usr/bin/sidekicks", fs.ModeSymlink | 0o777, []byte("../lib/sidekicks/sidekicks")})
	for _, text := range u.texts {
		if text.name == "LICENSE" { // the name that Debian looks for
			text.name = "copyright"
		}
		files = append(files, under("usr/share/doc/sidekicks", []entry{text})...)
	}
	return files
}
