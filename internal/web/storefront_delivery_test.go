package web_test

import (
	"net/http"
	"strings"
	"testing"

	"kontor/internal/demo"
	"kontor/internal/mail"
	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

// delivering are the terms of a shop that delivers to two countries within known times.
var delivering = shoptest.Terms(checkout.Terms{
	Shipping: map[shop.Country]checkout.ShippingRate{"de": {Cost: 490}, "at": {Cost: 790}, "ch": {Cost: 1290}},
	Delivery: checkout.DeliveryTimes{"de": {From: 2, To: 4}, "at": {From: 3, To: 3}},
})

const slow = "merinowolle-petrol" // takes five working days longer

// deliveringShop sells one product that takes longer than the others.
func deliveringShop(t *testing.T, options ...shoptest.Option) *shoptest.Shop {
	t.Helper()
	s := shoptest.Start(t, append([]shoptest.Option{shoptest.Public(), delivering}, options...)...)
	products := demo.Products()
	for i := range products {
		if products[i].Slug == slow {
			products[i].DeliveryDays = 5
		}
	}
	s.Stock(products...)
	return s
}

func TestP31_PagesSayHowLongDeliveryTakes(t *testing.T) {
	t.Parallel()
	s := deliveringShop(t)
	visitor := s.Anonymous()
	for prefix, want := range map[string][]string{
		"":    {"Lieferzeit (Deutschland): 7–9 Werktage", "Lieferzeit (Österreich): 8 Werktage", "<th scope=\"col\">Lieferzeit</th>", "<td>3 Werktage</td>"},
		"/en": {"Delivery time (Germany): 7–9 working days", "Delivery time (Austria): 8 working days", "<td>3 working days</td>"},
		"/fr": {"Délai de livraison (Allemagne)\u00a0: 7–9 jours ouvrables", "Délai de livraison (Autriche)\u00a0: 8 jours ouvrables", "<td>3 jours ouvrables</td>"},
		"/it": {"Tempi di consegna (Germania): 7–9 giorni lavorativi", "Tempi di consegna (Austria): 8 giorni lavorativi", "<td>3 giorni lavorativi</td>"},
	} {
		product := visitor.Get(prefix + "/produkt/" + slow).Want(http.StatusOK)
		has(t, product, `<span data-to="de">`+want[0]+`</span>`, `<span data-to="at" hidden>`+want[1]+`</span>`,
			`"handlingTime":{"@type":"QuantitativeValue","maxValue":5,"minValue":5,"unitCode":"DAY"}`,
			`"transitTime":{"@type":"QuantitativeValue","maxValue":4,"minValue":2,"unitCode":"DAY"}`)
		if strings.Contains(product.Text(), `data-to="ch"`) || strings.Count(product.Text(), `"deliveryTime"`) != 2 {
			t.Errorf("%s: something is said of a country without a setting", prefix)
		}
		has(t, visitor.Get(prefix+"/versand/").Want(http.StatusOK), want[2:]...)
	}
	if row := table(t, visitor.Get("/feeds/google-de.tsv")); len(row) != 0 {
		t.Error("drawn pictures are in the feed")
	}
	s.Operator().Post("/api/verwaltung/produkte/"+slow+"/bild", photoFile(t, 60), fileType).Want(http.StatusOK)
	if row := table(t, visitor.Get("/feeds/google-de.tsv"))[slow]; row["shipping"] != "DE:::4.90 EUR:5:5:2:4,AT:::7.90 EUR:5:5:3:3" {
		t.Errorf("the feed: %q", row["shipping"])
	}
}

// A shop that has set nothing says nothing anywhere.
func TestP31_NothingIsSaidWithoutASetting(t *testing.T) {
	t.Parallel()
	s := storefront(t, terms(func(*checkout.Terms) {}))
	visitor := s.Anonymous()
	placed := visitor.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	for _, path := range []string{"/produkt/" + slow, "/versand/", placed.Header.Get("Location")} {
		if page := visitor.Get(path).Want(http.StatusOK).Text(); strings.Contains(page, "Lieferzeit") || strings.Contains(page, "deliveryTime") {
			t.Errorf("%s speaks of delivery times", path)
		}
	}
	has(t, visitor.Post("/api/warenkorb", basketOf("de", line(slow, 1))), `"lieferzeit":null`, `"lieferzeit":""`)
	has(t, s.Operator().Get(ordersPath+"/1"), `"lieferzeit":null`)
}

// The slowest product decides, for the country that was chosen.
func TestP31_BasketTakesAsLongAsItsSlowestProduct(t *testing.T) {
	t.Parallel()
	s := deliveringShop(t)
	post := func(country string, lines ...shoptest.Body) shoptest.Answer {
		return s.Anonymous().Post("/api/warenkorb", basketOf(country, lines...)).Want(http.StatusOK)
	}
	has(t, post("de", line("bastelkleber", 1), line(slow, 1)), `"lieferzeit":{"von":2,"bis":4}`, `"lieferzeit":{"von":7,"bis":9}`,
		"Délai de livraison (Allemagne)\u00a0: 7–9 jours ouvrables")
	has(t, post("at", line("bastelkleber", 1)), "Délai de livraison (Autriche)\u00a0: 3 jours ouvrables")
	if said := post("ch", line(slow, 1)).Text(); strings.Contains(said, "Délai") || !strings.Contains(said, `"lieferzeit":null`) {
		t.Errorf("of a country without a setting: %s", said)
	}
}

// What was said when it was ordered stays with the order, in its mails too, whatever the
// shop says later. Days are counted from the payment while that is missing.
func TestP31_OrderKeepsItsDeliveryTime(t *testing.T) {
	t.Parallel()
	provider := mailtest.StartResend(t, "re_123")
	s := deliveringShop(t, shoptest.Mail(mail.Options{ResendKey: "re_123", ResendURL: provider.URL()}), withBank)
	page := s.Anonymous().PostOrder(shoptest.Order(shoptest.Set("sprache", "fr"))).Want(http.StatusCreated).Header.Get("Location")
	has(t, s.Anonymous().Get(page), "Lieferzeit: 7–9 Werktage nach Zahlungseingang")
	p := &post{s, t, provider, s.Anonymous(), s.Operator()}
	p.operator.Patch(productsPath+"/"+slow, shoptest.Body{"lieferzeit_tage": 80}).Want(http.StatusOK)
	if got := p.mail(2); !strings.Contains(got.Text, "Délai de livraison\u00a0: 7–9 jours ouvrables après réception de votre paiement\n") {
		t.Errorf("the confirmation says: %s", got.Text)
	}
	if got := p.mail(1); !strings.Contains(got.Text, "Lieferzeit: 7–9 Werktage nach Zahlungseingang\n") {
		t.Errorf("the operator reads: %s", got.Text)
	}
	p.operator.Patch(ordersPath+"/1", shoptest.Body{"status": "bezahlt"}).Want(http.StatusOK)
	has(t, s.Anonymous().Get("/it"+page), "Tempi di consegna: 7–9 giorni lavorativi<")
	has(t, p.operator.Get(ordersPath+"/1"), `"lieferzeit":{"von":7,"bis":9}`)
}
