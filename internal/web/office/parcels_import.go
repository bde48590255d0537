package office

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/dispatch"
	"kontor/internal/shop/order"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// parcelImportAnswer says what a file of parcels did or, as a preview, would do.
type parcelImportAnswer struct {
	OK         bool               `json:"ok"`
	Vorschau   bool               `json:"vorschau"`
	Pruefsumme string             `json:"pruefsumme"` // of the file, with which the preview is confirmed
	Zeilen     []parcelImportLine `json:"zeilen"`
}

// parcelImportLine is what became of a line.
type parcelImportLine struct {
	Zeile int `json:"zeile"`
	parcelOutcomeJSON
}

// importParcels answers POST /api/verwaltung/sendungen/import: the body is the file.
// Without ?bestaetigt= nothing is stored; with the checksum of the preview its parcels are
// entered.
func (s *Office) importParcels(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	q := kit.ReadQuery(r.URL.RawQuery)
	confirmed := q.Text("bestaetigt")
	if q.Err != nil {
		return q.Err
	}
	file, err := kit.ReadFile(w, r, maxTable)
	if err != nil {
		return err
	}
	digest := sha256.Sum256(file)
	sum := hex.EncodeToString(digest[:])
	if confirmed != "" && confirmed != sum {
		return dispatch.ErrUnconfirmed
	}
	entries, lines, err := readParcels(file)
	if err != nil {
		return err
	}
	var outcomes []dispatch.Outcome
	if confirmed == "" {
		outcomes, err = s.shop.Dispatch.Preview(r.Context(), entries)
	} else {
		outcomes, err = s.dispatchAll(r, entries, by)
	}
	if err != nil {
		return err
	}
	answer := parcelImportAnswer{OK: true, Vorschau: confirmed == "", Pruefsumme: sum, Zeilen: make([]parcelImportLine, len(outcomes))}
	for i := range outcomes {
		answer.Zeilen[i] = parcelImportLine{lines[i], newParcelOutcomeJSON(&outcomes[i])}
	}
	return kit.WriteJSON(w, http.StatusOK, answer)
}

// parcelColumns are the columns of a file of parcels, in any order.
var parcelColumns = []string{"bestellnummer", "sendungsnummer", "traeger", "datum"}

var errParcelTable = dispatch.ErrInvalid

// readParcels reads a file of parcels as spreadsheets write it, and returns with each the
// number of its line. A line that cannot be understood does not stop the others.
//
// Errors: [dispatch.ErrInvalid] for a file without these columns, or with too many lines.
func readParcels(file []byte) (entries []dispatch.Entry, lines []int, err error) {
	in, err := tableReader(file)
	if err != nil {
		return nil, nil, err
	}
	names, err := in.Read()
	if err != nil {
		return nil, nil, errParcelTable.With(unreadable(err))
	}
	at, err := parcelTableColumns(names)
	if err != nil {
		return nil, nil, err
	}
	for {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			return entries, lines, nil
		}
		if err != nil {
			return nil, nil, errParcelTable.With(unreadable(err))
		}
		if strings.TrimSpace(strings.Join(cells, "")) == "" {
			continue
		}
		line, _ := in.FieldPos(0)
		if len(entries) == dispatch.MaxBulk {
			return nil, nil, errParcelTable.With(fmt.Sprintf("Die Datei hat mehr als %d Sendungen. Bitte aufteilen.", dispatch.MaxBulk))
		}
		entries, lines = append(entries, newEntry(at, cells)), append(lines, line)
	}
}

func unreadable(err error) string {
	var malformed *csv.ParseError
	if errors.As(err, &malformed) {
		return fmt.Sprintf("Zeile %d ist nicht lesbar: ein Anführungszeichen fehlt oder ist zu viel.", malformed.Line)
	}
	return "Die Datei hat keine Zeilen."
}

// parcelTableColumns returns where each column is.
func parcelTableColumns(names []string) (map[string]int, error) {
	at := make(map[string]int)
	for i, name := range names {
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "" {
			continue
		}
		if !slices.Contains(parcelColumns, name) {
			return nil, errParcelTable.With("Eine Spalte „" + shortName(name) + "“ gibt es nicht. Die Spalten heißen bestellnummer, sendungsnummer, traeger und datum.")
		}
		at[name] = i
	}
	for _, name := range parcelColumns[:3] {
		if _, there := at[name]; !there {
			return nil, errParcelTable.With("Die Spalte „" + name + "“ fehlt.")
		}
	}
	return at, nil
}

// rounded is what spreadsheets make of a long number.
var rounded = regexp.MustCompile(`^\d[.,]\d+[Ee]\+?\d+$`)

// newEntry returns a line as a parcel.
func newEntry(at map[string]int, cells []string) (entry dispatch.Entry) {
	cell := func(name string) string {
		if i, there := at[name]; there && i < len(cells) {
			return strings.TrimSpace(undo(strings.TrimSpace(cells[i])))
		}
		return ""
	}
	entry.OrderNumber, entry.Number = cell("bestellnummer"), cell("sendungsnummer")
	entry.Carrier = order.Carrier(strings.ToLower(cell("traeger")))
	switch {
	case entry.OrderNumber == "":
		entry.Unread = dispatch.ErrInvalid.With("Die Bestellnummer fehlt.")
	case entry.Number == "":
		entry.Unread = dispatch.ErrInvalid.With("Die Sendungsnummer fehlt.")
	case rounded.MatchString(entry.Number):
		entry.Unread = dispatch.ErrInvalid.With("Die Sendungsnummer hat eine Tabelle gerundet. Bitte die Spalte als Text formatieren.")
	}
	if day := cell("datum"); day != "" && entry.Unread == nil {
		entry.Sent, entry.Unread = parcelDay(day)
	}
	return entry
}

// parcelDay reads 2026-11-21 or 21.11.2026.
func parcelDay(text string) (shop.Day, error) {
	for _, form := range []string{time.DateOnly, "2.1.2006"} {
		if day, err := time.Parse(form, text); err == nil {
			return shop.Day(day.Format(time.DateOnly)), nil
		}
	}
	return "", dispatch.ErrInvalid.With("Das Datum muss wie 21.11.2026 geschrieben sein.")
}
