package web_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"kontor/tests/shoptest"
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
	s := shoptest.Start(t, shoptest.Public())
	got := s.Anonymous().PostOrder(shoptest.Order()).Want(201)
	if want := `{"ok":true,"id":1,"bestellnummer":"BK-2026-0001"}`; strings.TrimSpace(got.Text()) != want {
		t.Errorf("body %s, want %s", got.Text(), want)
	}
	stored := s.Orders()
	if len(stored) != 1 || stored[0].Status != "zahlungOffen" || stored[0].Number != "BK-2026-0001" {
		t.Errorf("stored %+v", stored)
	}
}

// refusals are bodies with what they are refused for, in the order in which the
// specification checks: every body is wrong in all that comes later, too.
var refusals = []struct {
	row  string
	body any
	text string
}{
	{"H05", ``, badRequest},
	{"H05", ` `, badRequest},
	{"H05", `{"land":"de",}`, badRequest},
	{"H05", encoded(shoptest.Order()) + " garbage", badRequest},
	{"H05", `{"land":NaN}`, badRequest},
	{"R33", "\x1f\x8b\x08", badRequest},
	{"R33", strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001), badRequest},
	{"R33", `{"a":` + strings.Repeat("[", 65) + strings.Repeat("]", 65) + `}`, badRequest},

	{"H06", `null`, badCountry},
	{"H06", `[]`, badCountry},
	{"H06", `"x"`, badCountry},
	{"H06", `5`, badCountry},
	{"H09", `{}`, badCountry},
	{"H05", shoptest.Order(shoptest.Without("land"), shoptest.Set("LAND", "de")), badCountry},
	{"H05", shoptest.Order(shoptest.Set("land", 5)), badCountry},
	{"H05", shoptest.Order(shoptest.SetJSON("land", `["de"]`)), badCountry},
	{"H05", `{"land":"de","land":"fr"}`, badCountry},
	{"S34", shoptest.Order(shoptest.Set("land", " de")), badCountry},
	{"S34", shoptest.Order(shoptest.Set("land", "fr")), badCountry},
	{"S50", shoptest.Order(shoptest.SetJSON("land", `"d\u0435"`)), badCountry},

	{"H06", `{"land":"de"}`, badCustomer},
	{"H06", `{"land":"de","kunde":"x"}`, badCustomer},
	{"H06", `{"land":"de","kunde":[]}`, badCustomer},
	{"H06", `{"land":"de","kunde":null}`, badCustomer},
	{"spec", shoptest.Order(shoptest.SetJSON("kunde.name", `"\u00a0\t"`), shoptest.Set("artikel", []any{})), badCustomer},
	{"spec", shoptest.Order(shoptest.Set("kunde.name", 5)), badCustomer},
	{"spec", shoptest.Order(shoptest.Set("kunde.email", "")), badCustomer},
	{"spec", shoptest.Order(shoptest.Set("kunde.email", "max.example.de")), badCustomer},
	{"contract", shoptest.Order(shoptest.SetJSON("kunde.ort", `"`+strings.Repeat("x", 501)+`"`)), badCustomer},

	{"spec", shoptest.Order(shoptest.Set("artikel", []any{}), shoptest.Set("summe", -1)), noItems},
	{"S34", shoptest.Order(shoptest.SetJSON("artikel", `{"0":{}}`)), noItems},
	{"S34", shoptest.Order(shoptest.Set("artikel", "x")), noItems},

	{"H07", shoptest.Order(shoptest.SetJSON("artikel", "[null]")), badItem},
	{"H07", shoptest.Order(shoptest.SetJSON("artikel", "[0]")), badItem},
	{"H07", shoptest.Order(shoptest.SetJSON("artikel", `["x"]`)), badItem},
	{"H07", shoptest.Order(shoptest.Set("artikel.slug", " "), shoptest.Set("artikel.menge", 0)), badItem},
	{"H07", shoptest.Order(shoptest.SetJSON("artikel.name", `"\u2003"`), shoptest.Set("artikel.preis", -1)), badItem},
	{"S34", shoptest.Order(shoptest.SetJSON("artikel.slug", `["garn"]`)), badItem},

	{"H07", shoptest.Order(shoptest.Set("artikel.menge", "2"), shoptest.Set("artikel.preis", -1)), badQuantity},
	{"H07", shoptest.Order(shoptest.Set("artikel.menge", 0)), badQuantity},
	{"H07", shoptest.Order(shoptest.Set("artikel.menge", -1)), badQuantity},
	{"H07", shoptest.Order(shoptest.Set("artikel.menge", true)), badQuantity},
	{"S34", shoptest.Order(shoptest.SetJSON("artikel.menge", "[1]")), badQuantity},
	{"H04", shoptest.Order(shoptest.SetJSON("artikel.menge", "1e999")), badQuantity},
	{"H08", shoptest.Order(shoptest.SetJSON("artikel.menge", "1e300")), badQuantity},
	{"S35", shoptest.Order(shoptest.Set("artikel.menge", 1000001)), badQuantity},
	{"R33", shoptest.Order(shoptest.SetJSON("artikel.menge", "1e-400")), badQuantity},

	{"H07", shoptest.Order(shoptest.Set("artikel.preis", "5"), shoptest.Set("summe", -1)), badPrice},
	{"H07", shoptest.Order(shoptest.Set("artikel.preis", -0.01)), badPrice},
	{"H04", shoptest.Order(shoptest.SetJSON("artikel.preis", "1e999")), badPrice},
	{"S35", shoptest.Order(shoptest.SetJSON("artikel.preis", "1e308")), badPrice},
	{"H07", shoptest.Order(shoptest.SetJSON("artikel", `[{"slug":"a","name":"A","menge":1,"preis":-1},{}]`)), badPrice},

	{"H03", shoptest.Order(shoptest.Without("summe")), badTotal},
	{"H03", shoptest.Order(shoptest.SetJSON("summe", "{}")), badTotal},
	{"H03", shoptest.Order(shoptest.Set("summe", "x")), badTotal},
	{"H03", shoptest.Order(shoptest.Set("summe", "12,5")), badTotal},
	{"H03", shoptest.Order(shoptest.SetJSON("summe", "[1,2]")), badTotal},
	{"H03", shoptest.Order(shoptest.Set("summe", "Infinity")), badTotal},
	{"H03", shoptest.Order(shoptest.Set("summe", -1), shoptest.Set("zahlungsart", "paypal")), badTotal},
	{"H03", shoptest.Order(shoptest.SetJSON("summe", "1e999")), badTotal},

	{"H19", shoptest.Order(shoptest.Set("zahlungsart", "paypal")), "PayPal-Zahlungen laufen nur über PayPal."},
	{"S33", shoptest.Order(shoptest.Set("zahlungsart", " PayPal ")), "PayPal-Zahlungen laufen nur über PayPal."},
	{"S33", shoptest.Order(shoptest.Set("zahlungsart", "PAYPAL")), "PayPal-Zahlungen laufen nur über PayPal."},
	{"S33", shoptest.Order(shoptest.Set("zahlungsart", "ｐａｙｐａｌ")), "PayPal-Zahlungen laufen nur über PayPal."},
	{"S33", shoptest.Order(shoptest.SetJSON("zahlungsart", `"pay\u0000pal"`)), "PayPal-Zahlungen laufen nur über PayPal."},
	{"contract", shoptest.Order(shoptest.Set("gutscheinCode", "gibtsnicht")), "Dieser Gutschein ist ungültig oder abgelaufen."},
}

// encoded is a body as clients send it.
func encoded(body shoptest.Body) string { return string(must(json.Marshal(body))) }

func TestRefusedOrders(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	for i, c := range refusals {
		t.Run(fmt.Sprintf("%s %d", c.row, i), func(t *testing.T) {
			s.In(t).Anonymous().Post("/api/orders", c.body).WantError(400, c.text)
		})
	}
	s.WantOrders(0)
}

// What JavaScript reads as a number, and the total that is stored.
func TestH03_Totals(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	totals := []struct {
		value string
		want  float64
	}{
		{"null", 0}, {`""`, 0}, {`" "`, 0}, {"false", 0}, {"[]", 0}, {"true", 1}, {"-0", 0},
		{`"12.5"`, 12.5}, {`" 7 "`, 7}, {`"0x1F"`, 31}, {"[5]", 5}, {`"1e2"`, 100},
		{"1e-400", 0}, {"12345678.901234567890", 12345678.901234567},
	}
	for _, c := range totals {
		s.Anonymous().PostOrder(shoptest.Order(shoptest.SetJSON("summe", c.value))).Want(201)
	}
	for i, order := range s.Orders() {
		if order.Total != totals[i].want {
			t.Errorf("summe %s: stored %v, want %v", totals[i].value, order.Total, totals[i].want)
		}
	}
}

func TestH04_OptionalAmounts(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	for _, value := range []string{"1e999", "-1e999", `"4.90"`, "true", "null", "{}", ""} {
		var changes []func(shoptest.Body)
		for _, name := range []string{"versandkosten", "zwischensumme", "rabattGesamt"} {
			change := shoptest.SetJSON(name, value)
			if value == "" {
				change = shoptest.Without(name)
			}
			changes = append(changes, change)
		}
		s.Anonymous().DoUnchecked("POST", "/api/orders", shoptest.Order(changes...), nil).Want(201)
	}
	for i, order := range s.Orders() {
		if order.Shipping != 0 || order.Subtotal != 0 || order.Discount != 0 {
			t.Errorf("order %d: amounts %v, %v, %v", i, order.Shipping, order.Subtotal, order.Discount)
		}
	}
}

func TestH08_Quantities(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	quantities := []struct {
		value string
		want  int64
	}{{"2.5", 3}, {"0.4", 0}, {"0.49999999999999994", 0}, {"1000000", 1_000_000}}
	for _, c := range quantities {
		s.Anonymous().PostOrder(shoptest.Order(shoptest.SetJSON("artikel.menge", c.value))).Want(201)
	}
	for i, order := range s.Orders() {
		if got := order.Items[0].Quantity; got != quantities[i].want {
			t.Errorf("menge %s: stored %d, want %d", quantities[i].value, got, quantities[i].want)
		}
	}
}

func TestH05_R33_OddTexts(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	bodies := []struct {
		body any
		name string
	}{
		{"\ufeff" + encoded(shoptest.Order()), "Erika Mustermann"},
		{shoptest.Order(shoptest.SetJSON("kunde.name", `" \ufeffMax\u00a0 "`)), "Max"},
		{shoptest.Order(shoptest.SetJSON("kunde.name", `"M\u0000ax"`)), "Max"},
		{shoptest.Order(shoptest.SetJSON("kunde.name", `"M\ud800x"`)), "M\ufffdx"},
		{shoptest.Order(shoptest.SetJSON("kunde.name", "\"M\xffx\"")), "M\ufffdx"},
		{shoptest.Order(shoptest.SetJSON("kunde", `{"name":"A","email":"a@b","name":"B"}`)), "B"},
		{shoptest.Order(shoptest.SetJSON("kunde.name", `"\u202exaM"`)), "\u202exaM"},
		{shoptest.Order(shoptest.Set("kunde.name", "<img src=x onerror=alert(1)>")), "<img src=x onerror=alert(1)>"},
	}
	for _, c := range bodies {
		s.Anonymous().Post("/api/orders", c.body).Want(201)
	}
	for i, order := range s.Orders() {
		if order.Customer.Name != bodies[i].name {
			t.Errorf("%s: stored name %q, want %q", bodies[i].body, order.Customer.Name, bodies[i].name)
		}
	}
}

func TestS32_UnknownFieldsHaveNoEffect(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	s.Anonymous().PostOrder(shoptest.Order(
		shoptest.Set("status", "bezahlt"), shoptest.Set("id", 77), shoptest.Set("bestellnummer", "BK-1999-0001"), shoptest.Set("created_at", "1999-01-01T00:00:00.000Z"),
		shoptest.Set("paypal_order_id", "5O190127TN364715T"), shoptest.Set("kunde_id", 1), shoptest.SetJSON("__proto__", `{"status":"bezahlt"}`),
	)).Want(201)
	order := s.Orders()[0]
	if order.ID != 1 || order.Number != "BK-2026-0001" || order.Status != "zahlungOffen" ||
		order.PayPalOrderID != "" || order.CustomerID != 0 || !order.CreatedAt.Equal(s.Clock.Now()) {
		t.Errorf("stored %+v", order)
	}
}

func TestContract_FieldsAsSent(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	s.Anonymous().PostOrder(shoptest.Order(
		shoptest.Set("land", "LU"), shoptest.Set("kunde.strasse", " Gasse 1"), shoptest.Set("kunde.plz", 4711), shoptest.Set("kunde.ort", "Lëtzebuerg "),
		shoptest.Set("artikel.kategorie", "garne"), shoptest.Set("artikel.gratis", "nein"), shoptest.Set("zwischensumme", 7.5), shoptest.Set("versandkosten", -0.5),
		shoptest.Set("treuebonusVerwendet", 1), shoptest.Set("aboRabattVerwendet", ""), shoptest.Set("zahlungsart", " Vorkasse "), shoptest.Set("sprache", "fr"),
	)).Want(201)
	o := s.Orders()[0]
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
