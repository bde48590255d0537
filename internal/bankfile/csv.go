package bankfile

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"kontor"
)

// What can be wrong with an entry.
var (
	errDay       = errors.New("das Datum ist nicht lesbar")
	errAmount    = errors.New("der Betrag ist nicht lesbar")
	errDirection = errors.New("es fehlt, ob Geld ein- oder ausging")
)

// maxPreamble is how many rows a bank may put before its headings.
const maxPreamble = 40

// readCSV finds the row with the headings, whatever stands before it, and reads the
// rows below it.
func readCSV(text string) ([]kontor.BankEntry, error) {
	for _, separator := range ";,\t" {
		rows, err := csvRows(text, separator)
		if err != nil || len(rows) == 0 {
			continue
		}
		if c, ok := bareColumns(rows[0].cells); ok {
			return c.readAll(rows)
		}
		for i := range min(len(rows), maxPreamble) {
			if c, ok := newColumns(rows[i].cells); ok {
				return c.readAll(rows[i+1:])
			}
		}
	}
	return nil, errNoStatement
}

type csvRow struct {
	cells []string
	line  int
}

func csvRows(text string, separator rune) ([]csvRow, error) {
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma, reader.LazyQuotes, reader.FieldsPerRecord = separator, true, -1
	var rows []csvRow
	for {
		cells, err := reader.Read()
		switch {
		case err == io.EOF:
			return rows, nil
		case err != nil:
			return nil, err
		case len(rows) > maxEntries+maxPreamble:
			return nil, errTooLong
		}
		line, _ := reader.FieldPos(0)
		rows = append(rows, csvRow{cells, line})
	}
}

func (c *columns) readAll(rows []csvRow) ([]kontor.BankEntry, error) {
	var entries []kontor.BankEntry
	for _, row := range rows {
		e, ok, err := c.read(row.cells)
		if err != nil {
			return nil, kontor.ErrInvalidStatement.With(fmt.Sprintf("Zeile %d der CSV-Datei: %v.", row.line, err))
		}
		if ok {
			entries = append(entries, e)
		}
	}
	return entries, nil
}

// read returns the entry of a row; none for balances, announced entries and
// whatever else a bank writes below its table.
func (c *columns) read(cells []string) (e kontor.BankEntry, ok bool, err error) {
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
	return kontor.BankEntry{
		Booked:   day,
		Amount:   amount,
		Currency: cmp.Or(c.first(cells, c.currency), c.unit),
		Name:     c.first(cells, name),
		IBAN:     c.first(cells, c.iban),
		Purpose:  c.all(cells, c.purpose),
	}, true, nil
}

// noEntry tells balances and entries that are not booked yet.
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

// amountOf reads the amount, signed or in two columns or marked with S and H.
func (c *columns) amountOf(cells []string) (kontor.Cents, bool) {
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
