package checkout_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
	"kontor/tests/refusal"
)

func validDraft() *checkout.Draft {
	return &checkout.Draft{
		Country:  "de",
		Customer: order.Person{Name: "Mira Kühn", Email: "mira@example.org"},
		Items:    []checkout.DraftItem{{Slug: "wolle", Name: "Wolle", Quantity: 2, Price: 5.95}},
		Total:    16.80, Shipping: 4.90,
	}
}

// Everything is wrong at once; each step fixes the reported problem and runs into the
// next rule in the specification's order.
func TestH09_CheckInOrder(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	d := &checkout.Draft{Country: "fr", Total: nan, PaymentMethod: strings.Repeat("x", 501)}
	item := func(i int) *checkout.DraftItem { return &d.Items[i] }
	for _, step := range []struct {
		want *shop.Error
		mend func()
	}{
		{shop.ErrInvalidCountry, func() { d.Country = "DE" }},
		{checkout.ErrInvalidCustomer, func() { d.Customer = order.Person{Name: "Mira"} }},
		{checkout.ErrInvalidCustomer, func() { d.Customer = order.Person{Email: "a@b"} }},
		{checkout.ErrInvalidCustomer, func() { d.Customer = order.Person{Name: "Mira", Email: "a.b"} }},
		{checkout.ErrInvalidCustomer, func() { d.Customer.Email = "@" }},
		{checkout.ErrNoItems, func() { d.Items = make([]checkout.DraftItem, checkout.MaxItems+1) }},
		{checkout.ErrTooManyItems, func() { d.Items = []checkout.DraftItem{{Quantity: nan, Price: nan}, {}} }},
		{checkout.ErrInvalidItem, func() { item(0).Slug = "wolle" }},
		{checkout.ErrInvalidItem, func() { item(0).Name = "Wolle" }},
		{checkout.ErrInvalidQuantity, func() { item(0).Quantity = 1 }},
		{checkout.ErrInvalidPrice, func() { item(0).Price = 1 }},
		{checkout.ErrInvalidItem, func() { item(1).Slug, item(1).Name = "garn", "Garn" }},
		{checkout.ErrInvalidQuantity, func() { item(1).Quantity, item(1).Price = 1, -1 }},
		{checkout.ErrInvalidPrice, func() { item(1).Price = 0 }},
		{checkout.ErrInvalidTotal, func() { d.Total = 0 }},
		{shop.ErrBadRequest, func() { d.PaymentMethod = "paypal" }},
		{nil, func() {}},
	} {
		refusal.Want(t, "Check", d.Check(), step.want)
		step.mend()
	}
	refusal.Want(t, "CheckDirect", d.CheckDirect(), checkout.ErrPayPalOnly)
}

func TestH07_FirstBadItemWins(t *testing.T) {
	t.Parallel()
	d := validDraft()
	d.Items = append(d.Items,
		checkout.DraftItem{Slug: "a", Name: "A", Quantity: 1, Price: -0.01},
		checkout.DraftItem{Slug: "b", Name: "B", Quantity: 0, Price: 1},
		checkout.DraftItem{})
	refusal.Want(t, "Check", d.Check(), checkout.ErrInvalidPrice)
}

func TestDraftCheck(t *testing.T) {
	t.Parallel()
	long, longest := strings.Repeat("ü", shop.MaxText+1), strings.Repeat("ü", shop.MaxText)
	quantity := func(x float64) func(*checkout.Draft) { return func(d *checkout.Draft) { d.Items[0].Quantity = x } }
	price := func(x float64) func(*checkout.Draft) { return func(d *checkout.Draft) { d.Items[0].Price = x } }
	total := func(x float64) func(*checkout.Draft) { return func(d *checkout.Draft) { d.Total = x } }
	country := func(s string) func(*checkout.Draft) { return func(d *checkout.Draft) { d.Country = s } }
	for name, tt := range map[string]struct {
		change func(*checkout.Draft)
		want   *shop.Error
	}{
		"country at":               {country("at"), nil},
		"country CH":               {country("CH"), nil},
		"country Lu":               {country("Lu"), nil},
		"country with blanks":      {country(" de"), shop.ErrInvalidCountry},
		"country empty":            {country(""), shop.ErrInvalidCountry},
		"country deu":              {country("deu"), shop.ErrInvalidCountry},
		"H08 quantity 0.4":         {quantity(0.4), nil},
		"H08 quantity 1e300":       {quantity(1e300), checkout.ErrInvalidQuantity},
		"H04 quantity infinite":    {quantity(math.Inf(1)), checkout.ErrInvalidQuantity},
		"H07 quantity 0":           {quantity(0), checkout.ErrInvalidQuantity},
		"H07 quantity -1":          {quantity(-1), checkout.ErrInvalidQuantity},
		"quantity at the limit":    {quantity(checkout.MaxQuantity), nil},
		"quantity above the limit": {quantity(checkout.MaxQuantity + 0.1), checkout.ErrInvalidQuantity},
		"price 0":                  {price(0), nil},
		"price at the limit":       {price(shop.MaxAmount), nil},
		"price above the limit":    {price(shop.MaxAmount + 0.01), checkout.ErrInvalidPrice},
		"H07 price -0.01":          {price(-0.01), checkout.ErrInvalidPrice},
		"H04 price infinite":       {price(math.Inf(1)), checkout.ErrInvalidPrice},
		"price NaN":                {price(math.NaN()), checkout.ErrInvalidPrice},
		"total at the limit":       {total(shop.MaxAmount), nil},
		"total above the limit":    {total(shop.MaxAmount + 0.01), checkout.ErrInvalidTotal},
		"H03 total -1":             {total(-1), checkout.ErrInvalidTotal},
		"H03 total infinite":       {total(math.Inf(1)), checkout.ErrInvalidTotal},
		"longest name":             {func(d *checkout.Draft) { d.Customer.Name = longest }, nil},
		"name too long":            {func(d *checkout.Draft) { d.Customer.Name = long }, checkout.ErrInvalidCustomer},
		"city too long":            {func(d *checkout.Draft) { d.Customer.City = long }, checkout.ErrInvalidCustomer},
		"slug too long":            {func(d *checkout.Draft) { d.Items[0].Slug = long }, checkout.ErrInvalidItem},
		"category too long":        {func(d *checkout.Draft) { d.Items[0].Category = long }, checkout.ErrInvalidItem},
		"other amounts unreadable": {func(d *checkout.Draft) { d.Subtotal, d.Shipping, d.Discount = math.NaN(), math.Inf(1), -1e300 }, nil},
	} {
		d := validDraft()
		tt.change(d)
		refusal.Want(t, name, d.Check(), tt.want)
	}
}

func TestDraftOrder(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 21, 9, 15, 0, 123e6, time.UTC)
	d := validDraft()
	d.Country, d.PaymentMethod, d.CouponCode, d.Language = "AT", "Nachnahme", " sommer10 ", "it"
	d.Subtotal, d.Discount = 11.9, 1.005
	d.LoyaltyBonus, d.SubscriptionRebate = true, true
	d.Items = append(d.Items, checkout.DraftItem{Slug: "geschenk", Name: "Geschenk", Category: "papier", Quantity: 1, Free: true})
	want := &order.Order{
		CreatedAt: at, UpdatedAt: at, Status: order.StatusPaymentOpen,
		Dispatch: order.DispatchOpen,
		Customer: d.Customer, Country: "at", PaymentMethod: "Nachnahme", CouponCode: "SOMMER10", Language: "it",
		Subtotal: 11.9, Shipping: 4.90, Discount: 1.005, Total: 16.80, // as sent
		LoyaltyBonus: true, SubscriptionRebate: true,
		Items: []order.Item{
			{Slug: "wolle", Name: "Wolle", Quantity: 2, Price: 5.95, TaxClass: tax.Standard},
			{Slug: "geschenk", Name: "Geschenk", Category: "papier", Quantity: 1, Free: true, TaxClass: tax.Standard},
		},
	}
	if diff := cmp.Diff(want, d.Order(at)); diff != "" {
		t.Error(diff)
	}
}

func TestH08_QuantitiesAreRounded(t *testing.T) {
	t.Parallel()
	for quantity, want := range map[float64]int64{
		0.4: 0, 0.49999999999999994: 0, 0.5: 1, 1: 1, 1.4999: 1, 2.5: 3, 3.5: 4, 999_999.5: 1_000_000, 1_000_000: 1_000_000,
	} {
		d := validDraft()
		d.Items[0].Quantity = quantity
		if got := d.Order(time.Now()).Items[0].Quantity; got != want {
			t.Errorf("%v pieces are stored as %d, want %d", quantity, got, want)
		}
	}
}

func TestOptionalAmounts(t *testing.T) {
	t.Parallel()
	for sent, want := range map[float64]float64{
		4.9: 4.9, 0: 0, -3: -3, 1.005: 1.005, shop.MaxAmount: shop.MaxAmount,
		1e10: 0, -1e10: 0, math.Inf(1): 0, math.Inf(-1): 0, math.NaN(): 0,
	} {
		d := validDraft()
		d.Subtotal, d.Shipping, d.Discount = sent, sent, sent
		o := d.Order(time.Now())
		if o.Subtotal != want || o.Shipping != want || o.Discount != want {
			t.Errorf("%v is stored as %v, %v, %v, want %v", sent, o.Subtotal, o.Shipping, o.Discount, want)
		}
	}
}

func TestLanguageOf(t *testing.T) {
	t.Parallel()
	for sent, want := range map[string]shop.Language{"de": "de", "en": "en", "fr": "fr", "it": "it", "": "de", "EN": "de", "es": "de"} {
		if got := shop.LanguageOf(sent); got != want {
			t.Errorf("LanguageOf(%q) = %q, want %q", sent, got, want)
		}
	}
}

func TestNegativeZeroIsZero(t *testing.T) {
	t.Parallel()
	minus := math.Copysign(0, -1)
	d := checkout.Draft{
		Total: minus, Subtotal: minus, Shipping: minus, Discount: minus,
		Items: []checkout.DraftItem{{Quantity: 1, Price: minus}},
	}
	o := d.Order(time.Time{})
	for name, x := range map[string]float64{
		"total": o.Total, "subtotal": o.Subtotal, "shipping": o.Shipping, "discount": o.Discount, "price": o.Items[0].Price,
	} {
		if math.Signbit(x) {
			t.Errorf("%s is -0, which JSON would show", name)
		}
	}
}
