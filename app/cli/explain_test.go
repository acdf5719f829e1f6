package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func explain(stdin string, args ...string) (out, err string, status int) {
	var o, e bytes.Buffer
	status = Explain(Env{Args: args, Stdin: strings.NewReader(stdin), Stdout: &o, Stderr: &e, Getenv: func(string) string { return "" }})
	return o.String(), e.String(), status
}

func TestExplain(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "there.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	posix := []string{"--shell", "posix", "--cwd", dir}
	for _, c := range []struct {
		args       []string
		stdin, out string
	}{
		{[]string{"rm -rf build"}, "", "destructive\nDeletes build for good (inside your work folder).\n"},
		{[]string{"--lang=fr", "sudo rm -rf build"}, "", "destructive,privileged\nAgit avec les droits d’administrateur de l’ordinateur.\nEfface pour toujours build (dans votre dossier de travail).\n"},
		{[]string{"ls"}, "", "none\n"},
		{[]string{"ls > there.txt"}, "", "destructive\nReplaces what is in there.txt. The old content will be lost.\n"},
		{[]string{"ls > absent.txt"}, "", "none\n"},
		{[]string{"-"}, "ls\nrm x\n", "destructive\nDeletes x for good (inside your work folder).\n"},
		{[]string{"--", "-x"}, "", "none\n"},
		{[]string{""}, "", "opaque\nThe command is empty.\n"},
		{[]string{"r\u200bm x"}, "", "opaque\nThe command holds characters that hide what it does: U+200B.\n"},
		{[]string{"rm 'a\nb'"}, "", "destructive\nDeletes a b for good (inside your work folder).\n"},
	} {
		out, err, status := explain(c.stdin, append(slices.Clone(posix), c.args...)...)
		if out != c.out || err != "" || status != statusOK {
			t.Errorf("%q: %d %q %q", c.args, status, out, err)
		}
	}
	if out, _, _ := explain("", "--shell=cmd", "d^el x"); !strings.HasPrefix(out, "destructive\n") {
		t.Error(out)
	}
}

func TestExplainJSON(t *testing.T) {
	out, _, status := explain("", "--json", "--shell=posix", "--cwd=/work/ship", "ls; rm -rf build")
	var got struct {
		Classes  []string
		Findings []explained
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || status != statusOK {
		t.Fatal(err, out)
	}
	if !slices.Equal(got.Classes, []string{"destructive"}) || len(got.Findings) != 1 {
		t.Fatal(out)
	}
	f := got.Findings[0]
	if f.Start != 4 || f.End != 10 || f.Verb != "delete" || f.Severity != "medium" || !slices.Equal(f.Targets, []string{"/work/ship/build"}) || f.Sentence == "" {
		t.Errorf("%+v", f)
	}
	if out, _, _ := explain("", "--json", "--shell=posix", "ls"); !strings.Contains(out, `"classes": []`) || !strings.Contains(out, `"findings": []`) {
		t.Error(out)
	}
}

func TestExplainWrongUse(t *testing.T) {
	for _, args := range [][]string{nil, {"rm", "x"}, {"--shell=fish", "ls"}, {"--lang=de", "ls"}, {"--cwd"}, {"--loud", "ls"}} {
		if out, err, status := explain("", args...); status != statusUsage || out != "" || !strings.Contains(err, "sidekicks explain") {
			t.Errorf("%q: %d %q %q", args, status, out, err)
		}
	}
	if out, _, status := explain("", "--help"); status != statusOK || !strings.Contains(out, "--cwd") {
		t.Error(status, out)
	}
}
