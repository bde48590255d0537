package bankfile

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"

	"kontor/internal/shop/bank"
)

const (
	MaxFile    = 8 << 20  // bytes as uploaded
	maxUnzip   = 64 << 20 // bytes of all files in a ZIP file
	maxEntries = 50_000
	maxText    = 500 // runes of a name or purpose that are kept
)

// Reasons for refusing a statement. The texts name the line or file where that helps.
var (
	errNoStatement = bank.ErrInvalidStatement.With("Die Datei ist kein Kontoauszug: erwartet wird CAMT.053 (XML oder ZIP), MT940 oder eine CSV-Datei mit Datum, Betrag und Verwendungszweck.")
	errTooLong     = bank.ErrInvalidStatement.With("Der Kontoauszug ist zu lang. Bitte einen kürzeren Zeitraum herunterladen.")
)

// Read returns the booked entries of a statement in the file's order; entries that are
// only announced are left out. The format is detected from the content.
//
// Errors: [bank.ErrInvalidStatement] with a German text that names the fault and its
// place. No part of such a file may be used.
func Read(file []byte) ([]bank.Entry, error) {
	if len(file) > MaxFile {
		return nil, errTooLong
	}
	entries, err := read(file)
	switch {
	case err != nil:
		return nil, err
	case len(entries) > maxEntries:
		return nil, errTooLong
	}
	for i := range entries {
		tidy(&entries[i])
	}
	return entries, nil
}

func read(file []byte) ([]bank.Entry, error) {
	content := bytes.TrimSpace(bytes.TrimPrefix(file, []byte("\ufeff")))
	switch {
	case bytes.HasPrefix(content, []byte("PK\x03\x04")):
		return readZIP(file)
	case bytes.HasPrefix(content, []byte("<")):
		return readCAMT(bytes.NewReader(content))
	}
	text, err := decode(content)
	if err != nil {
		return nil, err
	}
	if looksLikeMT940(text) {
		return readMT940(text)
	}
	return readCSV(text)
}

// decode returns the text of a file in UTF-8 or in Windows-1252, which many banks still
// write.
func decode(content []byte) (string, error) {
	if bytes.IndexByte(content, 0) >= 0 {
		return "", errNoStatement
	}
	if utf8.Valid(content) {
		return string(content), nil
	}
	size := 0
	for _, b := range content {
		size += utf8.RuneLen(charmap.Windows1252.DecodeByte(b))
	}
	var text strings.Builder
	text.Grow(size)
	for _, b := range content {
		text.WriteRune(charmap.Windows1252.DecodeByte(b))
	}
	return text.String(), nil
}

func tidy(e *bank.Entry) {
	e.Name, e.Purpose = oneLine(e.Name), oneLine(e.Purpose)
	e.IBAN = strings.ToUpper(strings.ReplaceAll(oneLine(e.IBAN), " ", ""))
	e.Currency = strings.ToUpper(strings.TrimSpace(e.Currency))
	if e.Currency == "" || e.Currency == "€" {
		e.Currency = "EUR"
	}
}

// oneLine makes text fit for display: a single line of limited length with single
// spaces and no invisible characters.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r) || r == utf8.RuneError:
			return -1
		}
		return r
	}, norm.NFC.String(bounded(s)))
	words := strings.Join(strings.Fields(s), " ")
	if runes := []rune(words); len(runes) > maxText {
		return string(runes[:maxText])
	}
	return words
}
