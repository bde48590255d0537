package web_test

import (
	"strings"
	"testing"
	"time"
)

// The invoice is a file, the same each time, until the order changes.
func TestInvoice(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	admin := s.operator()
	s.place()
	const path = ordersPath + "/1/rechnung.pdf"

	first := admin.get(path)
	first.want(t, 200, "")
	first.wantDownload(t, "rechnung-BK-2026-0001.pdf", "application/pdf")
	if !strings.HasPrefix(first.body, "%PDF-") || !strings.HasSuffix(strings.TrimSpace(first.body), "%%EOF") {
		t.Errorf("not a PDF: %.60q", first.body)
	}
	s.clock.advance(48 * time.Hour)
	admin = s.operator()
	if again := admin.get(path); again.body != first.body {
		t.Error("another file for the same order")
	}
	admin.patch(ordersPath+"/1", `{"status":"bezahlt"}`).want(t, 200, "")
	if paid := admin.get(path); paid.body == first.body {
		t.Error("the same file for a paid order")
	}
	admin.get(ordersPath+"/2/rechnung.pdf").want(t, 404, "Bestellung nicht gefunden.")
	admin.get(ordersPath+"/x/rechnung.pdf").want(t, 404, "Bestellung nicht gefunden.")
	s.visitor().get(path).want(t, 401, "")
}
