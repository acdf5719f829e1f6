package i18n

import "testing"

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"plain, 日本語, \tTab\n":               "plain, 日本語, \tTab\n",
		"a\u202eb":                          "a<U+202E>b",
		"a\u200bb\x1b[2J\r":                 "a<U+200B>b<U+001B>[2J<U+000D>",
		"line\u2028page\u2029":              "line<U+2028>page<U+2029>",
		"family \U0001F468\u200d\U0001F469": "family \U0001F468\u200d\U0001F469",
	} {
		if got := Visible(in, "<", ">"); got != want {
			t.Errorf("%q is shown as %q, want %q", in, got, want)
		}
	}
}
