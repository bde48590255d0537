package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"kontor/tests/storetest"
)

// patch sends a change to the administration.
func (p *process) patch(t *testing.T, client *http.Client, path, body string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPatch, p.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	answer(t, response, err, http.StatusOK)
}

// awaitInvoice waits until an order has an invoice, and returns its file.
func (p *process) awaitInvoice(t *testing.T, client *http.Client, path string) string {
	t.Helper()
	for until := time.Now().Add(time.Minute); time.Now().Before(until); {
		response, err := client.Get(p.url + path)
		if err != nil {
			t.Fatal(err)
		}
		file, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err == nil && response.StatusCode == http.StatusOK {
			return string(file)
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("no invoice came")
	return ""
}

const firstInvoice = "/api/verwaltung/orders/1/rechnung.pdf"

// F23: after an upgrade paid orders have invoices under their old numbers, which stay as
// they were drawn first; an order that nobody has paid has none.
func TestF23_InvoicesFromBeforeAreTakenOver(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s, operator := p.start(), newBrowser(t)
	p.order(s, 2)
	p.enter(s, operator)
	s.patch(t, operator, "/api/verwaltung/orders/1", `{"status":"bezahlt"}`)
	s.get(t, operator, firstInvoice, http.StatusNotFound)
	s.mustEnd(t)
	p.execute(storetest.Undo(t, 28)...)

	s = p.start()
	p.enter(s, operator)
	drawn := s.awaitInvoice(t, operator, firstInvoice)
	s.get(t, operator, "/api/verwaltung/orders/2/rechnung.pdf", http.StatusNotFound)
	s.mustEnd(t)
	s = start(t, p.data, "SITE_PUBLIC=true", "SICHERUNG_DIR="+p.backup, "SHOP_NAME=Ganz anders")
	p.enter(s, operator)
	if again := s.get(t, operator, firstInvoice, http.StatusOK); again != drawn || !strings.HasPrefix(drawn, "%PDF") {
		t.Errorf("%d bytes became %d", len(drawn), len(again))
	}
	s.mustEnd(t)
	if _, out := p.run("doctor"); !strings.Contains(out, "1 Dokument ist heil, zuletzt BK-") {
		t.Errorf("the doctor says:\n%s", out)
	}
}

// W6: after a copy was restored, numbers of invoices continue above those that customers
// may have, and the gap is named for what it is.
func TestW6_InvoiceNumbersContinueAfterARestore(t *testing.T) {
	t.Parallel()
	p := newPlace(t)
	s, operator := p.start(), newBrowser(t)
	p.order(s, 1)
	p.enter(s, operator)
	const invoices = "/api/verwaltung/orders/1/rechnungen"
	s.patch(t, operator, "/api/verwaltung/orders/1", `{"status":"bezahlt"}`)
	s.post(t, operator, invoices, `{"art":"rechnung"}`, http.StatusCreated)
	copied := p.backUp()
	s.post(t, operator, invoices, `{"art":"korrektur","betrag":1}`, http.StatusCreated)
	s.mustEnd(t)
	p.restores(copied, "--replace")

	s = p.start()
	p.enter(s, operator)
	got := s.post(t, operator, invoices, `{"art":"korrektur","betrag":2}`, http.StatusCreated)
	if strings.Contains(got, "-00002") || !strings.Contains(got, `"art":"korrektur","betrag":2`) {
		t.Errorf("a number is given twice: %s", got)
	}
	s.mustEnd(t)
	if _, out := p.run("doctor"); !strings.Contains(out, "2 Dokumente sind heil") || !strings.Contains(out, "hat eine Wiederherstellung") {
		t.Errorf("the doctor says:\n%s", out)
	}
}
