//go:build linux && nogtk

package desktop

// ask opens nothing: the program asks for a path in its own window.
func ask(Choice) (string, error) { return "", ErrNoDialog }
