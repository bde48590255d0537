package web_test

import (
	"fmt"
	"strings"
	"testing"
)

const (
	badRequest  = "Ungültige Anfrage."
	badCountry  = "Ungültiges Land."
	badCustomer = "Ungültige Kundendaten."
	noItems     = "Die Bestellung enthält keine Artikel."
	badItem     = "Ungültige Artikeldaten."
	badQuantity = "Ungültige Artikelmenge."
	badPrice    = "Ungültiger Artikelpreis."
	badTotal    = "Ungültige Bestellsumme."
)

func TestOrderIsAccepted(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	got := s.visitor().post("/api/orders", orderBody())
	got.want(t, 201, "")
	if want := `{"ok":true,"id":1,"bestellnummer":"BK-2026-0001"}`; strings.TrimSpace(got.body) != want {
		t.Errorf("body %s, want %s", got.body, want)
	}
	stored := s.stored()
	if len(stored) != 1 || stored[0].Status != "zahlungOffen" || stored[0].Number != "BK-2026-0001" {
		t.Errorf("stored %+v", stored)
	}
}

// refusals are bodies with what they are refused for, in the order in which the
// specification checks: every body is wrong in all that comes later, too.
var refusals = []struct {
	row, body, text string
}{
	{"H05", ``, badRequest},
	{"H05", ` `, badRequest},
	{"H05", `{"land":"de",}`, badRequest},
	{"H05", orderBody() + " garbage", badRequest},
	{"H05", `{"land":NaN}`, badRequest},
	{"R33", "\x1f\x8b\x08", badRequest},
	{"R33", strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001), badRequest},
	{"R33", `{"a":` + strings.Repeat("[", 65) + strings.Repeat("]", 65) + `}`, badRequest},

	{"H06", `null`, badCountry},
	{"H06", `[]`, badCountry},
	{"H06", `"x"`, badCountry},
	{"H06", `5`, badCountry},
	{"H09", `{}`, badCountry},
	{"H05", orderBody("land", "", "LAND", `"de"`), badCountry},
	{"H05", orderBody("land", "5"), badCountry},
	{"H05", orderBody("land", `["de"]`), badCountry},
	{"H05", `{"land":"de","land":"fr"}`, badCountry},
	{"S34", orderBody("land", `" de"`), badCountry},
	{"S34", orderBody("land", `"fr"`), badCountry},
	{"S50", orderBody("land", `"d\u0435"`), badCountry},

	{"H06", `{"land":"de"}`, badCustomer},
	{"H06", `{"land":"de","kunde":"x"}`, badCustomer},
	{"H06", `{"land":"de","kunde":[]}`, badCustomer},
	{"H06", `{"land":"de","kunde":null}`, badCustomer},
	{"spec", orderBody("kunde.name", `"\u00a0\t"`, "artikel", "[]"), badCustomer},
	{"spec", orderBody("kunde.name", "5"), badCustomer},
	{"spec", orderBody("kunde.email", `""`), badCustomer},
	{"spec", orderBody("kunde.email", `"max.example.de"`), badCustomer},
	{"contract", orderBody("kunde.ort", `"`+strings.Repeat("x", 501)+`"`), badCustomer},

	{"spec", orderBody("artikel", "[]", "summe", "-1"), noItems},
	{"S34", orderBody("artikel", `{"0":{}}`), noItems},
	{"S34", orderBody("artikel", `"x"`), noItems},

	{"H07", orderBody("artikel", "[null]"), badItem},
	{"H07", orderBody("artikel", "[0]"), badItem},
	{"H07", orderBody("artikel", `["x"]`), badItem},
	{"H07", orderBody("artikel.slug", `" "`, "artikel.menge", "0"), badItem},
	{"H07", orderBody("artikel.name", `"\u2003"`, "artikel.preis", "-1"), badItem},
	{"S34", orderBody("artikel.slug", `["garn"]`), badItem},

	{"H07", orderBody("artikel.menge", `"2"`, "artikel.preis", "-1"), badQuantity},
	{"H07", orderBody("artikel.menge", "0"), badQuantity},
	{"H07", orderBody("artikel.menge", "-1"), badQuantity},
	{"H07", orderBody("artikel.menge", "true"), badQuantity},
	{"S34", orderBody("artikel.menge", "[1]"), badQuantity},
	{"H04", orderBody("artikel.menge", "1e999"), badQuantity},
	{"H08", orderBody("artikel.menge", "1e300"), badQuantity},
	{"S35", orderBody("artikel.menge", "1000001"), badQuantity},
	{"R33", orderBody("artikel.menge", "1e-400"), badQuantity},

	{"H07", orderBody("artikel.preis", `"5"`, "summe", "-1"), badPrice},
	{"H07", orderBody("artikel.preis", "-0.01"), badPrice},
	{"H04", orderBody("artikel.preis", "1e999"), badPrice},
	{"S35", orderBody("artikel.preis", "1e308"), badPrice},
	{"H07", orderBody("artikel", `[{"slug":"a","name":"A","menge":1,"preis":-1},{}]`), badPrice},

	{"H03", orderBody("summe", ""), badTotal},
	{"H03", orderBody("summe", "{}"), badTotal},
	{"H03", orderBody("summe", `"x"`), badTotal},
	{"H03", orderBody("summe", `"12,5"`), badTotal},
	{"H03", orderBody("summe", "[1,2]"), badTotal},
	{"H03", orderBody("summe", `"Infinity"`), badTotal},
	{"H03", orderBody("summe", "-1", "zahlungsart", `"paypal"`), badTotal},
	{"H03", orderBody("summe", "1e999"), badTotal},

	{"H19", orderBody("zahlungsart", `"paypal"`), "PayPal-Zahlungen laufen nur über PayPal."},
	{"S33", orderBody("zahlungsart", `" PayPal "`), "PayPal-Zahlungen laufen nur über PayPal."},
	{"S33", orderBody("zahlungsart", `"PAYPAL"`), "PayPal-Zahlungen laufen nur über PayPal."},
	{"S33", orderBody("zahlungsart", `"ｐａｙｐａｌ"`), "PayPal-Zahlungen laufen nur über PayPal."},
	{"S33", orderBody("zahlungsart", `"pay\u0000pal"`), "PayPal-Zahlungen laufen nur über PayPal."},
	{"contract", orderBody("gutscheinCode", `"gibtsnicht"`), "Dieser Gutschein ist ungültig oder abgelaufen."},
}

func TestRefusedOrders(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	for i, c := range refusals {
		t.Run(fmt.Sprintf("%s %d", c.row, i), func(t *testing.T) {
			s.visitor().post("/api/orders", c.body).want(t, 400, c.text)
		})
	}
	s.wantStored(t, 0)
}

// What JavaScript reads as a number, and the total that is stored.
func TestH03_Totals(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	totals := []struct {
		value string
		want  float64
	}{
		{"null", 0}, {`""`, 0}, {`" "`, 0}, {"false", 0}, {"[]", 0}, {"true", 1}, {"-0", 0},
		{`"12.5"`, 12.5}, {`" 7 "`, 7}, {`"0x1F"`, 31}, {"[5]", 5}, {`"1e2"`, 100},
		{"1e-400", 0}, {"12345678.901234567890", 12345678.901234567},
	}
	for _, c := range totals {
		s.visitor().post("/api/orders", orderBody("summe", c.value)).want(t, 201, "")
	}
	for i, order := range s.stored() {
		if order.Total != totals[i].want {
			t.Errorf("summe %s: stored %v, want %v", totals[i].value, order.Total, totals[i].want)
		}
	}
}

func TestH04_OptionalAmounts(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	for _, value := range []string{"1e999", "-1e999", `"4.90"`, "true", "null", "{}", ""} {
		body := orderBody("versandkosten", value, "zwischensumme", value, "rabattGesamt", value)
		s.visitor().loose("POST", "/api/orders", body, nil).want(t, 201, "")
	}
	for i, order := range s.stored() {
		if order.Shipping != 0 || order.Subtotal != 0 || order.Discount != 0 {
			t.Errorf("order %d: amounts %v, %v, %v", i, order.Shipping, order.Subtotal, order.Discount)
		}
	}
}

func TestH08_Quantities(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	quantities := []struct {
		value string
		want  int64
	}{{"2.5", 3}, {"0.4", 0}, {"0.49999999999999994", 0}, {"1000000", 1_000_000}}
	for _, c := range quantities {
		s.visitor().post("/api/orders", orderBody("artikel.menge", c.value)).want(t, 201, "")
	}
	for i, order := range s.stored() {
		if got := order.Items[0].Quantity; got != quantities[i].want {
			t.Errorf("menge %s: stored %d, want %d", quantities[i].value, got, quantities[i].want)
		}
	}
}

func TestH05_R33_OddTexts(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	bodies := []struct{ body, name string }{
		{"\ufeff" + orderBody(), "Max Muster"},
		{orderBody("kunde.name", `" \ufeffMax\u00a0 "`), "Max"},
		{orderBody("kunde.name", `"M\u0000ax"`), "Max"},
		{orderBody("kunde.name", `"M\ud800x"`), "M\ufffdx"},
		{orderBody("kunde.name", "\"M\xffx\""), "M\ufffdx"},
		{orderBody("kunde", `{"name":"A","email":"a@b","name":"B"}`), "B"},
		{orderBody("kunde.name", `"\u202exaM"`), "\u202exaM"},
		{orderBody("kunde.name", `"<img src=x onerror=alert(1)>"`), "<img src=x onerror=alert(1)>"},
	}
	for _, c := range bodies {
		s.visitor().do("POST", "/api/orders", c.body).want(t, 201, "")
	}
	for i, order := range s.stored() {
		if order.Customer.Name != bodies[i].name {
			t.Errorf("%s: stored name %q, want %q", bodies[i].body, order.Customer.Name, bodies[i].name)
		}
	}
}

func TestS32_UnknownFieldsHaveNoEffect(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	s.visitor().post("/api/orders", orderBody(
		"status", `"bezahlt"`, "id", "77", "bestellnummer", `"BK-1999-0001"`, "created_at", `"1999-01-01T00:00:00.000Z"`,
		"paypal_order_id", `"5O190127TN364715T"`, "kunde_id", "1", "__proto__", `{"status":"bezahlt"}`,
	)).want(t, 201, "")
	order := s.stored()[0]
	if order.ID != 1 || order.Number != "BK-2026-0001" || order.Status != "zahlungOffen" ||
		order.PayPalOrderID != "" || order.CustomerID != 0 || !order.CreatedAt.Equal(s.clock.Now()) {
		t.Errorf("stored %+v", order)
	}
}

func TestContract_FieldsAsSent(t *testing.T) {
	t.Parallel()
	s := startShop(t, public)
	s.visitor().post("/api/orders", orderBody(
		"land", `"LU"`, "kunde.strasse", `" Gasse 1"`, "kunde.plz", "4711", "kunde.ort", `"Lëtzebuerg "`,
		"artikel.kategorie", `"garne"`, "artikel.gratis", `"nein"`, "zwischensumme", "7.5", "versandkosten", "-0.5",
		"treuebonusVerwendet", "1", "aboRabattVerwendet", `""`, "zahlungsart", `" Vorkasse "`, "sprache", `"fr"`,
	)).want(t, 201, "")
	o := s.stored()[0]
	if o.Country != "lu" || o.Customer.Street != " Gasse 1" || o.Customer.Postcode != "" || o.Customer.City != "Lëtzebuerg " {
		t.Errorf("address %+v", o.Customer)
	}
	if o.Items[0].Category != "garne" || !o.Items[0].Free || !o.LoyaltyBonus || o.SubscriptionRebate {
		t.Errorf("item and flags %+v", o)
	}
	if o.Subtotal != 7.5 || o.Shipping != -0.5 || o.PaymentMethod != " Vorkasse " || o.Language != "fr" {
		t.Errorf("amounts and method %+v", o)
	}
}
