package widgettest

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

// update is a package variable because flags must be known before a test
// binary reads its command line.
var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// Updating reports whether the test was told to write what it expects.
func Updating() bool { return *update }

// Golden compares got with testdata/name.golden of the package under test, and
// with -update writes that file.
func Golden(tb testing.TB, name, got string) {
	tb.Helper()
	path := filepath.Join("testdata", name+".golden")
	if Updating() {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			tb.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	if got != string(want) {
		tb.Errorf("%s differs (-update writes it)\ngot:\n%s\nwant:\n%s", path, got, want)
	}
}
