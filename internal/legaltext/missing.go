package legaltext

import (
	"errors"
	"io/fs"

	"kontor/internal/shop"
)

// names are the texts that every shop has pages for.
var names = []string{"impressum", "datenschutz", "agb", "widerrufsrecht"}

// Missing returns the names of the German texts' files that do not exist, such as
// agb.de.md. Nothing can replace these; other languages fall back to the German text.
func (f Folder) Missing() []string {
	var missing []string
	for _, name := range names {
		if _, german, err := f.Read(name, shop.Languages[0]); errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, name+"."+string(german)+".md")
		}
	}
	return missing
}
