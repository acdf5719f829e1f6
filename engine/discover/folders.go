package discover

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// knownFolders lists the folders, as far as they exist, in which installers
// put programs without all terminals and desktops knowing.
func knownFolders(home string) string {
	patterns := unixFolders
	if runtime.GOOS == "windows" {
		patterns = windowsFolders
	}
	var folders []string
	for _, pattern := range patterns {
		folders = append(folders, existing(expandFolder(pattern, home))...)
	}
	return strings.Join(folders, string(filepath.ListSeparator))
}

// Patterns of filepath.Glob, after ~ and ${VAR}.
var (
	unixFolders = []string{
		"~/.local/bin", "~/bin",
		"/usr/local/bin", "/usr/bin", "/bin", "/snap/bin",
		"/opt/homebrew/bin", "/home/linuxbrew/.linuxbrew/bin",
		"~/.npm-global/bin", "~/.nvm/versions/node/*/bin", "~/.volta/bin",
		"~/.local/share/fnm/aliases/default/bin", "~/.asdf/shims", "~/.local/share/mise/shims",
		"~/.bun/bin", "~/.deno/bin", "~/.local/share/pnpm", "~/Library/pnpm", "~/.yarn/bin",
		"~/.cargo/bin", "~/go/bin", "~/.opencode/bin",
	}
	windowsFolders = []string{
		`${APPDATA}\npm`, `${ProgramFiles}\nodejs`, `${LOCALAPPDATA}\pnpm`, `${LOCALAPPDATA}\Volta\bin`,
		`~\.local\bin`, `~\.bun\bin`, `~\.deno\bin`, `~\.cargo\bin`, `~\go\bin`, `~\.opencode\bin`,
		`~\scoop\shims`, `${ProgramData}\chocolatey\bin`, `${LOCALAPPDATA}\Microsoft\WinGet\Links`,
	}
)

func expandFolder(pattern, home string) string {
	if rest, ok := strings.CutPrefix(pattern, "~"); ok {
		return home + rest
	}
	return os.ExpandEnv(pattern)
}

// existing is the folders that match, the highest version first.
func existing(pattern string) []string {
	if !filepath.IsAbs(pattern) {
		return nil // an empty home or variable
	}
	found, _ := filepath.Glob(pattern)
	found = slices.DeleteFunc(found, func(f string) bool {
		info, err := os.Stat(f)
		return err != nil || !info.IsDir()
	})
	slices.SortFunc(found, func(a, b string) int { return slices.Compare(versionOf(b), versionOf(a)) })
	return found
}

// versionOf is the numbers in a folder's name, so that v22 comes after v9.
func versionOf(folder string) []int {
	var version []int
	for _, digits := range strings.FieldsFunc(folder, func(r rune) bool { return r < '0' || r > '9' }) {
		n, _ := strconv.Atoi(digits)
		version = append(version, n)
	}
	return version
}
