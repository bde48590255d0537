package checkout_test

import (
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

var quoteTime = time.Date(2026, 11, 21, 9, 15, 0, 0, time.UTC)

// quoteTerms and quoteCatalogue are a small shop that has everything.
var quoteTerms = checkout.Terms{
	Shipping:       map[shop.Country]checkout.ShippingRate{"de": {490, 4900}, "at": {790, 7900}, "ch": {1290, 12900}, "lu": {790, 0}},
	LoyaltyPercent: 5,
	Subscription:   "abo", SubscriptionPercent: 10, Gift: "origami",
}

func quoteCatalogue() map[string]catalogue.Product {
	products := make(map[string]catalogue.Product)
	for slug, price := range map[string]float64{"wolle": 5.95, "knopf": 0.01, "stoff": 12.9, "abo": 19, "origami": 4.6, "teuer": 1e9} {
		names := make(map[shop.Language]string)
		for _, language := range shop.Languages {
			names[language] = slug + " " + string(language)
		}
		products[slug] = catalogue.Product{Slug: slug, Names: names, CategorySlug: "bastel", Price: price, Active: true}
	}
	gone := products["wolle"]
	gone.Slug, gone.Active = "weg", false
	products["weg"] = gone
	return products
}

func lines(slug string, quantity int64) []checkout.BasketLine {
	return []checkout.BasketLine{{Slug: slug, Quantity: quantity}}
}

func TestQuote(t *testing.T) {
	t.Parallel()
	percent := &coupon.Coupon{Code: "ZEHN", Kind: coupon.Percent, Value: 10, Active: true}
	amount := &coupon.Coupon{Code: "ALLES", Kind: coupon.Amount, Value: 500, Active: true}
	tests := map[string]struct {
		basket                           checkout.Basket
		goods, shipping, discount, total shop.Cents
		missing                          shop.Cents
	}{
		"two pieces":                {checkout.Basket{Country: "de", Lines: lines("wolle", 2)}, 1190, 490, 0, 1680, 3710},
		"free delivery from":        {checkout.Basket{Country: "de", Lines: []checkout.BasketLine{{"stoff", 3}, {"wolle", 2}}}, 5060, 0, 0, 5060, 0},
		"dearer country":            {checkout.Basket{Country: "ch", Lines: lines("wolle", 2)}, 1190, 1290, 0, 2480, 11710},
		"never free":                {checkout.Basket{Country: "lu", Lines: lines("stoff", 100)}, 129000, 790, 0, 129790, 0},
		"percent":                   {checkout.Basket{Country: "de", Lines: lines("wolle", 1), Coupon: percent}, 595, 490, 60, 1025, 4305},
		"amount above the goods":    {checkout.Basket{Country: "de", Lines: lines("wolle", 1), Coupon: amount}, 595, 490, 595, 490, 4305},
		"bonus":                     {checkout.Basket{Country: "de", Lines: lines("stoff", 1), Loyal: true}, 1290, 490, 65, 1715, 3610},
		"bonus after all is gone":   {checkout.Basket{Country: "de", Lines: lines("wolle", 1), Coupon: amount, Loyal: true}, 595, 490, 595, 490, 4305},
		"subscription":              {checkout.Basket{Country: "de", Lines: []checkout.BasketLine{{"abo", 1}, {"stoff", 2}}}, 4480, 490, 258, 4712, 420},
		"subscription, bonus, code": {checkout.Basket{Country: "de", Lines: []checkout.BasketLine{{"abo", 1}, {"stoff", 2}}, Loyal: true, Coupon: percent}, 4480, 490, 448 + 258 + 224, 4040, 420},
		"free before discounts":     {checkout.Basket{Country: "de", Lines: lines("stoff", 4), Coupon: percent}, 5160, 0, 516, 4644, 0},
	}
	for name, tt := range tests {
		tt.basket.At = quoteTime
		q, err := quoteTerms.Quote(&tt.basket, quoteCatalogue())
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if q.Goods != tt.goods || q.Shipping != tt.shipping || q.Discount() != tt.discount || q.Total != tt.total || q.ToFreeShipping != tt.missing {
			t.Errorf("%s: goods %v, shipping %v, discount %v, total %v, missing %v", name, q.Goods, q.Shipping, q.Discount(), q.Total, q.ToFreeShipping)
		}
		if gifts := len(q.Items) - len(tt.basket.Lines); (gifts == 1) != q.SubscriptionRebate {
			t.Errorf("%s: %d gifts", name, gifts)
		}
	}
}

func TestQuoteRefuses(t *testing.T) {
	t.Parallel()
	over := &coupon.Coupon{Code: "VORBEI", Kind: coupon.Percent, Value: 10, Active: true, Until: "2026-11-20"}
	tests := map[string]struct {
		basket checkout.Basket
		want   error
	}{
		"country":      {checkout.Basket{Country: "fr", Lines: lines("wolle", 1)}, shop.ErrInvalidCountry},
		"empty":        {checkout.Basket{Country: "de"}, checkout.ErrNoItems},
		"too many":     {checkout.Basket{Country: "de", Lines: make([]checkout.BasketLine, checkout.MaxItems)}, checkout.ErrTooManyItems},
		"unknown":      {checkout.Basket{Country: "de", Lines: lines("gibtsnicht", 1)}, checkout.ErrInvalidItem},
		"not for sale": {checkout.Basket{Country: "de", Lines: lines("weg", 1)}, checkout.ErrInvalidItem},
		"none of it":   {checkout.Basket{Country: "de", Lines: lines("wolle", 0)}, checkout.ErrInvalidQuantity},
		"too much":     {checkout.Basket{Country: "de", Lines: lines("wolle", checkout.MaxQuantity+1)}, checkout.ErrInvalidQuantity},
		"too dear":     {checkout.Basket{Country: "de", Lines: lines("teuer", 2)}, checkout.ErrInvalidTotal},
		"coupon":       {checkout.Basket{Country: "de", Lines: lines("wolle", 1), Coupon: over}, coupon.ErrUnusable},
	}
	for name, tt := range tests {
		tt.basket.At = quoteTime
		if _, err := quoteTerms.Quote(&tt.basket, quoteCatalogue()); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
}

// drawBasket draws any basket that the shop can deliver.
func drawBasket(t *rapid.T) *checkout.Basket {
	b := &checkout.Basket{
		Country:  rapid.SampledFrom(shop.Countries).Draw(t, "country"),
		Language: rapid.SampledFrom(shop.Languages).Draw(t, "language"),
		Loyal:    rapid.Bool().Draw(t, "loyal"),
		At:       quoteTime,
	}
	for _, slug := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"wolle", "knopf", "stoff", "abo", "origami"}), 1, 5, rapid.ID).Draw(t, "slugs") {
		b.Lines = append(b.Lines, checkout.BasketLine{Slug: slug, Quantity: rapid.Int64Range(1, 500).Draw(t, "quantity")})
	}
	if rapid.Bool().Draw(t, "with coupon") {
		b.Coupon = &coupon.Coupon{Code: "RABATT", Active: true, Kind: coupon.Percent, Value: float64(rapid.IntRange(1, 10000).Draw(t, "percent")) / 100}
		if rapid.Bool().Draw(t, "amount") {
			b.Coupon.Kind = coupon.Amount
		}
	}
	return b
}

// ordered is the order that a page makes of a quote.
func ordered(b *checkout.Basket, q *checkout.Quote) *order.Order {
	return &order.Order{
		CreatedAt: b.At, Country: b.Country, Language: b.Language, Items: append([]order.Item(nil), q.Items...),
		Subtotal: q.Goods.Euro(), Shipping: q.Shipping.Euro(), Discount: q.Discount().Euro(), Total: q.Total.Euro(),
		LoyaltyBonus: q.LoyaltyBonus, SubscriptionRebate: q.SubscriptionRebate,
	}
}
