//go:build linux && nogtk

package desktop

func ask(Choice) (string, error) { return "", ErrNoDialog }
