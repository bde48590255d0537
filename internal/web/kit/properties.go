package kit

import (
	"slices"
	"strings"
	"unicode/utf8"

	"kontor/internal/jsvalue"
)

// CheckProperties returns a refusal that names the first property of an object
// that is not known.
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

// Shortly returns a name from a request as an answer may repeat it.
func Shortly(name string) string {
	name = strings.ToValidUTF8(name, "\uFFFD")
	if utf8.RuneCountInString(name) <= maxShown {
		return name
	}
	return string([]rune(name)[:maxShown]) + "…"
}
