package office

import (
	"errors"
	"io"
	"strings"
	"time"

	"github.com/xuri/excelize/v2"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/order"
)

// xlsxTable writes orders to a workbook. The rows are kept in a temporary file, not in
// memory, until finish packs them.
type xlsxTable struct {
	columns     []exportColumn
	file        *excelize.File
	sheet       *excelize.StreamWriter
	amount, day int // styles
	rows        int
	row         []any
}

const xlsxSheet = "Bestellungen"

func newXLSXTable(names catalogue.GermanNames) (*xlsxTable, error) {
	columns := exportColumns(names)
	t := &xlsxTable{columns: columns, file: excelize.NewFile(), row: make([]any, len(columns))}
	if err := errors.Join(t.addStyles(), t.openSheet()); err != nil {
		return nil, errors.Join(err, t.close())
	}
	return t, nil
}

func (t *xlsxTable) addStyles() (err error) {
	amountFormat, dayFormat := "#,##0.00", "dd.mm.yyyy hh:mm"
	if t.amount, err = t.file.NewStyle(&excelize.Style{CustomNumFmt: &amountFormat}); err != nil {
		return err
	}
	t.day, err = t.file.NewStyle(&excelize.Style{CustomNumFmt: &dayFormat})
	return err
}

func (t *xlsxTable) openSheet() (err error) {
	if err := t.file.SetSheetName("Sheet1", xlsxSheet); err != nil {
		return err
	}
	if t.sheet, err = t.file.NewStreamWriter(xlsxSheet); err != nil {
		return err
	}
	for i, column := range t.columns {
		if err := t.sheet.SetColWidth(i+1, i+1, column.width); err != nil {
			return err
		}
		t.row[i] = column.title
	}
	frozen := excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}
	if err := t.sheet.SetPanes(&frozen); err != nil {
		return err
	}
	return t.writeRow()
}

// add returns [order.ErrTooManyForExport] if the sheet is full.
func (t *xlsxTable) add(o *order.Order) error {
	if t.rows == excelize.TotalRows {
		return order.ErrTooManyForExport
	}
	for i, column := range t.columns {
		t.row[i] = t.cell(column.value(o))
	}
	return t.writeRow()
}

func (t *xlsxTable) writeRow() error {
	t.rows++
	cell, err := excelize.CoordinatesToCellName(1, t.rows)
	if err != nil {
		return err
	}
	return t.sheet.SetRow(cell, t.row)
}

// cell returns each value with its type. Texts stay texts, so none can become a
// formula.
func (t *xlsxTable) cell(value any) any {
	switch v := value.(type) {
	case shop.Cents:
		return excelize.Cell{StyleID: t.amount, Value: v.Euro()}
	case time.Time:
		return excelize.Cell{StyleID: t.day, Value: berlinTime(v)}
	case string:
		return strings.Map(dropXMLInvalid, v)
	}
	return nil
}

// writeTo packs the workbook.
func (t *xlsxTable) writeTo(w io.Writer) error {
	if err := t.sheet.Flush(); err != nil {
		return err
	}
	return t.file.Write(w)
}

// close removes the temporary file.
func (t *xlsxTable) close() error { return t.file.Close() }

// dropXMLInvalid removes the characters that XML 1.0 does not allow, for use with
// strings.Map.
func dropXMLInvalid(r rune) rune {
	switch {
	case r < ' ' && r != '\t' && r != '\n' && r != '\r', r == '\ufffe', r == '\uffff':
		return -1
	}
	return r
}
