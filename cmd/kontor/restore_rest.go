package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"kontor/internal/shop"
)

// putFiles gives the legal texts and the generated secrets of a copy their places,
// without replacing anything. It returns German lines that say where they are.
func (r *restoring) putFiles() (lines []string, err error) {
	if r.copy.LegalTexts != "" {
		line, err := r.putLegalTexts()
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	if r.copy.Secrets == "" {
		return lines, nil
	}
	path := r.cfg.SecretsFile()
	switch err := os.Link(r.copy.Secrets, path); {
	case errors.Is(err, fs.ErrExist):
		return append(lines, fmt.Sprintf("Codes und Schlüssel bleiben die von hier: %s.", path)), nil
	case err != nil:
		return nil, err
	}
	return append(lines, fmt.Sprintf("Codes und Schlüssel: %s.", path)), nil
}

func (r *restoring) putLegalTexts() (string, error) {
	place := r.cfg.LegalDir
	if place == "" {
		place = filepath.Join(r.cfg.DataDir, "rechtstexte")
	}
	switch same, empty, err := compareFolders(place, r.copy.LegalTexts); {
	case err != nil:
		return "", err
	case same:
		return fmt.Sprintf("Rechtstexte: %s hat schon die der Sicherung.", place), nil
	case !empty:
		beside := filepath.Join(r.cfg.DataDir, "rechtstexte-"+r.copy.Manifest.At.Format("20060102T150405Z"))
		return fmt.Sprintf("Rechtstexte: In %s liegen andere; die der Sicherung liegen in %s.", place, beside), r.copyFolder(beside)
	case r.cfg.LegalDir == "":
		return fmt.Sprintf("Rechtstexte: %s. RECHTSTEXTE_DIR ist nicht gesetzt; diesen Pfad eintragen.", place), r.copyFolder(place)
	}
	return fmt.Sprintf("Rechtstexte: %s.", place), r.copyFolder(place)
}

// compareFolders reports whether a folder has everything that another one has, and
// whether it is empty or missing.
func compareFolders(place, other string) (same, empty bool, err error) {
	there, err := os.ReadDir(place)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, false, err
	}
	files, err := os.ReadDir(other)
	if err != nil {
		return false, false, err
	}
	same = true
	for _, file := range files {
		here, missing := os.ReadFile(filepath.Join(place, file.Name()))
		want, err := os.ReadFile(filepath.Join(other, file.Name()))
		if err != nil {
			return false, false, err
		}
		same = same && missing == nil && bytes.Equal(here, want)
	}
	return same, len(there) == 0, nil
}

// copyFolder copies the legal texts; those that are there stay.
func (r *restoring) copyFolder(to string) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	if err := os.CopyFS(to, os.DirFS(r.copy.LegalTexts)); !errors.Is(err, fs.ErrExist) {
		return err
	}
	return nil // an earlier attempt was killed after this
}

// report prints the shop's new state and its losses.
func (r *restoring) report(files []string) {
	m := r.copy.Manifest
	newest := ""
	if m.LastNumber != "" {
		newest = ", die neueste " + m.LastNumber
	}
	fmt.Fprintf(r.stdout, "Eingespielt ist der Stand vom %s mit %d Bestellungen%s.\n", clock(m.At), m.Orders(), newest)
	r.sayRestored(databaseOf(r.cfg, nil).Place(), &r.restored, r.done.Unmarked)
	if r.done.Earlier != "" {
		fmt.Fprintf(r.stdout, "Die frühere Datenbank heißt jetzt %s; sie löschen, sobald sie nicht mehr gebraucht wird.\n", r.done.Earlier)
	}
	for _, line := range files {
		fmt.Fprintln(r.stdout, line)
	}
	fmt.Fprintf(r.stdout, "Noch einmal gelöschte Kundenkonten: %d. Alle Sitzungen sind beendet.\n", r.erased)
	r.protocol.WriteTo(r.stdout)
	if r.held > 0 {
		fmt.Fprintf(r.stdout, "Angehaltene E-Mails: %d, die vielleicht schon verschickt sind; auf der Seite »E-Mails« von Hand senden oder verwerfen.\n", r.held)
	}
	if len(r.coupons) > 0 {
		fmt.Fprintf(r.stdout, "Gutscheine, die nach der Sicherung eingelöst wurden, gelten noch einmal: %s\n", strings.Join(r.coupons, ", "))
	}
	if r.cfg.PayPal() {
		fmt.Fprintf(r.stdout, "Zahlungen seit der Sicherung, die hier fehlen, nennt:\n  %s payments check --paypal --von %s --bis %s\n",
			r.name(), shop.DayOf(m.At), shop.DayOf(r.now))
	}
}

// clock writes a time for people, in Berlin.
func clock(at time.Time) string { return at.In(shop.Berlin).Format("02.01.2006, 15:04 Uhr") }
