package checkout_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
)

// What the shop quotes passes its own check and adds up.
func TestQuotesPassTheCheck(t *testing.T) {
	t.Parallel()
	catalogue := quoteCatalogue()
	rapid.Check(t, func(t *rapid.T) {
		b, q, o := drawOrder(t)
		if d := q.Discount(); d < 0 || d > q.Goods || q.Total != q.Goods+q.Shipping-d || q.Total < 0 {
			t.Fatalf("goods %v, shipping %v, discount %v, total %v", q.Goods, q.Shipping, d, q.Total)
		}
		if hints := quoteTerms.Check(o, catalogue, b.Coupon, b.Loyal); len(hints) > 0 {
			t.Fatalf("the quote has hints %v", hints)
		}
		o.Subtotal = 0
		o.Items = slices.DeleteFunc(o.Items, func(i order.Item) bool { return i.Free })
		if hints := quoteTerms.Check(o, catalogue, b.Coupon, b.Loyal); len(hints) > 0 {
			t.Fatalf("without subtotal and gift: hints %v", hints)
		}
	})
}

func drawOrder(t *rapid.T) (*checkout.Basket, *checkout.Quote, *order.Order) {
	b := drawBasket(t)
	q, err := quoteTerms.Quote(b, quoteCatalogue())
	if err != nil {
		t.Fatal(err)
	}
	return b, q, ordered(b, q)
}

// One cent more or less in any amount is flagged, whether or not the order's total
// changes with it.
func TestCheckSeesEveryCent(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		b, q, o := drawOrder(t)
		amounts := []*float64{&o.Total, &o.Shipping, &o.Discount, &o.Subtotal}
		for i := range b.Lines {
			amounts = append(amounts, &o.Items[i].Price)
		}
		amount := rapid.SampledFrom(amounts).Draw(t, "amount")
		change := rapid.SampledFrom([]shop.Cents{-1, 1}).Draw(t, "change")
		if amount == &o.Subtotal {
			change = 1 // an amount of 0 may be missing
		}
		*amount = (shop.CentsOf(*amount) + change).Euro()
		if amount != &o.Total && amount != &o.Subtotal && rapid.Bool().Draw(t, "total goes along") {
			o.Total = o.ExpectedTotal().Euro()
		}
		if hints := quoteTerms.Check(o, quoteCatalogue(), b.Coupon, b.Loyal); len(hints) == 0 {
			t.Fatalf("nothing flagged in %+v, quoted %+v", o, q)
		}
	})
}

// So is any other deviation from a quote.
func TestCheckSeesEveryLie(t *testing.T) {
	t.Parallel()
	lies := map[string]func(*order.Order){
		"quantity":     func(o *order.Order) { o.Items[0].Quantity++ },
		"rounded to 0": func(o *order.Order) { o.Items = append(o.Items, order.Item{Slug: "wolle", Price: 5.95}) },
		"free":         func(o *order.Order) { o.Items = append(o.Items, order.Item{Slug: "stoff", Quantity: 1, Free: true}) },
		"two gifts": func(o *order.Order) {
			o.Items = append(o.Items, order.Item{Slug: "origami", Quantity: 2, Free: true})
		},
		"subscription": func(o *order.Order) { o.SubscriptionRebate = !o.SubscriptionRebate },
		"unknown":      func(o *order.Order) { o.Items = append(o.Items, order.Item{Slug: "gold", Quantity: 1}) },
		"not for sale": func(o *order.Order) { o.Items = append(o.Items, order.Item{Slug: "weg", Quantity: 1, Free: true}) },
		"negative":     func(o *order.Order) { o.Shipping, o.Discount = o.Shipping-9, o.Discount-9 },
		"subtotal":     func(o *order.Order) { o.Subtotal = -o.Subtotal },
	}
	names := make([]string, 0, len(lies))
	for name := range lies {
		names = append(names, name)
	}
	slices.Sort(names)
	rapid.Check(t, func(t *rapid.T) {
		b, _, o := drawOrder(t)
		lies[rapid.SampledFrom(names).Draw(t, "lie")](o)
		if hints := quoteTerms.Check(o, quoteCatalogue(), b.Coupon, b.Loyal); len(hints) == 0 {
			t.Fatalf("nothing flagged in %+v", o)
		}
	})
}

func TestH16_CheckTellsWhatDiffers(t *testing.T) {
	t.Parallel()
	const total, price, unknown, quantity, free, shipping, discount = order.HintTotal, order.HintPrice, order.HintUnknown,
		order.HintQuantity, order.HintFree, order.HintShipping, order.HintDiscount
	item := func(slug string, quantity int64, price float64) order.Item {
		return order.Item{Slug: slug, Quantity: quantity, Price: price}
	}
	gift := order.Item{Slug: "origami", Quantity: 1, Price: 4.6, Free: true}
	wool := item("wolle", 2, 5.95)
	for name, tt := range map[string]struct {
		order order.Order
		want  []order.Hint
	}{
		"right":      {order.Order{Items: []order.Item{wool}, Shipping: 4.9, Total: 16.8}, nil},
		"same cents": {order.Order{Items: []order.Item{wool}, Shipping: 4.8999999, Total: 16.799999999999997}, nil},
		"total":      {order.Order{Items: []order.Item{wool}, Shipping: 4.9, Total: 0.01}, []order.Hint{{Kind: total, Text: "Summe weicht ab (erwartet 16,80)"}}},
		"subtotal":   {order.Order{Items: []order.Item{wool}, Shipping: 4.9, Total: 16.8, Subtotal: 12}, []order.Hint{{Kind: total, Text: "Zwischensumme weicht ab (erwartet 11,90)"}}},
		"price": {order.Order{Items: []order.Item{item("stoff", 2, 12)}, Shipping: 4.9, Total: 28.9},
			[]order.Hint{{Kind: price, Text: "Preis von stoff weicht ab (Katalog 12,90)"}}},
		"unknown": {order.Order{Items: []order.Item{item("gold", 1, 1), item("weg", 1, 1)}, Shipping: 4.9, Total: 6.9},
			[]order.Hint{{Kind: unknown, Text: "Artikel nicht im Sortiment: gold"}, {Kind: unknown, Text: "Artikel nicht im Sortiment: weg"}}},
		"rounded to 0": {order.Order{Items: []order.Item{wool, item("stoff", 0, 12.9)}, Shipping: 4.9, Total: 16.8},
			[]order.Hint{{Kind: quantity, Text: "Menge 0 von stoff"}}},
		"free": {order.Order{Items: []order.Item{wool, gift}, Shipping: 4.9, Total: 16.8},
			[]order.Hint{{Kind: free, Text: "Gratis, aber kein Geschenk des Shops: origami"}}},
		"gift": {order.Order{Items: []order.Item{item("abo", 1, 19), gift}, Shipping: 4.9, Total: 23.9, SubscriptionRebate: true}, nil},
		"gifts": {order.Order{Items: []order.Item{item("abo", 1, 19), gift, gift}, Shipping: 4.9, Total: 23.9, SubscriptionRebate: true},
			[]order.Hint{{Kind: free, Text: "Mehr als ein Geschenk: origami"}}},
		"shipping": {order.Order{Items: []order.Item{wool}, Total: 11.9}, []order.Hint{{Kind: shipping, Text: "Versandkosten weichen ab (erwartet 4,90)"}}},
		"free delivery": {order.Order{Items: []order.Item{item("stoff", 4, 12.9)}, Shipping: 4.9, Total: 56.5},
			[]order.Hint{{Kind: shipping, Text: "Versandkosten weichen ab (erwartet 0,00)"}}},
		"discount": {order.Order{Items: []order.Item{wool}, Shipping: 4.9, Discount: 5, Total: 11.8},
			[]order.Hint{{Kind: discount, Text: "Rabatt weicht ab (erwartet 0,00)"}}},
		"negative": {order.Order{Items: []order.Item{wool}, Shipping: -0.1, Discount: -5, Total: 16.8},
			[]order.Hint{{Kind: shipping, Text: "Versandkosten weichen ab (erwartet 4,90)"}, {Kind: discount, Text: "Rabatt weicht ab (erwartet 0,00)"}}},
		"bonus": {order.Order{Items: []order.Item{wool}, Shipping: 4.9, Total: 16.8, LoyaltyBonus: true},
			[]order.Hint{{Kind: discount, Text: "Treuebonus ohne bezahlte frühere Bestellung"}}},
		"rebate": {order.Order{Items: []order.Item{wool}, Shipping: 4.9, Total: 16.8, SubscriptionRebate: true},
			[]order.Hint{{Kind: discount, Text: "Abo-Rabatt ohne Abo im Warenkorb"}}},
		"no rebate": {order.Order{Items: []order.Item{item("abo", 1, 19)}, Shipping: 4.9, Total: 23.9},
			[]order.Hint{{Kind: discount, Text: "Abo im Warenkorb, aber kein Abo-Rabatt vermerkt"}}},
		"beyond all limits": {order.Order{Items: []order.Item{item("teuer", 1e6, 1e9), item("teuer", 1e6, 1e9)}, Total: 1},
			[]order.Hint{{Kind: total, Text: "Summe weicht ab (erwartet 2.000.000.000.000.000,00)"}, {Kind: total, Text: "Warenwert über 1.000.000.000,00"}}},
	} {
		tt.order.Country, tt.order.CreatedAt = "de", quoteTime
		if diff := cmp.Diff(tt.want, quoteTerms.Check(&tt.order, quoteCatalogue(), nil, false)); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// A large order does not store a page of hints.
func TestCheckEndsATaleOfOneKind(t *testing.T) {
	t.Parallel()
	items := slices.Repeat([]order.Item{{Slug: "gold", Quantity: 1}}, checkout.MaxItems)
	hints := new(checkout.Terms).Check(&order.Order{Items: items}, nil, nil, false)
	if len(hints) != 6 || !strings.Contains(hints[5].Text, "weitere") || hints[5].Kind != order.HintUnknown {
		t.Errorf("%d hints, %+v", len(hints), hints)
	}
}
