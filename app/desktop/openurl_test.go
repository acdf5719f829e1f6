package desktop

import (
	"errors"
	"testing"
)

func TestOpenURLRefusesOtherSchemes(t *testing.T) {
	for _, link := range []string{"file:///etc/passwd", "javascript:alert(1)", "ms-settings:display", "/bin/sh", ""} {
		if err := OpenURL(link); !errors.Is(err, errScheme) {
			t.Errorf("OpenURL(%q) = %v, want %v", link, err, errScheme)
		}
	}
}
