package permission

import (
	"strings"
	"testing"
)

// What a developer does every day is not flagged: at most one in a hundred,
// and each of those says why in its note. A third of the corpus is made of
// programs that are flagged in other forms. Nothing is known of the files, so
// that every one counts as existing.
func TestEverydayCommandsAreQuiet(t *testing.T) {
	rows := tableRows(t, "harmless.tsv")
	flagged, known := 0, 0
	for _, row := range rows {
		f := strings.Fields(row.command)
		if len(f) > 0 && flaggedInOtherForms(f[0]) {
			known++
		}
		got := classNames(Classify(row.command, row.shell, ship))
		defended := strings.HasPrefix(row.note, "flagged:")
		if got != "none" {
			flagged++
		}
		if (got != "none") != defended {
			t.Errorf("%q is %s", row.command, got)
		}
	}
	if len(rows) < 300 || known*3 < len(rows) || flagged*100 > len(rows) {
		t.Errorf("%d commands, %d of programs that are flagged in other forms, %d flagged", len(rows), known, flagged)
	}
}

func flaggedInOtherForms(name string) bool {
	_, wraps := wrappers[name]
	return heads()[name] || wraps || shells[name] || interpreters[name].lang != "" || sqlClients[name].text != "" ||
		words("find sed cp ln tee kill docker kubectl eval trap env curl scp type echo")[name]
}
