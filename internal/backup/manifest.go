package backup

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"strings"
	"time"

	"kontor/internal/store"
)

// Names within a copy.
const (
	manifestName = "manifest.json"
	databaseName = "kontor.db"
	secretsName  = "secrets.env"
	legalFolder  = "rechtstexte"
)

// format is the version of the form of copies that this program writes and reads.
const format = 1

// Manifest describes a copy; it is its first entry.
type Manifest struct {
	Format  int       `json:"format"`
	At      time.Time `json:"zeit"`     // the copy has everything that was acknowledged before
	Program string    `json:"programm"` // version that wrote it
	Source  string    `json:"quelle"`   // SQLite or PostgreSQL
	store.Contents
	Files map[string]Entry `json:"dateien"` // all other entries, by name
}

// Entry is a file in a copy.
type Entry struct {
	Size   int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // in hex
}

// Bounds beyond which a manifest is refused.
const (
	maxManifest = 1 << 20 // bytes
	maxFiles    = 1000
)

// parseManifest reads a manifest, and refuses names that would lead out of the copy.
func parseManifest(text []byte) (m Manifest, err error) {
	if err := json.Unmarshal(text, &m); err != nil {
		return m, fmt.Errorf("%s: %w", manifestName, err)
	}
	if m.Format != format {
		return m, fmt.Errorf("die Sicherung hat Format %d, dieses Programm kennt nur %d", m.Format, format)
	}
	if len(m.Files) > maxFiles {
		return m, errors.New("zu viele Dateien")
	}
	for name, entry := range m.Files {
		if !allowed(name) || entry.Size < 0 {
			return m, fmt.Errorf("unerlaubter Name %q", name)
		}
	}
	if _, ok := m.Files[databaseName]; !ok {
		return m, errors.New("ohne Datenbank")
	}
	return m, nil
}

// allowed reports whether a copy may have a file of that name.
func allowed(name string) bool {
	switch {
	case name == databaseName, name == secretsName:
		return true
	case strings.ContainsAny(name, "\\:\x00"), path.Clean(name) != name:
		return false
	}
	folder, file := path.Split(name)
	return folder == legalFolder+"/" && isLegalText(file)
}

// isLegalText reports whether a file of the folder of legal texts is copied: other files
// there are not the shop's.
func isLegalText(name string) bool {
	extension := path.Ext(name)
	return (extension == ".md" || extension == ".svg") && !strings.HasPrefix(name, ".")
}

// size returns how many bytes the files take.
func (m Manifest) size() (bytes int64) {
	for _, entry := range m.Files {
		bytes += entry.Size
	}
	return bytes
}
