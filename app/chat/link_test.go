package chat

import (
	"strings"
	"testing"
)

// Links that would lead elsewhere than they look, or give more than they show.
func TestLinksThatLie(t *testing.T) {
	long := "mybank.example." + strings.Repeat("a", 200) + ".evil.example"
	for target, want := range map[string]struct {
		opens bool
		told  string
	}{
		"https://mybank.example/x?y#z":                        {true, "https://mybank.example/x?y#z"},
		"HTTP://mybank.example":                               {true, "HTTP://mybank.example"},
		"https://mybank.example@evil.example/":                {false, "https://mybank.example@evil.example/"},
		"https://mybank.example%2F@evil.example/":             {false, "https://mybank.example%2F@evil.example/"},
		"https://user:word@mybank.example":                    {false, "https://user:word@mybank.example"},
		"https://" + long + "/x":                              {true, "…" + long[len(long)-longestHost:] + " · https://" + long + "/x"},
		"https://www.\u0430pple.com/":                         {true, "www.⟨U+0430⟩pple.com · https://www.\u0430pple.com/"},
		"https://www.%D0%B0pple.com/":                         {true, "www.⟨U+0430⟩pple.com · https://www.%D0%B0pple.com/"},
		"https://evil.example/\u202emoc.knab":                 {true, "https://evil.example/⟨U+202E⟩moc.knab"},
		"https:mybank.example":                                {false, "https:mybank.example"},
		"https:///mybank.example":                             {false, "https:///mybank.example"},
		"//evil.example/x":                                    {false, "//evil.example/x"},
		"mailto:a@b.example":                                  {true, "mailto:a@b.example"},
		"mailto:a@b.example?subject=x&Body=y&cc=c@d.example":  {true, "mailto:a@b.example?subject=x&Body=y&cc=c@d.example"},
		"mailto:a@b.example?attach=/etc/passwd":               {false, "mailto:a@b.example?attach=/etc/passwd"},
		"mailto:a@b.example?subject=x&ATTACHMENT=/etc/passwd": {false, "mailto:a@b.example?subject=x&ATTACHMENT=/etc/passwd"},
		"mailto:a@b.example?%61ttach=/etc/passwd":             {false, "mailto:a@b.example?%61ttach=/etc/passwd"},
		"mailto:a@b.example?subject=x;attach=/etc/passwd":     {false, "mailto:a@b.example?subject=x;attach=/etc/passwd"},
		"javascript:alert(1)":                                 {false, "javascript:alert(1)"},
		"file:///etc/passwd":                                  {false, "file:///etc/passwd"},
		"vscode://file/etc/passwd":                            {false, "vscode://file/etc/passwd"},
		"data:text/html,x":                                    {false, "data:text/html,x"},
		"ms-msdt:/id":                                         {false, "ms-msdt:/id"},
		"ssh://-oProxyCommand=x":                              {false, "ssh://-oProxyCommand=x"},
		"README.md":                                           {false, "README.md"},
		"-x":                                                  {false, "-x"},
		"http://a\nb":                                         {false, "http://a⟨U+000A⟩b"},
	} {
		if got := opens(target); got != want.opens {
			t.Errorf("%q opens: %t", target, got)
		}
		if got := leadsTo(target); got != want.told {
			t.Errorf("%q is told as %q, want %q", target, got, want.told)
		}
	}
}
