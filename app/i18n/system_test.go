package i18n

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"

	"sidekicks/engine/config"
	"sidekicks/engine/conversation"
)

// refused are the sentences that are made of what the system refused, each by
// what makes it.
func refused(w *Words, err error) map[string]string {
	return map[string]string{
		"settings, read":   w.CannotRead(config.FaultOf(err)),
		"settings, save":   w.SaveFailed(config.FaultOf(err)),
		"export":           w.NotExported(err),
		"decisions":        w.DecisionsFailed(err),
		"ask, standard in": w.StdinUnreadable(err),
		"ask, output":      w.StdoutUnwritable(err),
		"check":            w.ConfigUnreadable("a.json", err),
		"check, named":     w.FileUnreadable("a.json", err),
		"start":            w.Failure("Riker", &conversation.Failure{Code: conversation.FailedStart, Args: []string{err.Error()}}),
		"copy":             w.CopyKept(&conversation.Decision{Copy: conversation.CopyFailed, Detail: err.Error()}),
	}
}

// Whatever the system refuses reaches a person in their language.
func TestTheSystemsWordsAreTold(t *testing.T) {
	for _, w := range []*Words{For("en"), For("fr")} {
		for errno := range w.errnos {
			for _, err := range []error{&fs.PathError{Op: "open", Path: "/a", Err: errno}, fmt.Errorf("keep: %w", errno), &exec.Error{Name: "a", Err: errno}} {
				for what, said := range refused(w, err) {
					if own := errno.Error(); strings.Contains(said, own) && !strings.Contains(w.errnos[errno], own) {
						t.Errorf("%s, %s, %v: %s", w.Language(), what, err, said)
					}
				}
			}
		}
		for what, said := range refused(w, errors.New("the warp core is cold")) {
			if !strings.Contains(said, w.quoted("the warp core is cold")) {
				t.Errorf("%s, %s: %s", w.Language(), what, said)
			}
		}
	}
}

// What ended an agent reaches a person in their language; its status is a number.
func TestHowAnAgentEndedIsTold(t *testing.T) {
	for lang, want := range map[string]map[string]string{
		"en": {"killed": "killed", "segmentation fault": "a fault in its memory", "3": "3", "signal 50": "signal 50"},
		"fr": {"killed": "tué", "segmentation fault": "un défaut dans sa mémoire", "3": "3", "signal 50": "signal 50"},
	} {
		w := For(lang)
		for status, tells := range want {
			f := &conversation.Failure{Code: conversation.FailedExited, Args: []string{status}}
			for _, said := range []string{w.Failure("Riker", f), w.trialFailed("Riker", f)} {
				if !strings.Contains(said, "("+tells+")") {
					t.Errorf("%s, %s: %s", lang, status, said)
				}
			}
		}
	}
}

// Every method that is given an error is among those tried above.
func TestEveryErrorIsTried(t *testing.T) {
	tried := []string{"ConfigUnreadable", "DecisionsFailed", "FileUnreadable", "NotExported", "StdinUnreadable", "StdoutUnwritable"}
	words, wrong := reflect.TypeFor[*Words](), reflect.TypeFor[error]()
	for i := range words.NumMethod() {
		m := words.Method(i)
		for in := range m.Type.Ins() {
			if in == wrong && !slices.Contains(tried, m.Name) {
				t.Errorf("%s is not tried", m.Name)
			}
		}
	}
}

func TestErrnosInBothLanguages(t *testing.T) {
	en, fr := slices.Sorted(maps.Keys(englishErrnos)), slices.Sorted(maps.Keys(frenchErrnos))
	if !slices.Equal(en, fr) || len(en) == 0 || en[0] == syscall.Errno(0) {
		t.Errorf("English tells %v, French %v", en, fr)
	}
}
