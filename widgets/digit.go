package widgets

import (
	"strings"

	"gioui.org/io/key"
)

// frenchDigits are the characters that the digit keys of a French (AZERTY)
// keyboard give without Shift, for 1 to 9 and 0.
var frenchDigits = [...]key.Name{"&", "É", "\"", "'", "(", "-", "È", "_", "Ç", "À"}

// Digit tells which digit a key or a typed character stands for: the digits
// themselves, and on a French keyboard also what their keys give without
// Shift. It reports false for anything else.
func Digit(name key.Name) (int, bool) {
	if len(name) == 1 && '0' <= name[0] && name[0] <= '9' {
		return int(name[0] - '0'), true
	}
	for i, french := range frenchDigits {
		if name == french || lowerCase(french) == name {
			return (i + 1) % 10, true
		}
	}
	return 0, false
}

// lowerCase is the typed form of a letter that a key event names in capitals.
func lowerCase(name key.Name) key.Name { return key.Name(strings.ToLower(string(name))) }

// DigitNames are the names that a digit's key may have, see [Digit]. The name
// "-" is left out: it is the minus key of every other keyboard.
func DigitNames(digit int) []key.Name {
	names := []key.Name{key.Name(rune('0' + digit))}
	if french := frenchDigits[(digit+9)%10]; french != "-" {
		names = append(names, french)
	}
	return names
}
