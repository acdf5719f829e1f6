package desktop

import (
	"errors"
	"fmt"
	"net/url"
	"os/exec"
)

var errScheme = errors.New("only http, https and mailto links open")

// OpenURL has the system open a link in the person's browser or mail program.
// It does not wait for that program, and opens nothing but http, https and
// mailto: a link is an agent's word.
func OpenURL(link string) error {
	u, err := url.Parse(link)
	if err != nil {
		return fmt.Errorf("open link: %w", err)
	}
	switch u.Scheme {
	case "http", "https", "mailto":
	default:
		return errScheme
	}
	name, args := opener(u.String())
	cmd := exec.Command(name, args...)
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("open link: %w", err)
	}
	go cmd.Wait() // it hands the link on and ends; nothing depends on it
	return nil
}
