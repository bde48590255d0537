package bankfile

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/bank"
)

// Problems of a single entry.
var (
	errDay       = errors.New("das Datum ist nicht lesbar")
	errAmount    = errors.New("der Betrag ist nicht lesbar")
	errDirection = errors.New("es fehlt, ob Geld ein- oder ausging")
)

// maxPreamble is the number of rows that may precede the headings.
const maxPreamble = 40

// readCSV finds the row of headings, whatever precedes it, and reads the rows below it.
func readCSV(text string) ([]bank.Entry, error) {
	for _, separator := range ";,\t" {
		t := table{source: &pieces{rest: strings.NewReader(text)}}
		t.rows = csv.NewReader(t.source)
		t.rows.Comma, t.rows.LazyQuotes, t.rows.FieldsPerRecord, t.rows.ReuseRecord = separator, true, -1, true
		entries, err := t.read()
		if t.columns != nil {
			return entries, err
		}
	}
	return nil, errNoStatement
}

// table walks the rows of a file.
type table struct {
	source  *pieces
	rows    *csv.Reader
	columns *columns // nil until they are found
}

// read returns the entries, or none when no columns were found.
func (t *table) read() (entries []bank.Entry, err error) {
	for n := 0; t.columns != nil || n < maxPreamble; n++ {
		t.source.left = maxPiece
		cells, err := t.rows.Read()
		switch {
		case err == io.EOF:
			return entries, nil
		case err != nil || n > maxEntries+maxPreamble:
			return nil, errTooLong
		case t.columns == nil && !t.begins(cells, n == 0):
			continue
		}
		e, ok, err := t.columns.read(cells)
		if err != nil {
			line, _ := t.rows.FieldPos(0)
			return nil, bank.ErrInvalidStatement.With(fmt.Sprintf("Zeile %d der CSV-Datei: %v.", line, err))
		}
		if ok {
			entries = append(entries, e)
		}
	}
	return nil, nil
}

// begins tries to find the columns in a row, and reports whether the row is already an
// entry.
func (t *table) begins(cells []string, first bool) bool {
	if c, ok := bareColumns(cells); ok && first {
		t.columns = c
		return true
	}
	if c, ok := newColumns(cells); ok {
		t.columns = c
	}
	return false
}

// read returns the entry in a row. ok is false for balances, announced entries and
// anything else that a bank writes below its table.
func (c *columns) read(cells []string) (e bank.Entry, ok bool, err error) {
	day, dated := parseDay(c.first(cells, c.day))
	amount, counted := c.amountOf(cells)
	switch {
	case noEntry(cells) || !dated && !counted:
		return e, false, nil
	case !dated:
		return e, false, errDay
	case !counted:
		return e, false, errAmount
	}
	name := c.payer
	if amount < 0 {
		name = c.payee
	}
	return bank.Entry{
		Booked:   day,
		Amount:   amount,
		Currency: cmp.Or(c.first(cells, c.currency), c.unit),
		Name:     c.first(cells, name),
		IBAN:     c.first(cells, c.iban),
		Purpose:  c.all(cells, c.purpose),
	}, true, nil
}

// noEntry reports whether a row is a balance or an entry that is not booked yet.
func noEntry(cells []string) bool {
	for i, cell := range cells {
		switch cell = strings.ToLower(strings.TrimSpace(cell)); {
		case i == 0 && (cell == "offen" || cell == "kontostand"), cell == "anfangssaldo", cell == "endsaldo", cell == "vorgemerkt",
			strings.Contains(cell, "umsatz vorgemerkt"):
			return true
		}
	}
	return false
}

// amountOf reads the amount: signed, in two columns, or marked with S and H.
func (c *columns) amountOf(cells []string) (shop.Cents, bool) {
	if text := c.first(cells, c.amount); text != "" {
		amount, ok := parseAmount(text)
		if mark := strings.ToUpper(c.first(cells, c.mark)); mark == "S" || mark == "SOLL" {
			amount = -max(amount, -amount)
		}
		return amount, ok
	}
	if in, ok := parseAmount(c.first(cells, c.in)); ok && in != 0 {
		return in, true
	}
	out, ok := parseAmount(c.first(cells, c.out))
	return -max(out, -out), ok
}
