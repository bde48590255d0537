package web_test

import (
	"strconv"
	"strings"
	"testing"

	"kontor/internal/shop/order"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// whole are all particulars that a buyer can give.
var whole = map[string]string{
	"kunde.firma": `"Wolle & Söhne GmbH"`, "kunde.ustId": `"atu 123 456 78"`, "kunde.telefon": `"+43 1 234567"`,
	"rechnung": `{"firma":"Holding AG","name":"Erna","strasse":"Ring 1","plz":"1010","ort":"Wien","land":"AT"}`, "nachricht": `" Bitte klingeln.\r\nDanke! "`,
}

// saying returns a change that sets fields of an order to values written in JSON.
func saying(fields map[string]string) func(shoptest.Body) {
	return func(b shoptest.Body) {
		for name, value := range fields {
			shoptest.SetJSON(name, value)(b)
		}
	}
}

// F33: an order is answered alike with and without what a buyer may say besides, whatever
// that is; nothing of it is lost without a hint.
func TestF33_OrdersAreAnsweredAlike(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	visitor, admin := s.Visitor(), s.Operator()
	long := `"` + strings.Repeat("ä", 501) + `"`
	for name, c := range map[string]struct {
		fields map[string]string
		hint   string // in the hints; empty: there are none
	}{
		"plain": {}, "whole": {fields: whole},
		"empty":   {fields: map[string]string{"kunde.firma": `""`, "kunde.ustId": `null`, "rechnung": `{}`, "nachricht": `"  "`}},
		"country": {fields: map[string]string{"rechnung": `{"land":"ch"}`}},
		"types":   {map[string]string{"kunde.firma": `5`, "kunde.ustId": `["ATU12345678"]`, "kunde.telefon": `{}`, "rechnung": `"Ring 1"`, "nachricht": `true`}, "kunde.firma (kein Text), kunde.ustId (kein Text), kunde.telefon (kein Text), nachricht (kein Text), rechnung (kein Objekt)"},
		"inner":   {map[string]string{"rechnung": `{"name":"Erna","strasse":7,"plz":"1010","ort":"Wien"}`}, "rechnung.strasse (kein Text)"},
		"array":   {map[string]string{"rechnung": `[]`}, "rechnung (kein Objekt)"},
		"form":    {map[string]string{"kunde.ustId": `"ATU1"`}, "Die USt-IdNr. „ATU1“ hat keine gültige Form"},
		"long":    {map[string]string{"kunde.firma": long, "nachricht": `"` + strings.Repeat("x", 2001) + `"`}, "firma (gekürzt), nachricht (gekürzt)"},
		"abroad":  {map[string]string{"rechnung": `{"name":"Erna","strasse":"Rue 1","plz":"75001","ort":"Paris","land":"FR"}`}, "nicht kennt: Erna, Rue 1, 75001 Paris, fr"},
		"partial": {map[string]string{"rechnung": `{"firma":"Holding AG","ort":"Wien"}`}, "Die Rechnungsadresse ist unvollständig: Holding AG, Wien"},
	} {
		answer := visitor.PostOrder(shoptest.Order(shoptest.Email(name+"@example.org"), saying(c.fields))).Want(201)
		var placed struct {
			OK     bool
			ID     int64
			Number string `json:"bestellnummer"`
		}
		answer.Into(&placed)
		if len(answer.JSON()) != 3 || !placed.OK || placed.Number == "" || answer.Code() != "" {
			t.Errorf("%s: %s", name, answer.Text())
		}
		_, hints, _ := strings.Cut(admin.Get(ordersPath+"/"+strconv.FormatInt(placed.ID, 10)).Want(200).Text(), `"hinweise"`)
		hints, _, _ = strings.Cut(hints, `"ereignisse"`)
		if !strings.Contains(hints, c.hint) || strings.Contains(hints, `"angaben","text"`) != (c.hint != "") {
			t.Errorf("%s: %s", name, hints)
		}
	}
	for name, c := range map[string]struct {
		change func(shoptest.Body)
		text   string
	}{
		"no country": {shoptest.Without("land"), "Ungültiges Land."}, "no name": {shoptest.Set("kunde.name", " "), "Ungültige Kundendaten."},
		"nobody": {shoptest.Without("kunde"), "Ungültige Kundendaten."},
	} {
		plain := visitor.PostOrder(shoptest.Order(c.change)).WantError(400, c.text)
		more := visitor.PostOrder(shoptest.Order(c.change, shoptest.SetJSON("rechnung", `5`), shoptest.SetJSON("nachricht", `{}`))).WantError(400, c.text)
		if plain.Text() != more.Text() || plain.Code() != more.Code() {
			t.Errorf("%s: %s %s", name, plain.Text(), more.Text())
		}
	}
}

// What a buyer said besides is shown to the operator, exported, and on the invoice.
func TestParticularsReachTheOperator(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	s.Visitor().PostOrder(shoptest.Order(saying(whole))).Want(201)
	admin := s.Operator()
	const said = `"angaben":{"firma":"Wolle & Söhne GmbH","ust_id":"ATU12345678","telefon":"+43 1 234567","nachricht":"Bitte klingeln.\nDanke!",` +
		`"rechnung":{"firma":"Holding AG","name":"Erna","strasse":"Ring 1","plz":"1010","ort":"Wien","land":"at"},"vies":null}`
	for _, path := range []string{ordersPath, ordersPath + "/1"} {
		if got := admin.Get(path).Want(200).Text(); !strings.Contains(got, said) {
			t.Errorf("%s: %s", path, got)
		}
	}
	for _, want := range []string{"Holding AG, Erna, Ring 1, 1010 Wien, Österreich", "ATU12345678", "Wolle & Söhne GmbH"} {
		if got := admin.Get(ordersPath + ".csv").Want(200).Text(); !strings.Contains(got, want) {
			t.Errorf("%s is missing in %s", want, got)
		}
	}
	if slip := admin.Get("/verwaltung/lieferscheine/?ids=1").Want(200).Text(); !strings.Contains(slip, "Wolle &amp; Söhne GmbH") {
		t.Error("the parcel has no company on it")
	}
	sent := admin.Get(ordersPath + "/1").JSON()["order"]
	sent.(map[string]any)["notiz"] = "x"
	admin.Patch(ordersPath+"/1", sent).Want(200)
}

// F18: VIES's answer is kept with its day and in the history, decides how the invoice is
// taxed, and stays as it is once there is one.
func TestF18_VIESNote(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Web(func(o *web.Options) { o.Seller.VATID = "DE123456789" }))
	bought := shoptest.Order(saying(whole), shoptest.Set("land", "at"), shoptest.Items(shoptest.Item("garn-rot", 1, 34.9)))
	s.Visitor().PostOrder(bought).Want(201)
	s.Visitor().PostOrder(shoptest.Order(shoptest.Email("b@example.org"))).Want(201)
	admin := s.Operator()
	note := func(id, body string, headers ...string) shoptest.Answer {
		return admin.Do("PUT", ordersPath+"/"+id+"/vies", body, headers...)
	}
	const valid = `{"am":"2026-01-02","gueltig":true,"kennung":"W-1"}`
	for _, body := range []string{`{}`, `{"gueltig":true}`, `{"am":"2026-01-02"}`, `{"am":"2999-01-01","gueltig":true}`, `{"am":"gestern","gueltig":true}`, `{"am":"2026-01-02","gueltig":"ja"}`, `{"am":"2026-01-02","gueltig":true,"kennung":"` + strings.Repeat("x", 101) + `"}`} {
		if got := note("1", body); got.Status != 400 {
			t.Errorf("%s: %d %s", body, got.Status, got.Text())
		}
	}
	note("2", valid).WantError(409, "Die Bestellung nennt keine USt-IdNr.")
	note("9", valid).WantError(404, "Bestellung nicht gefunden.")
	note("1", valid, `If-Match: "7"`).Want(412)
	s.Anonymous().Do("PUT", ordersPath+"/1/vies", valid).Want(401)
	first := note("1", `{"am":"2026-01-01","gueltig":false}`).Want(200)
	if !strings.Contains(first.Text(), `"vies":{"am":"2026-01-01","gueltig":false,"kennung":""}`) {
		t.Errorf("%s", first.Text())
	}
	kept := note("1", valid, "If-Match: "+first.Header.Get("ETag")).Want(200)
	if !strings.Contains(kept.Text(), "VIES am 02.01.2026: ATU12345678 ist gültig (W-1)") || kept.Header.Get("ETag") == first.Header.Get("ETag") {
		t.Errorf("%s", kept.Text())
	}
	admin.Patch(ordersPath+"/1", `{"status":"bezahlt"}`).Want(200)
	if issued := admin.Post(ordersPath+"/1/rechnungen", `{"art":"rechnung"}`).Want(201); !strings.Contains(issued.Text(), `"berechnet":29.33,`) {
		t.Errorf("%s", issued.Text())
	}
	note("1", `{"am":"2026-01-03","gueltig":false}`).WantError(409, "Die Rechnung ist schon ausgestellt. Erst stornieren, dann die Auskunft ändern.")
	admin.Patch(ordersPath+"/1", `{"status":"storniert"}`).Want(200)
	if reversed := admin.Post(ordersPath+"/1/rechnungen", `{"art":"storno"}`).Want(201); !strings.Contains(reversed.Text(), `"art":"storno","betrag":29.33,`) {
		t.Errorf("%s", reversed.Text())
	}
	note("1", `{"am":"2026-01-03","gueltig":false}`).Want(200)
}

// Orders that are paid through PayPal have them too, with the same hints.
func TestParticularsThroughPayPal(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	p.customer.Capture(p.approved(saying(whole), shoptest.SetJSON("kunde.ustId", `"ATU1"`))).Want(201)
	got := p.Orders()[0]
	if got.Company != "Wolle & Söhne GmbH" || got.VATID != "ATU1" || got.Message != "Bitte klingeln.\nDanke!" || got.Billing == nil || got.Billing.City != "Wien" {
		t.Errorf("%+v", got.Particulars)
	}
	if len(got.Hints) != 1 || got.Hints[0].Kind != order.HintParticulars {
		t.Errorf("%+v", got.Hints)
	}
}
