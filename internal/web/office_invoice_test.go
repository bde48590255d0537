package web_test

import (
	"strings"
	"testing"
	"time"
)

// The invoice is a file, and the same each time until the order changes.
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

// L23: an invoice issued by the operator is numbered and permanent, and refused where
// it does not fit; a repeated request for the same version is carried out once.
func TestL23_IssuedInvoices(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	admin := s.operator()
	s.place()
	s.place()
	const order, all = ordersPath + "/1", ordersPath + "/1/rechnungen"

	for _, body := range []string{`{}`, `{"art":"gutschrift"}`, `{"art":"korrektur"}`, `{"art":"korrektur","betrag":0}`, `{"art":"korrektur","betrag":-1}`, `{"art":"korrektur","betrag":0.004}`, `{"art":"korrektur","betrag":"5"}`, `{"art":"korrektur","betrag":1e300}`, `[]`} {
		if got := admin.post(all, body); got.status != 400 {
			t.Errorf("%s: %d %s", body, got.status, got.body)
		}
	}
	admin.post(all, `{"art":"storno"}`).want(t, 409, "Erst die Bestellung stornieren, dann ihre Rechnung.")
	admin.post(all, `{"art":"rechnung"}`).want(t, 409, "Die bisherige Rechnung gilt noch.")
	admin.post(all, `{"art":"korrektur","betrag":7.01}`).want(t, 409, "Berechnet sind nur noch 7,00 €.")
	first := admin.get(order)
	if !strings.Contains(first.body, `"berechnet":7,`) || strings.Contains(first.body, "BK-2026-0001-1") {
		t.Fatalf("after refusals: %s", first.body)
	}

	tag := first.header.Get("ETag")
	admin.post(all, `{"art":"korrektur","betrag":2.4}`, "If-Match: "+tag).want(t, 201, "")
	admin.post(all, `{"art":"korrektur","betrag":2.4}`, "If-Match: "+tag).want(t, 412, "Der Eintrag wurde inzwischen geändert. Bitte neu laden.")
	admin.patch(order, `{"status":"storniert"}`).want(t, 200, "")
	cancelled := admin.post(all, `{"art":"storno"}`)
	cancelled.want(t, 201, "")
	for _, want := range []string{`"nummer":"BK-2026-0001-1","art":"korrektur","betrag":2.4,`, `"nummer":"BK-2026-0001-2","art":"storno","betrag":4.6,`, `"berechnet":0,`, "Stornorechnung BK-2026-0001-2 über 4,60 €"} {
		if !strings.Contains(cancelled.body, want) {
			t.Errorf("%s is missing in %s", want, cancelled.body)
		}
	}
	admin.post(all, `{"art":"storno"}`).want(t, 409, "Es ist nichts berechnet, das zurückzunehmen wäre.")
	admin.post(all, `{"art":"rechnung"}`).want(t, 409, "Die Bestellung ist storniert. Sie bekommt keine neue Rechnung.")
	admin.patch(order, `{"status":"bezahlt"}`).want(t, 200, "")
	admin.post(all, `{"art":"rechnung"}`).want(t, 201, "")

	file := admin.get(all + "/BK-2026-0001-2")
	file.want(t, 200, "")
	file.wantDownload(t, "rechnung-BK-2026-0001-2.pdf", "application/pdf")
	if again := admin.get(all + "/BK-2026-0001-2"); again.body != file.body {
		t.Error("another file for the same invoice")
	}
	if admin.get(all+"/BK-2026-0001").body != admin.get(order+"/rechnung.pdf").body {
		t.Error("the first invoice is two")
	}
	admin.get(all+"/BK-2026-0001-4").want(t, 404, "Rechnung nicht gefunden.")
	admin.get(ordersPath+"/2/rechnungen/BK-2026-0001-2").want(t, 404, "Rechnung nicht gefunden.")
	admin.post(ordersPath+"/3/rechnungen", `{"art":"storno"}`).want(t, 404, "Bestellung nicht gefunden.")
	s.visitor().get(all+"/BK-2026-0001-2").want(t, 401, "")
	s.visitor().post(all, `{"art":"storno"}`).want(t, 401, "")
}
