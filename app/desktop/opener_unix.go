//go:build unix && !darwin

package desktop

func opener(link string) (string, []string) { return "xdg-open", []string{link} }
