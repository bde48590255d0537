package office

import (
	"bytes"
	"errors"
	"math"
	"strconv"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"kontor/internal/shop/order"
)

// TestH46_S4_XLSXCells: whatever a customer writes is a text cell, amounts are
// numbers, times are dates of the shop's clock.
func TestH46_S4_XLSXCells(t *testing.T) {
	t.Parallel()
	order := order.Order{
		CreatedAt: time.Date(2026, 1, 31, 23, 30, 0, 0, time.UTC),
		Subtotal:  1234.5, Discount: -0.5, Total: 0.1 + 0.2,
		Customer: order.Person{Postcode: "01067", City: "a\x01b\x00c\ufffe_x0041_ <d>&\n"},
	}
	for _, c := range hostile {
		order.Customer.Name = c.text
		book := writeXLSX(t, &order)
		expectText(t, book, "D2", string(bytes.ReplaceAll([]byte(c.text), []byte{0}, nil)))
		expectText(t, book, "G2", "01067")
		expectText(t, book, "H2", "abc_x0041_ <d>&\n")
	}
	book := writeXLSX(t, &order)
	expectNumber(t, book, "B2", 46054+0.5/24) // 1 February 2026, 00:30
	expectNumber(t, book, "L2", 1234.5)
	expectNumber(t, book, "N2", -0.5)
	expectNumber(t, book, "O2", 0.3)
	for cell, want := range map[string]string{"B2": "01.02.2026 00:30", "L2": "1,234.50", "O2": "0.30", "A1": "Bestellnummer"} {
		if got, err := book.GetCellValue(xlsxSheet, cell); got != want || err != nil {
			t.Errorf("%s is shown as %q, %v; want %q", cell, got, err, want)
		}
	}
}

// TestXLSXRowLimit: a sheet that is full is refused, not cut off.
func TestXLSXRowLimit(t *testing.T) {
	t.Parallel()
	table, err := newXLSXTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer table.close()
	table.rows = excelize.TotalRows - 1
	if err := table.add(&order.Order{}); err != nil {
		t.Errorf("last row: %v", err)
	}
	if err := table.add(&order.Order{}); !errors.Is(err, order.ErrTooManyForExport) {
		t.Errorf("row behind the last: %v", err)
	}
}

func expectText(t *testing.T, book *excelize.File, cell, want string) {
	t.Helper()
	kind, err := book.GetCellType(xlsxSheet, cell)
	formula, _ := book.GetCellFormula(xlsxSheet, cell)
	got, _ := book.GetCellValue(xlsxSheet, cell)
	empty := want == "" && kind == excelize.CellTypeUnset
	if err != nil || formula != "" || got != want || kind != excelize.CellTypeInlineString && !empty {
		t.Errorf("%s: type %v, formula %q, text %q, %v; want the text %q", cell, kind, formula, got, err, want)
	}
}

func expectNumber(t *testing.T, book *excelize.File, cell string, want float64) {
	t.Helper()
	kind, _ := book.GetCellType(xlsxSheet, cell)
	got, err := book.CalcCellValue(xlsxSheet, cell, excelize.Options{RawCellValue: true})
	if kind != excelize.CellTypeUnset && kind != excelize.CellTypeNumber {
		t.Errorf("%s is not a number: %v", cell, kind)
	}
	if x := parseFloat(t, got); err != nil || math.Abs(x-want) > 1e-9 {
		t.Errorf("%s is %s, %v; want %v", cell, got, err, want)
	}
}

func writeXLSX(t *testing.T, orders ...*order.Order) *excelize.File {
	t.Helper()
	table, err := newXLSXTable(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range orders {
		if err := table.add(order); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := errors.Join(table.writeTo(&out), table.close()); err != nil {
		t.Fatal(err)
	}
	return openXLSX(t, &out)
}

func openXLSX(t *testing.T, out *bytes.Buffer) *excelize.File {
	t.Helper()
	book, err := excelize.OpenReader(out)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { book.Close() })
	return book
}

func parseFloat(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Error(err)
	}
	return x
}
