package web_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"kontor/internal/shop/order"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// exported are orders that are awkward to write into a table.
func exported(now time.Time) []order.Order {
	o := func(name string, total float64, status order.Status, items ...order.Item) order.Order {
		return order.Order{CreatedAt: now, UpdatedAt: now, Status: status, Country: "at", Language: "de", Total: total,
			PaymentMethod: "ueberweisung", Items: items,
			Customer: order.Person{Name: name, Email: "a@b.example", Postcode: "01067", City: "Köln; \"Süd\""}}
	}
	return []order.Order{
		o("=HYPERLINK(\"http://evil.example\")", 1234.5, "bezahlt", order.Item{Slug: "a", Name: "Garn; rot", Quantity: 2, Price: 0.1}),
		o("+49 170", 0, "zahlungOffen", order.Item{Slug: "b", Name: "zwei\nZeilen", Quantity: 1, Free: true}),
		o("Jürgen", 0.1+0.2, "bezahlt"),
	}
}

// TestH46_ExportedCSV: an independent parser finds in the file what was stored.
func TestH46_ExportedCSV(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	s.Import(exported(s.Clock.Now())...)

	a := admin.Get(ordersPath + ".csv?status=bezahlt&limit=1&cursor=2").Want(200)
	wantDownload(t, a, "bestellungen-2026-11-21.csv", "text/csv; charset=utf-8")
	records := csvOf(t, a)
	if strings.Contains(a.Text(), "zahlungOffen") || strings.Contains(a.Text(), ";at;") {
		t.Errorf("the file names things as the wire does: %s", a.Text())
	}
	if len(records) != 3 || !slices.Equal(records[0][:5], []string{"Bestellnummer", "Bestellt am", "Status", "Name", "E-Mail"}) {
		t.Fatalf("records %q", records)
	}
	column := func(title string) int { return slices.Index(records[0], title) }
	for i, want := range []map[string]string{
		{"Bestellnummer": "BK-2026-0003", "Name": "Jürgen", "Summe": "0,30", "Artikel": ""},
		{"Bestellnummer": "BK-2026-0001", "Name": "'=HYPERLINK(\"http://evil.example\")", "Summe": "1234,50",
			"Artikel": "2 × Garn; rot (a) je 0,10", "PLZ": "01067", "Ort": "Köln; \"Süd\"", "Bestellt am": "2026-11-21 10:15:00",
			"Status": "Bezahlt", "Land": "Österreich", "Zahlungsart": "Überweisung"},
	} {
		for title, cell := range want {
			if got := records[i+1][column(title)]; got != cell {
				t.Errorf("line %d, %s: %q, want %q", i+1, title, got, cell)
			}
		}
	}
}

func TestH46_ExportedXLSX(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	s.Import(exported(s.Clock.Now())...)

	a := admin.Get(ordersPath + ".xlsx?q=garn").Want(200)
	wantDownload(t, a, "bestellungen-2026-11-21.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
	book, err := excelize.OpenReader(strings.NewReader(a.Text()))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	rows, err := book.GetRows("Bestellungen", excelize.Options{RawCellValue: true})
	if err != nil || len(rows) != 2 {
		t.Fatalf("%q, %v", rows, err)
	}
	row := rows[1]
	if row[0] != "BK-2026-0001" || row[3] != "=HYPERLINK(\"http://evil.example\")" || row[6] != "01067" || row[14] != "1234.5" {
		t.Errorf("row %q", row)
	}
	if at, err := book.GetCellValue("Bestellungen", "B2"); at != "21.11.2026 10:15" || err != nil {
		t.Errorf("ordered at %q, %v", at, err)
	}
	if formula, err := book.GetCellFormula("Bestellungen", "D2"); formula != "" || err != nil {
		t.Errorf("the name became the formula %q, %v", formula, err)
	}
}

func TestExportRefusals(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	for _, extension := range []string{".csv", ".xlsx"} {
		a := admin.Get(ordersPath+extension+"?status=x").WantError(400, "Ungültiger Filter: status.")
		if a.Header.Get("Content-Disposition") != "" {
			t.Error("a refusal is offered as a file")
		}
		s.Visitor().Get(ordersPath+extension).WantError(401, "Sitzung abgelaufen. Bitte Code erneut eingeben.")
		s.Anonymous().Get(ordersPath+extension).WantError(401, "Kein Zugang. Bitte Zugangscode eingeben.")
	}
}

// TestExportBreaksOff: a file that could not be read to its end does not look complete,
// and one that could not be begun is an error.
func TestExportBreaksOff(t *testing.T) {
	t.Parallel()
	failing := &failingExport{}
	s := shoptest.Start(t, shoptest.Web(func(o *web.Options) {
		failing.Reader, o.Shop.Orders.Reader = o.Shop.Orders.Reader, failing
	}))
	admin := s.Operator()
	s.Import(slices.Repeat(exported(s.Clock.Now()), 300)...)
	for _, extension := range []string{".csv", ".xlsx"} {
		failing.after.Store(0)
		admin.Get(ordersPath+extension).WantError(500, "Interner Fehler.")
		failing.after.Store(899)
		if extension == ".xlsx" { // nothing is sent before all is read
			admin.Get(ordersPath+extension).WantError(500, "Interner Fehler.")
			continue
		}
		if status, body, err := exportCoded(s, admin, "identity"); status != 200 || len(body) == 0 || !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("status %d, %d bytes, %v; want a broken file", status, len(body), err)
		}
		if status, body, err := exportCoded(s, admin, "gzip"); err == nil {
			t.Errorf("compressed: status %d, %d bytes, which look whole", status, len(body))
		}
	}
	if log := s.Log.String(); !strings.Contains(log, "disk on fire") {
		t.Error("the cause is not in the log")
	}
	failing.after.Store(1 << 30)
	if records := csvOf(t, admin.Get(ordersPath+".csv")); len(records) != 901 {
		t.Errorf("%d lines afterwards", len(records))
	}
}

// exportCoded requests the CSV file in a coding; an error may precede its beginning.
func exportCoded(s *shoptest.Shop, c *shoptest.Client, coding string) (status int, body []byte, err error) {
	r, err := http.NewRequest("GET", s.URL+ordersPath+".csv", nil)
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Accept-Encoding", coding)
	response, err := c.HTTP().Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	body, err = io.ReadAll(response.Body)
	return response.StatusCode, body, err
}

// failingExport is the real store, whose orders become unreadable after some.
type failingExport struct {
	order.Reader
	after atomic.Int64
}

func (f *failingExport) EachOrder(ctx context.Context, filter order.Filter, each func(*order.Order) error) error {
	read := int64(0)
	return f.Reader.EachOrder(ctx, filter, func(o *order.Order) error {
		if read == f.after.Load() {
			return errors.New("disk on fire")
		}
		read++
		return each(o)
	})
}

func wantDownload(t *testing.T, a shoptest.Answer, name, contentType string) {
	t.Helper()
	if got := a.Header.Get("Content-Disposition"); got != `attachment; filename="`+name+`"` {
		t.Errorf("Content-Disposition %s", got)
	}
	if got := a.Header.Get("Content-Type"); got != contentType {
		t.Errorf("Content-Type %s", got)
	}
	if a.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("Cache-Control %s", a.Header.Get("Cache-Control"))
	}
}

func csvOf(t *testing.T, a shoptest.Answer) [][]string {
	t.Helper()
	text, ok := bytes.CutPrefix(a.Body, []byte("\xef\xbb\xbf"))
	if !ok {
		t.Error("no byte order mark")
	}
	reader := csv.NewReader(bytes.NewReader(text))
	reader.Comma = ';'
	records, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return records
}
