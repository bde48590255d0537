// Package legaltext reads the legal texts that the shop's operator wrote.
package legaltext

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"kontor/internal/shop"
)

// The maximum sizes of a text and of a picture, in bytes.
const (
	maxText    = 1 << 20
	maxPicture = 4 << 20
)

// byteOrderMark is what some editors write at the start of a file.
var byteOrderMark = []byte("\ufeff")

// Folder is the path of the texts: Markdown files such as agb.de.md, one for each text
// and language, and pictures of notices. Empty: there are none.
type Folder string

// Read returns a text in the given language, or else in German, and the language it
// returned. It reads the file anew each time, so a new text takes effect at once on
// every instance that sees the folder. Errors: [fs.ErrNotExist] if there is neither;
// others if the file cannot be read or is larger than 1 MiB.
func (f Folder) Read(name string, language shop.Language) ([]byte, shop.Language, error) {
	content, err := f.file(name+"."+string(language)+".md", maxText)
	if german := shop.Languages[0]; errors.Is(err, fs.ErrNotExist) && language != german {
		content, err = f.file(name+"."+string(german)+".md", maxText)
		language = german
	}
	return bytes.TrimPrefix(content, byteOrderMark), language, err
}

func (f Folder) file(name string, limit int64) ([]byte, error) {
	if f == "" {
		return nil, fs.ErrNotExist
	}
	file, err := os.Open(filepath.Join(string(f), name))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err == nil && int64(len(content)) > limit {
		err = fmt.Errorf("%s is larger than %d bytes", name, limit)
	}
	return content, err
}
