package web_test

import (
	"strings"
	"testing"

	"kontor/internal/shop"
	"kontor/internal/shop/tax"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// invoicedShop starts a shop with an order over 7 €, paid and invoiced as RE-2026-00001.
func invoicedShop(t *testing.T, options ...shoptest.Option) (*shoptest.Shop, *shoptest.Client) {
	s := shoptest.Start(t, options...)
	admin := s.Operator()
	s.Visitor().PostOrder(shoptest.Order(shoptest.Items(shoptest.Item("garn-rot", 2, 3.5)))).Want(201)
	admin.Patch(ordersPath+"/1", `{"status":"bezahlt"}`).Want(200)
	admin.Post(ordersPath+"/1/rechnungen", `{"art":"rechnung"}`).Want(201)
	return s, admin
}

// F23: once issued, the same bytes come under all settings, and none before.
func TestF23_AnInvoiceStaysAsItWasIssued(t *testing.T) {
	t.Parallel()
	const path, all = ordersPath + "/1/rechnung.pdf", ordersPath + "/1/rechnungen"
	dir := shoptest.Dir(t.TempDir())
	s := shoptest.Start(t, dir, shoptest.Web(func(o *web.Options) { o.Seller.VATID = "DE123456789" }))
	admin := s.Operator()
	s.Visitor().PostOrder(shoptest.Order()).Want(201)
	admin.Get(path).WantError(404, "Rechnung noch nicht ausgestellt.")
	admin.Get(all+"/RE-2026-00001").WantError(404, "Rechnung noch nicht ausgestellt.")
	admin.Post(all, `{"art":"rechnung"}`).WantError(409, "Die Bestellung ist noch nicht bezahlt. Eine Rechnung gibt es erst dann.")
	admin.Patch(ordersPath+"/1", `{"status":"bezahlt"}`).Want(200)
	admin.Post(all, `{"art":"rechnung"}`).Want(201)

	first, program := admin.Get(path).Want(200), admin.Get(all+"/RE-2026-00001.xml").Want(200)
	wantDownload(t, first, "rechnung-RE-2026-00001.pdf", "application/pdf")
	if !strings.HasPrefix(first.Text(), "%PDF-") || !strings.HasSuffix(strings.TrimSpace(first.Text()), "%%EOF") {
		t.Errorf("not a PDF: %.60q", first.Text())
	}
	if err := s.DB.Close(); err != nil {
		t.Fatal(err)
	}
	renamed := shoptest.Start(t, dir, shoptest.Web(func(o *web.Options) {
		o.Seller = shop.Seller{Name: "Ganz anders", Address: "Woanders 9", TaxID: "9/9/9"}
		o.Tax, o.InvoicePrefix = tax.Seller{Seat: "ch", Small: true, Rates: tax.Lawful}, "ZZ"
	}))
	other := renamed.Operator()
	other.Patch(ordersPath+"/1", `{"status":"storniert","notiz":"x"}`).Want(200)
	if again := other.Get(path); again.Text() != first.Text() {
		t.Error("another file for the same invoice")
	}
	if again := other.Get(all + "/RE-2026-00001.xml"); again.Text() != program.Text() {
		t.Error("another file for programs")
	}
	other.Get(ordersPath+"/2/rechnung.pdf").WantError(404, "Bestellung nicht gefunden.")
	other.Get(ordersPath+"/x/rechnung.pdf").WantError(404, "Bestellung nicht gefunden.")
	renamed.Anonymous().Get(path).Want(401)
}

// L23: an invoice issued by the operator is numbered and permanent, and refused where
// it does not fit; a repeated request for the same version is carried out once.
func TestL23_IssuedInvoices(t *testing.T) {
	t.Parallel()
	s, admin := invoicedShop(t)
	const order, all = ordersPath + "/1", ordersPath + "/1/rechnungen"
	s.Visitor().PostOrder(shoptest.Order()).Want(201)

	for _, body := range []string{`{}`, `{"art":"gutschrift"}`, `{"art":"korrektur"}`, `{"art":"korrektur","betrag":0}`, `{"art":"korrektur","betrag":-1}`, `{"art":"korrektur","betrag":0.004}`, `{"art":"korrektur","betrag":"5"}`, `{"art":"korrektur","betrag":1e300}`, `[]`} {
		if got := admin.Post(all, body); got.Status != 400 {
			t.Errorf("%s: %d %s", body, got.Status, got.Text())
		}
	}
	admin.Post(all, `{"art":"storno"}`).WantError(409, "Erst die Bestellung stornieren, dann ihre Rechnung.")
	admin.Post(all, `{"art":"rechnung"}`).WantError(409, "Die bisherige Rechnung gilt noch.")
	admin.Post(all, `{"art":"korrektur","betrag":7.01}`).WantError(409, "Berechnet sind nur noch 7,00 €.")
	first := admin.Get(order)
	if !strings.Contains(first.Text(), `"berechnet":7,`) || strings.Contains(first.Text(), "RE-2026-00002") {
		t.Fatalf("after refusals: %s", first.Text())
	}

	tag := first.Header.Get("ETag")
	admin.Post(all, `{"art":"korrektur","betrag":2.4}`, "If-Match: "+tag).Want(201)
	admin.Post(all, `{"art":"korrektur","betrag":2.4}`, "If-Match: "+tag).WantError(412, "Der Eintrag wurde inzwischen geändert. Bitte neu laden.")
	admin.Patch(order, `{"status":"storniert"}`).Want(200)
	cancelled := admin.Post(all, `{"art":"storno"}`).Want(201)
	for _, want := range []string{`"nummer":"RE-2026-00002","art":"korrektur","betrag":2.4,`, `"nummer":"RE-2026-00003","art":"storno","betrag":4.6,`, `"berechnet":0,`, "Stornorechnung RE-2026-00003 über 4,60 €"} {
		if !strings.Contains(cancelled.Text(), want) {
			t.Errorf("%s is missing in %s", want, cancelled.Text())
		}
	}
	admin.Post(all, `{"art":"storno"}`).WantError(409, "Es ist nichts berechnet, das zurückzunehmen wäre.")
	admin.Post(all, `{"art":"rechnung"}`).WantError(409, "Die Bestellung ist storniert. Sie bekommt keine neue Rechnung.")
	admin.Patch(order, `{"status":"bezahlt"}`).Want(200)
	admin.Post(all, `{"art":"rechnung"}`).Want(201)
	if got := admin.Get(order + "/rechnung.pdf"); got.Text() != admin.Get(all+"/RE-2026-00004").Text() {
		t.Error("the newest invoice is another one")
	}
	wantDownload(t, admin.Get(all+"/RE-2026-00003").Want(200), "rechnung-RE-2026-00003.pdf", "application/pdf")
	admin.Get(all+"/RE-2026-00005").WantError(404, "Rechnung nicht gefunden.")
	admin.Get(ordersPath+"/2/rechnungen/RE-2026-00001").WantError(404, "Rechnung noch nicht ausgestellt.")
	admin.Post(ordersPath+"/3/rechnungen", `{"art":"storno"}`).WantError(404, "Bestellung nicht gefunden.")
	s.Anonymous().Get(all + "/RE-2026-00002").Want(401)
	s.Anonymous().Post(all, `{"art":"storno"}`).Want(401)
}

// F26: what an order needs is proposed, issued once with a reference to the proposal, or
// dismissed with a reason.
func TestF26_Proposals(t *testing.T) {
	t.Parallel()
	s, admin := invoicedShop(t)
	const order, all = ordersPath + "/1", ordersPath + "/1/rechnungen"
	const dismiss, proposed = all + "/verwerfen", `"vorschlaege":[{"anlass":"storno RE-2026-00001","art":"storno","betrag":7}]`
	admin.Post(dismiss, `{"anlass":"storno RE-2026-00001","grund":"x"}`).WantError(409, "Dieser Vorschlag ist schon erledigt.")
	if got := admin.Patch(order, `{"status":"storniert"}`).Want(200); !strings.Contains(got.Text(), proposed) {
		t.Fatalf("nothing is proposed: %s", got.Text())
	}
	for _, body := range []string{`{}`, `{"anlass":"storno RE-2026-00001"}`, `{"anlass":"storno RE-2026-00001","grund":"  "}`, `{"anlass":"storno RE-2026-00001","grund":"` + strings.Repeat("x", 501) + `"}`} {
		admin.Post(dismiss, body).WantError(400, "Ein Vorschlag wird nur mit einem Grund verworfen, mit höchstens 500 Zeichen.")
	}
	admin.Post(dismiss, `{"anlass":"storno RE-2026-00001","grund":1}`).Want(400)
	admin.Post(all, `{"art":"korrektur","betrag":7,"anlass":"storno RE-2026-00001"}`).WantError(409, "Dieser Vorschlag ist schon erledigt.")
	got := admin.Post(dismiss, `{"anlass":"storno RE-2026-00001","grund":"Ging nie hinaus."}`).Want(200)
	if !strings.Contains(got.Text(), `"vorschlaege":[]`) || !strings.Contains(got.Text(), "Vorschlag verworfen: Ging nie hinaus.") || !strings.Contains(got.Text(), `"berechnet":7,`) {
		t.Errorf("dismissed: %s", got.Text())
	}
	admin.Post(all, `{"art":"storno","anlass":"storno RE-2026-00001"}`).WantError(409, "Dieser Vorschlag ist schon erledigt.")
	admin.Post(all, `{"art":"storno"}`).Want(201)
	s.Anonymous().Post(dismiss, `{"anlass":"x","grund":"x"}`).Want(401)
}

// F14: the same invoice for programs, or why there is none.
func TestF14_ElectronicInvoiceOfTheOffice(t *testing.T) {
	t.Parallel()
	s, admin := invoicedShop(t, shoptest.Web(func(o *web.Options) { o.Seller.VATID = "DE123456789" }))
	const path = ordersPath + "/1/rechnungen/RE-2026-00001"
	file := admin.Get(path + ".xml").Want(200)
	wantDownload(t, file, "rechnung-RE-2026-00001.xml", "application/xml")
	for _, want := range []string{"urn:cen.eu:en16931:2017", "<ram:ID>RE-2026-00001</ram:ID>", `<ram:ID schemeID="VA">DE123456789</ram:ID>`} {
		if !strings.Contains(file.Text(), want) {
			t.Errorf("%q is missing in %s", want, file.Text())
		}
	}
	admin.Get(path+"1.xml").WantError(404, "Rechnung nicht gefunden.")
	admin.Get(ordersPath+"/2/rechnungen/RE-2026-00002.xml").WantError(404, "Bestellung nicht gefunden.")
	s.Anonymous().Get(path + ".xml").Want(401)

	_, nameless := invoicedShop(t)
	nameless.Get(path+".xml").WantError(409, "Als die Rechnung ausgestellt wurde, fehlten Angaben für die E-Rechnung.")
}
