package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"kontor/internal/backup"
	"kontor/internal/shop"
)

// oldestCopy is how old the newest copy may be. There is one each day, even if nothing
// changes.
const oldestCopy = 26 * time.Hour

// checkCopies examines where copies go, and the newest one.
func checkCopies(_ context.Context, s *Shop) []Finding {
	if s.Config.Demo() {
		return []Finding{ok("ein Shop zum Ausprobieren macht keine Sicherungen")}
	}
	found := s.checkCopiesDir()
	newest, err := s.newestCopy()
	if err != nil {
		return found
	}
	found = append(found, s.checkCopyAge(newest)...)
	if newest != nil && newest.Intact() != nil {
		found = append(found, failure("jetzt sichern: kontor backup; dann den Datenträger prüfen", "die neueste Sicherung %s ist beschädigt oder ihr SHA-256 fehlt", newest.Path))
	}
	found = append(found, s.checkAttempts()...)
	if len(found) == 0 {
		found = append(found, s.copiesFine(newest))
	}
	return found
}

// checkCopiesReady is the condition of a public shop: copies can be made, and are.
func checkCopiesReady(_ context.Context, s *Shop) []Finding {
	found := s.checkCopiesDir()
	newest, err := s.newestCopy()
	if err == nil {
		found = append(found, s.checkCopyAge(newest)...)
	}
	if len(found) == 0 {
		found = append(found, s.copiesFine(newest))
	}
	return found
}

// checkCopiesDir finds a directory that cannot be written, and copies that share their
// fate with the data or that anybody can read. On this computer alone the latter is
// nobody's concern.
func (s *Shop) checkCopiesDir() (found []Finding) {
	dir := s.Config.CopiesDir()
	there := existing(dir)
	if err := writable(there); err != nil {
		return []Finding{failure("Schreibrechte geben, den Datenträger einhängen oder SICHERUNG_DIR ändern", "in %s lassen sich keine Sicherungen schreiben: %v", dir, cause(err))}
	}
	if s.Config.Local() {
		return nil
	}
	if s.Place.URL == "" && backup.SameDevice(there, s.Place.Dir) {
		found = append(found, warning("SICHERUNG_DIR auf einen anderen Datenträger legen, oder Sicherungen mit SICHERUNG_BEFEHL wegbringen",
			"die Sicherungen in %s liegen auf demselben Datenträger wie die Daten", dir))
	}
	if len(s.Config.BackupRecipients) == 0 {
		found = append(found, warning("kontor backup keygen aufrufen und SICHERUNG_EMPFAENGER setzen", "Sicherungen sind unverschlüsselt und enthalten Kundendaten"))
	}
	return found
}

// existing returns the directory, or the nearest one above it that exists: the shop
// makes what is missing.
func existing(dir string) string {
	for {
		_, err := os.Stat(dir)
		above := filepath.Dir(dir)
		if !errors.Is(err, fs.ErrNotExist) || above == dir {
			return dir
		}
		dir = above
	}
}

// newestCopy returns the shop's newest regular copy; nil: there is none.
func (s *Shop) newestCopy() (*backup.File, error) {
	all, err := backup.List(s.Config.CopiesDir())
	for _, f := range all {
		if f.Name == s.Config.ShopSlug {
			return &f, nil
		}
	}
	return nil, err
}

// checkCopyAge gives a new shop, and one that a new version has just come to, the time to
// make a copy.
func (s *Shop) checkCopyAge(newest *backup.File) []Finding {
	const remedy = "jetzt sichern: kontor backup; danach SICHERUNG_ALLE und den laufenden Shop prüfen"
	switch {
	case newest != nil && s.Now().Sub(newest.At) > oldestCopy:
		return []Finding{warning(remedy, "die neueste Sicherung ist vom %s, also mehr als 26 Stunden alt", shop.FormatTime(newest.At))}
	case newest == nil && s.state.Version > 0 && s.Now().Sub(s.migrated()) > oldestCopy:
		return []Finding{warning(remedy, "in %s ist keine Sicherung", s.Config.CopiesDir())}
	}
	return nil
}

// migrated returns when the database got its newest table or column.
func (s *Shop) migrated() (latest time.Time) {
	for _, m := range s.state.Migrations {
		if m.Applied.After(latest) {
			latest = m.Applied
		}
	}
	return latest
}

// checkAttempts finds that the latest copy, or its way elsewhere, failed.
func (s *Shop) checkAttempts() (found []Finding) {
	state, err := backup.ReadState(s.Config.CopiesDir())
	if err != nil {
		return []Finding{warning("die Datei löschen; die nächste Sicherung legt sie neu an", "der Stand der Sicherungen ist nicht lesbar: %v", err)}
	}
	if f := state.Failure; f != nil {
		found = append(found, warning("den Grund beheben, dann kontor backup aufrufen", "die letzte Sicherung ist am %s gescheitert: %s", shop.FormatTime(f.At), f.Text))
	}
	if run := state.Command; run != nil && run.Text != "" && s.Config.BackupCommand != "" {
		found = append(found, warning("SICHERUNG_BEFEHL mit dem Pfad der Sicherung von Hand aufrufen und den Grund beheben", "der Befehl für die Sicherung vom %s %s", shop.FormatTime(run.At), run.Text))
	}
	return found
}

func (s *Shop) copiesFine(newest *backup.File) Finding {
	if newest == nil {
		return ok("noch keine Sicherung; der laufende Shop macht die erste von selbst")
	}
	return ok("die neueste Sicherung ist vom %s", shop.FormatTime(newest.At))
}
