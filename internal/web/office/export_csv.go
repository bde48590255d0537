package office

import (
	"bufio"
	"encoding/csv"
	"io"
	"strconv"
	"strings"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/order"
)

// csvTable writes orders in the form that German spreadsheets open without asking:
// UTF-8 with a byte order mark, semicolons, decimal commas.
type csvTable struct {
	columns []exportColumn
	out     *csv.Writer
	row     []string
}

const (
	byteOrderMark = "\ufeff"
	csvBuffer     = 64 << 10 // bytes sent at once
)

func newCSVTable(w io.Writer, names catalogue.GermanNames) (*csvTable, error) {
	columns := exportColumns(names)
	t := &csvTable{columns: columns, out: csvWriter(w), row: make([]string, len(columns))}
	for i, column := range t.columns {
		t.row[i] = column.title
	}
	return t, t.out.Write(t.row)
}

// csvWriter returns a writer of such a table, whose mark is written already.
func csvWriter(w io.Writer) *csv.Writer {
	buffer := bufio.NewWriterSize(w, csvBuffer) // the csv.Writer uses it as its own
	_, _ = buffer.WriteString(byteOrderMark)    // the writer keeps the error
	out := csv.NewWriter(buffer)
	out.Comma, out.UseCRLF = ';', true
	return out
}

func (t *csvTable) add(o *order.Order) error {
	for i, column := range t.columns {
		t.row[i] = csvText(column.value(o))
	}
	return t.out.Write(t.row)
}

func (t *csvTable) finish() error {
	t.out.Flush()
	return t.out.Error()
}

func csvText(value any) string {
	switch v := value.(type) {
	case shop.Cents:
		return strings.Replace(strconv.FormatFloat(v.Euro(), 'f', 2, 64), ".", ",", 1)
	case time.Time:
		return berlinTime(v).Format(time.DateTime)
	case string:
		return defuse(v)
	}
	return ""
}

// defuse keeps a spreadsheet from running a customer's text as a formula: a leading
// apostrophe makes it text. Some East Asian spreadsheets convert the full-width signs
// to plain ones.
func defuse(s string) string {
	if strings.IndexAny(s, "=+-@\t\r\n\x00＝＋－＠") == 0 {
		return "'" + s
	}
	return s
}
