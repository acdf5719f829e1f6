package i18n

import (
	"cmp"
	"strings"

	"sidekicks/engine/config"
)

// SettingsWords are the texts of the settings page.
type SettingsWords struct {
	Title, Save, SaveShort, Format, Modified, NoFile, NewFile, More     string
	AddAgent, NothingFound, OpenFile, OpenOther, Files, ChooseFolder    string
	WorkFolder, WhichAgent, CannotWrite, Create, CreateFile             string
	ChooseFirst, AddOther, Beginning                                    string
	ThemeDark, ThemeLight, ThemeAuto                                    string
	LanguageFrench, LanguageEnglish, LanguageAuto, SeeFound             string
	Find, Replace, ReplaceOne, ReplaceAll                               string
	Error, Warning, Remark                                              string
	NextProblem, PreviousProblem, Complete, ApplyFix, Comment, Explain  string
	FindInText, MoveLine, LeaveText                                     string
	Saved, SaveWaits, Checking, Stale, Sound, CannotFormat, NothingSent string
	Conflict, Gone, KeepMine, TakeTheirs                                string
	Unsaved, SaveFirst, Discard, Stay, Losing, Kept                     string

	StaleGone, StaleBadge string

	staleWith, atLine, saveFailed, cannotRead, defaultIs, possible, missing, open, add, offers string
	mayNotRead, diskFull, diskReadOnly, notAFile, tooLarge                                     string
	forgetRecent                                                                               string
	errors, warnings                                                                           counted
}

// AskPath asks for a file, or for a folder.
func (w *Words) AskPath(folder bool) string {
	if folder {
		return w.Settings.ChooseFolder
	}
	return w.Settings.OpenOther
}

// ProblemAt tells a problem with its line.
func (w *Words) ProblemAt(p config.Problem) string {
	s := w.Problem(p)
	return w.sprintf(w.Settings.atLine, p.Line, s)
}

// ProblemCount tells how many errors and warnings there are, "" for none.
func (w *Words) ProblemCount(problems []config.Problem) string {
	var n [2]int
	for _, p := range problems {
		if int(p.Severity) < len(n) {
			n[p.Severity]++
		}
	}
	var parts []string
	if n[config.Error] > 0 {
		parts = append(parts, w.count(w.Settings.errors, n[config.Error]))
	}
	if n[config.Warning] > 0 {
		parts = append(parts, w.count(w.Settings.warnings, n[config.Warning]))
	}
	return strings.Join(parts, ", ")
}

// ConfigStale tells that a file that was changed is not in force, and why.
func (w *Words) ConfigStale(problems []config.Problem) string {
	if count := w.ProblemCount(problems); count != "" {
		return w.sprintf(w.Settings.staleWith, count)
	}
	return w.Settings.StaleGone
}

// MissingFile tells that the file which was asked for is not there.
func (w *Words) MissingFile(path string) string { return w.sprintf(w.Settings.missing, path) }

// Offers tells which keys show what can be written.
func (w *Words) Offers(keys string) string { return w.sprintf(w.Settings.offers, keys) }

// AddFound offers to add an agent that is on this computer.
func (w *Words) AddFound(agent string) string { return w.sprintf(w.Settings.add, agent) }

// RecentFile is what choosing a file that was opened before does: opening it,
// or taking it from the list when it is no longer there.
func (w *Words) RecentFile(path string, missing bool) string {
	if missing {
		return w.sprintf(w.Settings.forgetRecent, path)
	}
	return w.sprintf(w.Settings.open, path)
}

// SaveFailed tells why the configuration file cannot be written.
func (w *Words) SaveFailed(f config.Fault) string {
	return w.sprintf(w.Settings.saveFailed, w.fault(f, w.mayNotWrite))
}

// CannotRead tells why the configuration file cannot be read.
func (w *Words) CannotRead(f config.Fault) string {
	return w.sprintf(w.Settings.cannotRead, w.fault(f, w.Settings.mayNotRead))
}

// fault tells why a file cannot be read or written. denied says what the person may not do.
func (w *Words) fault(f config.Fault, denied string) string {
	switch f.Code {
	case config.FolderMissing:
		return w.noSuchFolder
	case config.AccessDenied:
		return denied
	case config.DiskFull:
		return w.Settings.diskFull
	case config.DiskReadOnly:
		return w.Settings.diskReadOnly
	case config.NotAFile:
		return w.Settings.notAFile
	case config.FileTooLarge:
		return w.Settings.tooLarge
	}
	return w.system(f.Words)
}

// Schema picks the language of a text of the format.
func (w *Words) Schema(t config.Words) string {
	return cmp.Or(t.In(w.Language()), t.In("en"))
}

// Explanation tells what a key means, what it may be and what it is by default.
func (w *Words) Explanation(x config.Explanation) string {
	said := []string{w.Schema(x.Help)}
	if len(x.Values) > 0 {
		said = append(said, w.sprintf(w.Settings.possible, strings.Join(x.Values, ", ")))
	}
	if x.Default != "" {
		said = append(said, w.sprintf(w.Settings.defaultIs, x.Default))
	}
	return strings.TrimSpace(strings.Join(said, "\n"))
}
