package office

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"kontor/internal/shop/order"
)

// hostile are the customer texts of rules H46 and S4, with the expected content of
// their CSV cells.
var hostile = []struct{ text, cell string }{
	{`=HYPERLINK("http://evil.example";"Klick")`, `'=HYPERLINK("http://evil.example";"Klick")`},
	{"+4917012345", "'+4917012345"},
	{"-1", "'-1"},
	{"@SUM(A1:A9)", "'@SUM(A1:A9)"},
	{"\t=1+1", "'\t=1+1"},
	{"\x00=1+1", "'\x00=1+1"},
	{"＝1+1", "'＝1+1"},
	{"Jürgen \"Jü\" Groß; Söhne", "Jürgen \"Jü\" Groß; Söhne"},
	{"zwei\nZeilen", "zwei\nZeilen"},
	{"\n=1+1", "'\n=1+1"},
	{"a=b", "a=b"},
	{"", ""},
}

func TestH46_S4_CSVCells(t *testing.T) {
	t.Parallel()
	for _, c := range hostile {
		order := order.Order{Customer: order.Person{Name: c.text, Email: c.text}, Number: c.text, CreatedAt: time.Now()}
		record := writeCSV(t, &order)[1]
		if record[0] != c.cell || record[3] != c.cell || record[4] != c.cell {
			t.Errorf("%q: cells %q, want %q", c.text, record[:5], c.cell)
		}
	}
	if got := defuse("\r=1+1"); got != "'\r=1+1" {
		t.Errorf("carriage return: %q", got)
	}
}

func TestH46_CSVFormat(t *testing.T) {
	t.Parallel()
	order := order.Order{
		Number:    "BK-2026-0042",
		CreatedAt: time.Date(2026, 7, 1, 22, 30, 0, 0, time.UTC),
		Subtotal:  1234.5, Shipping: 0, Discount: -3.005, Total: 1e9,
		LoyaltyBonus: true,
		Items: []order.Item{
			{Slug: "garn-rot", Name: "Garn rot", Quantity: 2, Price: 3.5},
			{Slug: "nadel", Name: "Nadel", Quantity: 1, Free: true},
		},
	}
	raw := rawCSV(t, &order)
	text, hasMark := strings.CutPrefix(raw, "\xef\xbb\xbf")
	lines := strings.Split(text, "\r\n")
	if !hasMark || len(lines) != 3 || lines[2] != "" {
		t.Fatalf("byte order mark %v, lines %q", hasMark, lines)
	}
	want := `BK-2026-0042;2026-07-02 00:30:00;;;;;;;;;2 × Garn rot (garn-rot) je 3,50 | 1 × Nadel (nadel) gratis;` +
		`1234,50;0,00;-3,00;1000000000,00;;ja;nein;;;;;;;;;`
	if lines[1] != want {
		t.Errorf("line\n%s\nwant\n%s", lines[1], want)
	}
	if n := strings.Count(lines[0], ";"); n != strings.Count(lines[1], ";") {
		t.Errorf("%d titles, another number of cells", n+1)
	}
}

// writeCSV returns the export of orders as another parser reads it.
func writeCSV(t *testing.T, orders ...*order.Order) [][]string {
	t.Helper()
	return readCSV(t, rawCSV(t, orders...))
}

func rawCSV(t *testing.T, orders ...*order.Order) string {
	t.Helper()
	var out bytes.Buffer
	table, err := newCSVTable(&out, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, order := range orders {
		if err := table.add(order); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.finish(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func readCSV(t *testing.T, raw string) [][]string {
	t.Helper()
	reader := csv.NewReader(strings.NewReader(strings.TrimPrefix(raw, byteOrderMark)))
	reader.Comma = ';'
	records, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return records
}
