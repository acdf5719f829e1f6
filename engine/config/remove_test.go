package config

import "testing"

// What does nothing can be taken out, and all around it stays as it was.
func TestTakingOutWhatDoesNothing(t *testing.T) {
	for _, c := range []struct{ what, text, want string }{
		{"alone", `{"sidekicks": {"x": 1}}`, `{"sidekicks": {}}`},
		{"first in its line", `{"sidekicks": {"x": 1, "theme": "dark"}}`, `{"sidekicks": {"theme": "dark"}}`},
		{"between", `{"sidekicks": {"theme": "dark", "x": 1, "language": "fr"}}`, `{"sidekicks": {"theme": "dark", "language": "fr"}}`},
		{"last in its line", `{"sidekicks": {"theme": "dark", "x": 1}}`, `{"sidekicks": {"theme": "dark"}}`},
		{"last with a comma", `{"sidekicks": {"theme": "dark", "x": 1,}}`, `{"sidekicks": {"theme": "dark",}}`},
		{"a line of its own", "{\"sidekicks\": {\n  \"x\": {\n    \"y\": 2\n  },\n  \"theme\": \"dark\"\n}}", "{\"sidekicks\": {\n  \"theme\": \"dark\"\n}}"},
		{"the last line", "{\"sidekicks\": {\n  \"theme\": \"dark\", // mine\n  \"x\": 1\n}}", "{\"sidekicks\": {\n  \"theme\": \"dark\" // mine\n}}"},
		{"with Windows’ line ends", "{\"sidekicks\": {\r\n  \"x\": 1,\r\n  \"theme\": \"dark\"\r\n}}", "{\"sidekicks\": {\r\n  \"theme\": \"dark\"\r\n}}"},
		{"a comment stays", "{\"sidekicks\": {\n  \"x\": 1, // why\n  \"theme\": \"dark\"\n}}", "{\"sidekicks\": {\n  // why\n  \"theme\": \"dark\"\n}}"},
		{"below a comment", "{\"sidekicks\": {\"theme\": \"dark\", // mine\n  \"x\": 1}}", "{\"sidekicks\": {\"theme\": \"dark\" // mine\n}}"},
		{"an agent that nobody is", `{"sidekicks": {"default_agent": "A"}}`, `{"sidekicks": {}}`},
	} {
		problems := Check([]byte(c.text), noComputer())
		if len(problems) != 1 {
			t.Fatalf("%s: %v", c.what, problems)
		}
		if got := string(Apply([]byte(c.text), problems[0].Fix)); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// Nothing is taken out while it is not certain where it ends.
func TestNothingIsTakenOutOfWhatCannotBeRead(t *testing.T) {
	for _, text := range []string{
		`{"sidekicks": {"x": {"theme": "dark"}`,
		"{\"sidekicks\": {\"x\": 1 /* why */, \"theme\": \"dark\"}}",
	} {
		for _, p := range Check([]byte(text), noComputer()) {
			if p.Code == UnknownKey && p.Fix != nil {
				t.Errorf("%q: %v", text, p.Fix)
			}
		}
	}
}
