package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"kontor/internal/demo"
	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// priced is what the tests look at in the answer of POST /api/warenkorb.
type priced struct {
	Artikel []struct {
		Slug, Name, Kategorie string
		Menge                 int64
		Preis                 float64
		Gratis                bool
	}
	Zwischensumme, Versandkosten, RabattGesamt, Summe, BisVersandfrei float64
	GutscheinCode, GutscheinFehler                                    string
	AboRabattVerwendet                                                bool
	Entfallen                                                         []string
	Anzeige                                                           struct{ Summe, BisVersandfrei string }
}

func terms(change func(*checkout.Terms)) shoptest.Option {
	return shoptest.Web(func(o *web.Options) {
		o.Shop.Checkout.Terms.Shipping = map[shop.Country]checkout.ShippingRate{"de": {Cost: 490, FreeFrom: 4900}, "ch": {Cost: 1290}}
		change(&o.Shop.Checkout.Terms)
	})
}

func basketOf(country string, lines ...shoptest.Body) shoptest.Body {
	return shoptest.Body{"land": country, "sprache": "fr", "artikel": lines}
}

func line(slug string, quantity any) shoptest.Body {
	return shoptest.Body{"slug": slug, "menge": quantity}
}

// What the basket says is what an order needs: it passes the strict check.
func TestBasketIsPricedAsOrdersAreChecked(t *testing.T) {
	t.Parallel()
	shop := storefront(t, shoptest.Prices(checkout.PriceCheckStrict), terms(func(terms *checkout.Terms) {
		terms.Subscription, terms.SubscriptionPercent, terms.Gift = "skizzenbuch-a5", 10, "perlmuttknoepfe"
	}))
	operator := shop.Operator()
	for _, coupon := range demo.Coupons() {
		if _, err := shop.DB.CreateCoupon(t.Context(), coupon, shop.Clock.Now()); err != nil {
			t.Fatal(err)
		}
	}
	request := basketOf("de", line("merinowolle-petrol", 3), line("skizzenbuch-a5", 1), line("weg", 1))
	request["gutscheinCode"] = " " + strings.ToLower(demo.Coupons()[0].Code)
	var got priced
	shop.Anonymous().Post("/api/warenkorb", request).Want(http.StatusOK).Into(&got)
	if len(got.Artikel) != 3 || !got.Artikel[2].Gratis || got.Artikel[0].Name != "Laine mérinos bleu pétrole, 50 g" ||
		!got.AboRabattVerwendet || len(got.Entfallen) != 1 || got.GutscheinCode != demo.Coupons()[0].Code {
		t.Fatalf("basket %+v", got)
	}
	order := shoptest.Order(func(body shoptest.Body) {
		body["zwischensumme"], body["versandkosten"] = got.Zwischensumme, got.Versandkosten
		body["rabattGesamt"], body["summe"] = got.RabattGesamt, got.Summe
		body["aboRabattVerwendet"], body["gutscheinCode"] = true, got.GutscheinCode
	})
	items := make([]any, len(got.Artikel))
	for i, a := range got.Artikel {
		items[i] = shoptest.Body{"slug": a.Slug, "name": a.Name, "kategorie": a.Kategorie, "menge": a.Menge, "preis": a.Preis, "gratis": a.Gratis}
	}
	order["artikel"] = items
	shop.Anonymous().PostOrder(order).Want(http.StatusCreated)
	if hints := operator.Get("/api/verwaltung/orders/1").Text(); !strings.Contains(hints, `"hinweise":[]`) {
		t.Errorf("the order has hints: %s", hints)
	}
}

// An order whose charges are not the shop's is stored with hints, or refused
// where prices are strict.
func TestChargesThatNothingExplains(t *testing.T) {
	t.Parallel()
	rates := terms(func(*checkout.Terms) {})
	lenient, strict := storefront(t, rates), storefront(t, rates, shoptest.Prices(checkout.PriceCheckStrict))
	operator := lenient.Operator()
	free := shoptest.Item("merinowolle-petrol", 1, 5.95)
	free["gratis"] = true
	bought := []any{shoptest.Item("merinowolle-petrol", 2, 5.95), shoptest.Item("stricknadeln-bambus-4", 1, 5.40)}
	for kind, changes := range map[order.HintKind][]func(shoptest.Body){
		"":                 nil,
		order.HintShipping: {shoptest.Set("versandkosten", 0), shoptest.Set("summe", 17.3)},
		order.HintDiscount: {shoptest.Set("rabattGesamt", 17.3), shoptest.Set("summe", 4.9)},
		order.HintFree:     {shoptest.Set("artikel", append(bought, free))},
		order.HintQuantity: {shoptest.Set("artikel", append(bought, shoptest.Item("bastelkleber", 0.4, 3.2)))},
	} {
		order := shoptest.Order(append(changes, shoptest.Email(string(kind)+"@example.org"))...)
		var placed struct{ ID int64 }
		lenient.Anonymous().PostOrder(order).Want(http.StatusCreated).Into(&placed)
		hints := operator.Get(fmt.Sprintf("/api/verwaltung/orders/%d", placed.ID)).Text()
		if kind == "" {
			if !strings.Contains(hints, `"hinweise":[]`) {
				t.Errorf("an order that fits: %s", hints)
			}
			strict.Anonymous().PostOrder(order).Want(http.StatusCreated)
			continue
		}
		if !strings.Contains(hints, `"art":"`+string(kind)+`"`) {
			t.Errorf("%s: %s", kind, hints)
		}
		strict.Anonymous().PostOrder(order).WantError(http.StatusConflict, "Die Preise haben sich geändert.")
	}
}

func TestBasketTellsWhatFreeDeliveryTakes(t *testing.T) {
	t.Parallel()
	shop := storefront(t, terms(func(*checkout.Terms) {}))
	for _, test := range []struct {
		country  string
		quantity int
		shipping float64
		missing  float64
		until    string
	}{
		{"de", 1, 4.9, 24.1, "Plus que 24,10\u00a0€ pour la livraison gratuite"},
		{"de", 2, 0, 0, "Votre commande est livrée gratuitement."},
		{"ch", 2, 12.9, 0, ""},
		{"lu", 1, 0, 0, ""},
	} {
		var got priced
		shop.Anonymous().Post("/api/warenkorb", basketOf(test.country, line("stoffschere-24", test.quantity))).Want(http.StatusOK).Into(&got)
		if got.Versandkosten != test.shipping || got.BisVersandfrei != test.missing || got.Anzeige.BisVersandfrei != test.until {
			t.Errorf("%+v: got %+v", test, got)
		}
	}
}

func TestBasketsThatCannotBePriced(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	visitor := shop.Anonymous()
	for text, body := range map[string]any{
		"Ungültiges Land.":        basketOf("fr", line("bastelkleber", 1)),
		"Ungültige Artikeldaten.": basketOf("de", line("", 1)),
		"Ungültige Artikelmenge.": basketOf("de", line("bastelkleber", 1.5)),
		"Ungültige Anfrage.":      "[]",
		"Ungültige Bestellsumme.": basketOf("de", line("bastelkleber", 1_000_000), line("stoffschere-24", 1_000_000), line("schneidematte-a3", 1_000_000)),
	} {
		if text == "Ungültige Bestellsumme." {
			p := demo.Products()[0]
			p.Slug, p.Price = "teuer", 1e9
			shop.Stock(p)
			body = basketOf("de", line("teuer", 2))
		}
		visitor.Post("/api/warenkorb", body).WantError(http.StatusBadRequest, text)
	}
	for _, quantity := range []any{0, -1, "2", nil, 1e7} {
		visitor.Post("/api/warenkorb", basketOf("de", line("bastelkleber", quantity))).WantError(http.StatusBadRequest, "Ungültige Artikelmenge.")
	}
	many := make([]shoptest.Body, 200)
	for i := range many {
		many[i] = line("bastelkleber", 1)
	}
	visitor.Post("/api/warenkorb", basketOf("de", many...)).WantError(http.StatusRequestEntityTooLarge, "Die Bestellung enthält zu viele Artikel.")
	var empty priced
	visitor.Post("/api/warenkorb", basketOf("de", line("weg", 1))).Want(http.StatusOK).Into(&empty)
	if len(empty.Artikel) != 0 || len(empty.Entfallen) != 1 || empty.Summe != 0 {
		t.Errorf("an empty basket is %+v", empty)
	}
}

// An inapplicable coupon costs nobody the basket; its code says why.
func TestBasketWithoutTheCoupon(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	used := coupon.Coupon{Code: "EINMAL", Active: true, Kind: coupon.Percent, Value: 10, MaxRedemptions: 1}
	if _, err := shop.DB.CreateCoupon(t.Context(), used, shop.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	shop.Anonymous().PostOrder(shoptest.Order(shoptest.Set("gutscheinCode", "EINMAL"))).Want(http.StatusCreated)
	for _, code := range []string{"GIBTSNICHT", "einmal"} {
		request := basketOf("de", line("bastelkleber", 1))
		request["gutscheinCode"] = code
		var got priced
		shop.Anonymous().Post("/api/warenkorb", request).Want(http.StatusOK).Into(&got)
		if got.GutscheinFehler != "gutschein_ungueltig" || got.GutscheinCode != "" || got.RabattGesamt != 0 {
			t.Errorf("%s: %+v", code, got)
		}
	}
}
