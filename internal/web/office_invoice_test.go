package web_test

import (
	"strings"
	"testing"
	"time"

	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// The invoice is a file, and the same each time until the order changes.
func TestInvoice(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	s.Visitor().PostOrder(shoptest.Order()).Want(201)
	const path = ordersPath + "/1/rechnung.pdf"

	first := admin.Get(path).Want(200)
	wantDownload(t, first, "rechnung-BK-2026-0001.pdf", "application/pdf")
	if !strings.HasPrefix(first.Text(), "%PDF-") || !strings.HasSuffix(strings.TrimSpace(first.Text()), "%%EOF") {
		t.Errorf("not a PDF: %.60q", first.Text())
	}
	s.Clock.Advance(48 * time.Hour)
	admin = s.Operator()
	if again := admin.Get(path); again.Text() != first.Text() {
		t.Error("another file for the same order")
	}
	admin.Patch(ordersPath+"/1", `{"status":"bezahlt"}`).Want(200)
	if paid := admin.Get(path); paid.Text() == first.Text() {
		t.Error("the same file for a paid order")
	}
	admin.Get(ordersPath+"/2/rechnung.pdf").WantError(404, "Bestellung nicht gefunden.")
	admin.Get(ordersPath+"/x/rechnung.pdf").WantError(404, "Bestellung nicht gefunden.")
	s.Anonymous().Get(path).Want(401)
}

// L23: an invoice issued by the operator is numbered and permanent, and refused where
// it does not fit; a repeated request for the same version is carried out once.
func TestL23_IssuedInvoices(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	for range 2 {
		s.Visitor().PostOrder(shoptest.Order(shoptest.Items(shoptest.Item("garn-rot", 2, 3.5)))).Want(201)
	}
	const order, all = ordersPath + "/1", ordersPath + "/1/rechnungen"

	for _, body := range []string{`{}`, `{"art":"gutschrift"}`, `{"art":"korrektur"}`, `{"art":"korrektur","betrag":0}`, `{"art":"korrektur","betrag":-1}`, `{"art":"korrektur","betrag":0.004}`, `{"art":"korrektur","betrag":"5"}`, `{"art":"korrektur","betrag":1e300}`, `[]`} {
		if got := admin.Post(all, body); got.Status != 400 {
			t.Errorf("%s: %d %s", body, got.Status, got.Text())
		}
	}
	admin.Post(all, `{"art":"storno"}`).WantError(409, "Erst die Bestellung stornieren, dann ihre Rechnung.")
	admin.Post(all, `{"art":"rechnung"}`).WantError(409, "Die bisherige Rechnung gilt noch.")
	admin.Post(all, `{"art":"korrektur","betrag":7.01}`).WantError(409, "Berechnet sind nur noch 7,00 €.")
	first := admin.Get(order)
	if !strings.Contains(first.Text(), `"berechnet":7,`) || strings.Contains(first.Text(), "BK-2026-0001-1") {
		t.Fatalf("after refusals: %s", first.Text())
	}

	tag := first.Header.Get("ETag")
	admin.Post(all, `{"art":"korrektur","betrag":2.4}`, "If-Match: "+tag).Want(201)
	admin.Post(all, `{"art":"korrektur","betrag":2.4}`, "If-Match: "+tag).WantError(412, "Der Eintrag wurde inzwischen geändert. Bitte neu laden.")
	admin.Patch(order, `{"status":"storniert"}`).Want(200)
	cancelled := admin.Post(all, `{"art":"storno"}`).Want(201)
	for _, want := range []string{`"nummer":"BK-2026-0001-1","art":"korrektur","betrag":2.4,`, `"nummer":"BK-2026-0001-2","art":"storno","betrag":4.6,`, `"berechnet":0,`, "Stornorechnung BK-2026-0001-2 über 4,60 €"} {
		if !strings.Contains(cancelled.Text(), want) {
			t.Errorf("%s is missing in %s", want, cancelled.Text())
		}
	}
	admin.Post(all, `{"art":"storno"}`).WantError(409, "Es ist nichts berechnet, das zurückzunehmen wäre.")
	admin.Post(all, `{"art":"rechnung"}`).WantError(409, "Die Bestellung ist storniert. Sie bekommt keine neue Rechnung.")
	admin.Patch(order, `{"status":"bezahlt"}`).Want(200)
	admin.Post(all, `{"art":"rechnung"}`).Want(201)

	file := admin.Get(all + "/BK-2026-0001-2").Want(200)
	wantDownload(t, file, "rechnung-BK-2026-0001-2.pdf", "application/pdf")
	if again := admin.Get(all + "/BK-2026-0001-2"); again.Text() != file.Text() {
		t.Error("another file for the same invoice")
	}
	if admin.Get(all+"/BK-2026-0001").Text() != admin.Get(order+"/rechnung.pdf").Text() {
		t.Error("the first invoice is two")
	}
	admin.Get(all+"/BK-2026-0001-4").WantError(404, "Rechnung nicht gefunden.")
	admin.Get(ordersPath+"/2/rechnungen/BK-2026-0001-2").WantError(404, "Rechnung nicht gefunden.")
	admin.Post(ordersPath+"/3/rechnungen", `{"art":"storno"}`).WantError(404, "Bestellung nicht gefunden.")
	s.Anonymous().Get(all + "/BK-2026-0001-2").Want(401)
	s.Anonymous().Post(all, `{"art":"storno"}`).Want(401)
}

// F14: the same invoice for programs, or why there is none.
func TestF14_ElectronicInvoiceOfTheOffice(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Web(func(o *web.Options) { o.Seller.VATID = "DE123456789" }))
	admin := s.Operator()
	s.Visitor().PostOrder(shoptest.Order()).Want(201)
	const path = ordersPath + "/1/rechnungen/BK-2026-0001"
	file := admin.Get(path + ".xml").Want(200)
	wantDownload(t, file, "rechnung-BK-2026-0001.xml", "application/xml")
	for _, want := range []string{"urn:cen.eu:en16931:2017", "<ram:ID>BK-2026-0001</ram:ID>", `<ram:ID schemeID="VA">DE123456789</ram:ID>`} {
		if !strings.Contains(file.Text(), want) {
			t.Errorf("%q is missing in %s", want, file.Text())
		}
	}
	admin.Get(path+"-1.xml").WantError(404, "Rechnung nicht gefunden.")
	admin.Get(ordersPath+"/2/rechnungen/BK-2026-0002.xml").WantError(404, "Bestellung nicht gefunden.")
	s.Anonymous().Get(path + ".xml").Want(401)

	nameless := shoptest.Start(t)
	nameless.Visitor().PostOrder(shoptest.Order()).Want(201)
	nameless.Operator().Get(path+".xml").WantError(409, "Für die E-Rechnung fehlt die Nummer beim Finanzamt: SHOP_UST_ID oder SHOP_STEUERNUMMER setzen.")
}
