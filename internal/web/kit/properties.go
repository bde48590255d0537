package kit

import (
	"slices"
	"strings"
	"unicode/utf8"

	"kontor/internal/jsvalue"
)

// CheckProperties returns a refusal that names an object's first unknown property.
func CheckProperties(body jsvalue.Value, known []string) error {
	for name := range body.Names() {
		if !slices.Contains(known, name) {
			return errUnknownField.With("Unbekanntes Feld „" + Shortly(name) + "“.")
		}
	}
	return nil
}

// maxShown is how many characters of a name from a request an answer repeats.
const maxShown = 60

// Shortly returns a name from a request in the form that an answer may repeat.
func Shortly(name string) string {
	name = strings.ToValidUTF8(name, "\uFFFD")
	if utf8.RuneCountInString(name) <= maxShown {
		return name
	}
	return string([]rune(name)[:maxShown]) + "…"
}
