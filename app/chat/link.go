package chat

import (
	"net/url"
	"slices"
	"strings"

	"sidekicks/engine/unseen"
)

// mailFields are what a mail address may fill in. Some mail programs take more
// from one, even files to be attached.
var mailFields = []string{"subject", "body", "cc", "to"}

// opens tells whether a link may be opened: it is of the web or a mail address,
// and is what it looks like.
func opens(target string) bool {
	u, err := url.Parse(target)
	if err != nil || u.User != nil { // https://bank.example@elsewhere.example
		return false
	}
	switch u.Scheme {
	case "http", "https":
		return u.Host != ""
	case "mailto":
		fields, err := url.ParseQuery(u.RawQuery)
		for name := range fields {
			if !slices.Contains(mailFields, strings.ToLower(name)) {
				return false
			}
		}
		return err == nil
	}
	return false
}

// longestHost is how much of the name of a computer stands in an address that
// may be cut on the screen.
const longestHost = 60

// leadsTo is the address of a link as it is told. A computer whose name is long,
// or can be taken for another's by its letters, is named first: by the end, which
// tells whose it is, with other letters than ASCII as their code points.
func leadsTo(target string) string {
	u, err := url.Parse(target)
	if err != nil {
		return unbroken(target)
	}
	host := u.Hostname()
	var b strings.Builder
	for _, r := range host {
		if r >= 0x80 {
			b.WriteString("⟨" + unseen.Code(r) + "⟩")
		} else {
			b.WriteRune(r)
		}
	}
	told := b.String()
	if len(told) > longestHost {
		told = "…" + strings.ToValidUTF8(told[len(told)-longestHost:], "")
	}
	if told == host {
		return unbroken(target)
	}
	return told + " · " + unbroken(target)
}
