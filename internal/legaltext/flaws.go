package legaltext

import (
	"bytes"
	"errors"
	"io/fs"
	"regexp"

	"kontor/internal/shop"
)

// placeholder matches what templates leave to be filled in. In plain text brackets are
// not those of links.
var placeholder = regexp.MustCompile(`\[[^\]]*\]|\bTODO\b`)

// Flaws says in German why texts in a language cannot be shown to customers, each with
// the name of its file; nothing if all can.
func (f Folder) Flaws(language shop.Language) []string {
	var flaws []string
	for _, name := range names {
		file := name + "." + string(language) + ".md"
		content, found, err := f.Read(name, language)
		switch unfinished := placeholder.Find(Plain(content)); {
		case errors.Is(err, fs.ErrNotExist) || err == nil && found != language:
			flaws = append(flaws, file+" fehlt")
		case err != nil:
			flaws = append(flaws, file+" ist nicht lesbar")
		case len(bytes.TrimSpace(content)) == 0:
			flaws = append(flaws, file+" ist leer")
		case unfinished != nil:
			flaws = append(flaws, file+" ist nicht fertig ("+string(unfinished)+")")
		}
	}
	return flaws
}
