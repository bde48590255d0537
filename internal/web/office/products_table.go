package office

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"kontor/internal/shop/catalogue"
)

// errTable is the refusal of a file whose lines cannot be told apart, or whose columns
// are wrong.
var errTable = catalogue.ErrImportFailed

// readTable reads a file of products as spreadsheets write it: UTF-8 or Windows-1252,
// with semicolons, commas or tabs. Errors: [catalogue.ErrImportFailed].
func readTable(file []byte) ([]catalogue.Row, error) {
	in, err := tableReader(file)
	if err != nil {
		return nil, err
	}
	names, err := in.Read()
	if err != nil {
		return nil, tableError(err)
	}
	columns, err := tableColumns(names)
	if err != nil {
		return nil, err
	}
	var rows []catalogue.Row
	for {
		cells, err := in.Read()
		if err != nil {
			if len(rows) > 0 && cells == nil && !isMalformed(err) {
				return rows, nil
			}
			return nil, tableError(err)
		}
		line, _ := in.FieldPos(0)
		if !slices.ContainsFunc(cells, func(cell string) bool { return strings.TrimSpace(cell) != "" }) {
			continue
		}
		row, err := newRow(line, columns, cells)
		if err != nil {
			return nil, err
		}
		if rows = append(rows, row); len(rows) > catalogue.MaxImport {
			return nil, errTable.With(fmt.Sprintf("Die Datei hat mehr als %d Zeilen.", catalogue.MaxImport))
		}
	}
}

// tableReader returns a reader of the rows of a file.
func tableReader(file []byte) (*csv.Reader, error) {
	file = bytes.TrimPrefix(file, []byte(byteOrderMark))
	if !utf8.Valid(file) {
		decoded, err := charmap.Windows1252.NewDecoder().Bytes(file)
		if err != nil {
			return nil, errTable.With("Die Datei ist kein Text in UTF-8 oder Windows-1252.")
		}
		file = decoded
	}
	in := csv.NewReader(bytes.NewReader(file))
	in.Comma, in.FieldsPerRecord = separatorOf(file), -1
	return in, nil
}

func isMalformed(err error) bool {
	var malformed *csv.ParseError
	return errors.As(err, &malformed)
}

func tableError(err error) error {
	var malformed *csv.ParseError
	if errors.As(err, &malformed) {
		return errTable.With(fmt.Sprintf("Zeile %d ist nicht lesbar: ein Anführungszeichen fehlt oder ist zu viel.", malformed.Line))
	}
	return errTable.With("Die Datei hat keine Produkte.")
}

// separatorOf returns the sign that the first line has most of, outside quotes.
func separatorOf(file []byte) rune {
	counts := make(map[rune]int)
	quoted := false
	for _, sign := range string(file[:min(len(file), 64<<10)]) {
		switch {
		case sign == '"':
			quoted = !quoted
		case quoted:
		case sign == '\n':
			return mostOf(counts)
		default:
			counts[sign]++
		}
	}
	return mostOf(counts)
}

func mostOf(counts map[rune]int) rune {
	most := ';'
	for _, sign := range []rune{',', '\t'} {
		if counts[sign] > counts[most] {
			most = sign
		}
	}
	return most
}

// tableColumns returns the columns that a file's first line names.
func tableColumns(names []string) ([]productColumn, error) {
	columns := make([]productColumn, len(names))
	seen := make(map[string]bool)
	for i, name := range names {
		name = strings.ToLower(strings.TrimSpace(name))
		column, known := columnOf(name)
		switch {
		case !known:
			return nil, errTable.With("Zeile 1: Unbekannte Spalte „" + shortName(name) + "“.")
		case seen[name]:
			return nil, errTable.With("Zeile 1: Die Spalte „" + name + "“ steht mehrfach da.")
		}
		columns[i], seen[name] = column, true
	}
	if !seen["slug"] {
		return nil, errTable.With("Zeile 1: Die Spalte „slug“ fehlt; an ihr erkennt der Shop die Produkte.")
	}
	return columns, nil
}

func shortName(name string) string {
	if runes := []rune(name); len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return name
}
