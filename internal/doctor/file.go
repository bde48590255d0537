package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"kontor/internal/database"
)

// onlyPostgres returns what checks of the database's files find when there are none.
func onlyPostgres() []Finding { return []Finding{ok("entfällt, die Datenbank ist PostgreSQL")} }

// path returns the path of the SQLite database.
func (s *Shop) path() string { return filepath.Join(s.Place.Dir, database.FileName) }

// checkFile names the file by its device and inode, which tell two files of the same
// name apart.
func checkFile(_ context.Context, s *Shop) []Finding {
	if s.Place.URL != "" {
		return onlyPostgres()
	}
	path := s.path()
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return []Finding{failure("DATA_DIR prüfen: ist der Datenträger eingehängt?", "%s gibt es nicht", path)}
	case err != nil:
		return []Finding{failure("Pfad und Rechte prüfen oder DATA_DIR ändern", "%s ist nicht erreichbar: %v", path, cause(err))}
	case !info.Mode().IsRegular():
		return []Finding{failure("DATA_DIR ändern", "%s ist keine Datei", path)}
	case s.DB != nil && s.DB.Available() != nil:
		return []Finding{failure("die Datei zurücklegen oder die Rettungskopie benutzen", "%s ist nicht die Datei, die der Shop geöffnet hat", path)}
	}
	return []Finding{ok("%s, %s%s", path, size(info.Size()), identity(info))}
}

// checkPermissions finds files that other users of the computer can read.
func checkPermissions(_ context.Context, s *Shop) []Finding {
	var open []string
	for _, path := range []string{s.path(), s.path() + "-wal", s.Config.SecretsFile()} {
		if info, err := os.Stat(path); err == nil && readableByOthers(info) {
			open = append(open, path)
		}
	}
	if len(open) > 0 {
		return []Finding{warning("chmod 600 für diese Dateien", "andere Benutzer dieses Rechners können lesen: %s", list(open))}
	}
	return []Finding{ok("Daten und Geheimnisse liest nur der Benutzer des Shops")}
}

// Sizes of the write-ahead log, in bytes.
const (
	longLog    = 256 << 20 // the shop should have emptied it by then
	longestLog = 1 << 30
)

func checkLog(_ context.Context, s *Shop) []Finding {
	if s.Place.URL != "" {
		return onlyPostgres()
	}
	info, err := os.Stat(s.path() + "-wal")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return []Finding{ok("kein Schreibprotokoll (WAL)")}
	case err != nil:
		return []Finding{warning("Rechte in DATA_DIR prüfen", "das Schreibprotokoll (WAL) ist nicht erreichbar: %v", cause(err))}
	case info.Size() > longestLog:
		return []Finding{failure("Programme beenden, die die Datenbank lange lesen; dann den Shop neu starten", "das Schreibprotokoll (WAL) hat %s", size(info.Size()))}
	case info.Size() > longLog:
		return []Finding{warning("Programme beenden, die die Datenbank lange lesen", "das Schreibprotokoll (WAL) hat %s", size(info.Size()))}
	}
	return []Finding{ok("das Schreibprotokoll (WAL) hat %s", size(info.Size()))}
}

// checkRoom wants room for a copy of the database beside it, and what the shop needs to
// take orders.
func checkRoom(_ context.Context, s *Shop) []Finding {
	if s.Place.URL != "" {
		return onlyPostgres()
	}
	free, disk, err := database.Room(s.Place.Dir)
	if err != nil {
		return []Finding{failure("DATA_DIR prüfen", "der Platz in %s ist nicht zu erfahren: %v", s.Place.Dir, err)}
	}
	var used int64
	if info, err := os.Stat(s.path()); err == nil {
		used = info.Size()
	}
	said := fmt.Sprintf("%s frei von %s in %s", size(int64(free)), size(int64(disk)), s.Place.Dir)
	switch {
	case free < database.LeastRoom(disk):
		return []Finding{failure("Platz schaffen", "%s: zu wenig, um Bestellungen anzunehmen", said)}
	case free < 2*uint64(used):
		return []Finding{warning("Platz schaffen; für Sicherungen braucht es das Doppelte der Datenbank", "%s, die Datenbank hat %s", said, size(used))}
	}
	return []Finding{ok("%s", said)}
}

// cause returns the system's error without the path, which the finding names anyway.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}
