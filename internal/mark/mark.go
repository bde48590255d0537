// Package mark keeps the shop's mark: a small file outside the database that says which
// shop and which start of it the database belongs to, and how far its numbers may have
// been issued. A copy put in the database's place does not match it.
package mark

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// FileName is the mark within its directory.
const FileName = "kontor.marke"

// Mark is the content of the file.
type Mark struct {
	ShopID string `json:"shop_id"`
	// Run is the latest start of a shop on SQLite; the database names it too.
	Run string `json:"lauf,omitempty"`
	// Before is the start that the database names until Run has been written there as
	// well, empty if it named none; nil: both name Run.
	Before *string `json:"lauf_zuvor,omitempty"`
	// Database is the object id of a PostgreSQL database: restored, it has another.
	Database string `json:"datenbank,omitempty"`

	Sequences map[string]Sequence `json:"folgen"` // by table
}

// Sequence is how far the ids of a table have been issued.
type Sequence struct {
	Reserved int64 `json:"bis"`     // nobody was ever given a higher one
	Last     int64 `json:"zuletzt"` // stored in the database for certain; a few seconds old
}

// Of reports whether the mark belongs to a database that names this start.
func (m *Mark) Of(run string) bool {
	return m.Run == run || m.Before != nil && *m.Before == run
}

// Read returns the mark in a directory. Errors: [fs.ErrNotExist] if there is none; others
// name the file.
func Read(dir string) (Mark, error) {
	var m Mark
	path := filepath.Join(dir, FileName)
	text, err := os.ReadFile(path)
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(text, &m); err != nil || m.ShopID == "" {
		return m, fmt.Errorf("%s ist beschädigt", path)
	}
	return m, nil
}

// Write replaces the mark in a directory. Once it returns, the mark survives a power
// failure; if it fails, the mark is the earlier one or the new one, never half of it.
func (m *Mark) Write(dir string) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	path := filepath.Join(dir, FileName)
	next := path + ".neu"
	err = writeFile(next, append(text, '\n'))
	if err == nil {
		err = os.Rename(next, path)
	}
	if err != nil {
		return errors.Join(err, removed(next))
	}
	return SyncDir(dir)
}

func writeFile(path string, content []byte) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

func removed(path string) error {
	if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// SyncDir makes a rename survive a power failure. Windows syncs no directories.
func SyncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	file, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}
