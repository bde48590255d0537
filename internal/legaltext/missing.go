package legaltext

import (
	"errors"
	"io/fs"

	"kontor/internal/shop"
)

// names are the texts that each shop has pages for.
var names = []string{"impressum", "datenschutz", "agb", "widerrufsrecht"}

// Missing returns the files of the German texts that there are not, such as
// agb.de.md. Nothing stands in for these; other languages show the German text.
func (f Folder) Missing() []string {
	var missing []string
	for _, name := range names {
		if _, german, err := f.Read(name, shop.Languages[0]); errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, name+"."+string(german)+".md")
		}
	}
	return missing
}
