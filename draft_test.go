package kontor_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor"
)

func validDraft() *kontor.Draft {
	return &kontor.Draft{
		Country:  "de",
		Customer: kontor.Person{Name: "Mira Kühn", Email: "mira@example.org"},
		Items:    []kontor.DraftItem{{Slug: "wolle", Name: "Wolle", Quantity: 2, Price: 5.95}},
		Total:    16.80, Shipping: 4.90,
	}
}

// wantRefusal fails unless err is the very refusal; nil means none.
func wantRefusal(t *testing.T, what string, err error, want *kontor.Error) {
	t.Helper()
	if want == nil && err != nil || want != nil && !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}

// Everything is wrong at once; each step mends what was complained of and meets
// the next rule in the specification's order.
func TestH09_CheckInOrder(t *testing.T) {
	t.Parallel()
	nan := math.NaN()
	d := &kontor.Draft{Country: "fr", Total: nan, PaymentMethod: strings.Repeat("x", 501)}
	item := func(i int) *kontor.DraftItem { return &d.Items[i] }
	for _, step := range []struct {
		want *kontor.Error
		mend func()
	}{
		{kontor.ErrInvalidCountry, func() { d.Country = "DE" }},
		{kontor.ErrInvalidCustomer, func() { d.Customer = kontor.Person{Name: "Mira"} }},
		{kontor.ErrInvalidCustomer, func() { d.Customer = kontor.Person{Email: "a@b"} }},
		{kontor.ErrInvalidCustomer, func() { d.Customer = kontor.Person{Name: "Mira", Email: "a.b"} }},
		{kontor.ErrInvalidCustomer, func() { d.Customer.Email = "@" }},
		{kontor.ErrNoItems, func() { d.Items = make([]kontor.DraftItem, kontor.MaxItems+1) }},
		{kontor.ErrTooManyItems, func() { d.Items = []kontor.DraftItem{{Quantity: nan, Price: nan}, {}} }},
		{kontor.ErrInvalidItem, func() { item(0).Slug = "wolle" }},
		{kontor.ErrInvalidItem, func() { item(0).Name = "Wolle" }},
		{kontor.ErrInvalidQuantity, func() { item(0).Quantity = 1 }},
		{kontor.ErrInvalidPrice, func() { item(0).Price = 1 }},
		{kontor.ErrInvalidItem, func() { item(1).Slug, item(1).Name = "garn", "Garn" }},
		{kontor.ErrInvalidQuantity, func() { item(1).Quantity, item(1).Price = 1, -1 }},
		{kontor.ErrInvalidPrice, func() { item(1).Price = 0 }},
		{kontor.ErrInvalidTotal, func() { d.Total = 0 }},
		{kontor.ErrBadRequest, func() { d.PaymentMethod = "paypal" }},
		{nil, func() {}},
	} {
		wantRefusal(t, "Check", d.Check(), step.want)
		step.mend()
	}
	wantRefusal(t, "CheckDirect", d.CheckDirect(), kontor.ErrPayPalOnly)
}

func TestH07_FirstBadItemWins(t *testing.T) {
	t.Parallel()
	d := validDraft()
	d.Items = append(d.Items,
		kontor.DraftItem{Slug: "a", Name: "A", Quantity: 1, Price: -0.01},
		kontor.DraftItem{Slug: "b", Name: "B", Quantity: 0, Price: 1},
		kontor.DraftItem{})
	wantRefusal(t, "Check", d.Check(), kontor.ErrInvalidPrice)
}

func TestDraftCheck(t *testing.T) {
	t.Parallel()
	long, longest := strings.Repeat("ü", kontor.MaxText+1), strings.Repeat("ü", kontor.MaxText)
	quantity := func(x float64) func(*kontor.Draft) { return func(d *kontor.Draft) { d.Items[0].Quantity = x } }
	price := func(x float64) func(*kontor.Draft) { return func(d *kontor.Draft) { d.Items[0].Price = x } }
	total := func(x float64) func(*kontor.Draft) { return func(d *kontor.Draft) { d.Total = x } }
	country := func(s string) func(*kontor.Draft) { return func(d *kontor.Draft) { d.Country = s } }
	for name, tt := range map[string]struct {
		change func(*kontor.Draft)
		want   *kontor.Error
	}{
		"country at":               {country("at"), nil},
		"country CH":               {country("CH"), nil},
		"country Lu":               {country("Lu"), nil},
		"country with blanks":      {country(" de"), kontor.ErrInvalidCountry},
		"country empty":            {country(""), kontor.ErrInvalidCountry},
		"country deu":              {country("deu"), kontor.ErrInvalidCountry},
		"H08 quantity 0.4":         {quantity(0.4), nil},
		"H08 quantity 1e300":       {quantity(1e300), kontor.ErrInvalidQuantity},
		"H04 quantity infinite":    {quantity(math.Inf(1)), kontor.ErrInvalidQuantity},
		"H07 quantity 0":           {quantity(0), kontor.ErrInvalidQuantity},
		"H07 quantity -1":          {quantity(-1), kontor.ErrInvalidQuantity},
		"quantity at the limit":    {quantity(kontor.MaxQuantity), nil},
		"quantity above the limit": {quantity(kontor.MaxQuantity + 0.1), kontor.ErrInvalidQuantity},
		"price 0":                  {price(0), nil},
		"price at the limit":       {price(kontor.MaxAmount), nil},
		"price above the limit":    {price(kontor.MaxAmount + 0.01), kontor.ErrInvalidPrice},
		"H07 price -0.01":          {price(-0.01), kontor.ErrInvalidPrice},
		"H04 price infinite":       {price(math.Inf(1)), kontor.ErrInvalidPrice},
		"price NaN":                {price(math.NaN()), kontor.ErrInvalidPrice},
		"total at the limit":       {total(kontor.MaxAmount), nil},
		"total above the limit":    {total(kontor.MaxAmount + 0.01), kontor.ErrInvalidTotal},
		"H03 total -1":             {total(-1), kontor.ErrInvalidTotal},
		"H03 total infinite":       {total(math.Inf(1)), kontor.ErrInvalidTotal},
		"longest name":             {func(d *kontor.Draft) { d.Customer.Name = longest }, nil},
		"name too long":            {func(d *kontor.Draft) { d.Customer.Name = long }, kontor.ErrInvalidCustomer},
		"city too long":            {func(d *kontor.Draft) { d.Customer.City = long }, kontor.ErrInvalidCustomer},
		"slug too long":            {func(d *kontor.Draft) { d.Items[0].Slug = long }, kontor.ErrInvalidItem},
		"category too long":        {func(d *kontor.Draft) { d.Items[0].Category = long }, kontor.ErrInvalidItem},
		"other amounts unreadable": {func(d *kontor.Draft) { d.Subtotal, d.Shipping, d.Discount = math.NaN(), math.Inf(1), -1e300 }, nil},
	} {
		d := validDraft()
		tt.change(d)
		wantRefusal(t, name, d.Check(), tt.want)
	}
}

func TestDraftOrder(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 21, 9, 15, 0, 123e6, time.UTC)
	d := validDraft()
	d.Country, d.PaymentMethod, d.CouponCode, d.Language = "AT", "Nachnahme", " sommer10 ", "it"
	d.Subtotal, d.Discount = 11.9, 1.005
	d.LoyaltyBonus, d.SubscriptionRebate = true, true
	d.Items = append(d.Items, kontor.DraftItem{Slug: "geschenk", Name: "Geschenk", Category: "papier", Quantity: 1, Free: true})
	want := &kontor.Order{
		CreatedAt: at, UpdatedAt: at, Status: kontor.StatusPaymentOpen,
		Customer: d.Customer, Country: "at", PaymentMethod: "Nachnahme", CouponCode: "SOMMER10", Language: "it",
		Subtotal: 11.9, Shipping: 4.90, Discount: 1.005, Total: 16.80, // as sent
		LoyaltyBonus: true, SubscriptionRebate: true,
		Items: []kontor.Item{
			{Slug: "wolle", Name: "Wolle", Quantity: 2, Price: 5.95},
			{Slug: "geschenk", Name: "Geschenk", Category: "papier", Quantity: 1, Free: true},
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
		4.9: 4.9, 0: 0, -3: -3, 1.005: 1.005, kontor.MaxAmount: kontor.MaxAmount,
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
	for sent, want := range map[string]kontor.Language{"de": "de", "en": "en", "fr": "fr", "it": "it", "": "de", "EN": "de", "es": "de"} {
		if got := kontor.LanguageOf(sent); got != want {
			t.Errorf("LanguageOf(%q) = %q, want %q", sent, got, want)
		}
	}
}

func TestNegativeZeroIsZero(t *testing.T) {
	t.Parallel()
	minus := math.Copysign(0, -1)
	d := kontor.Draft{
		Total: minus, Subtotal: minus, Shipping: minus, Discount: minus,
		Items: []kontor.DraftItem{{Quantity: 1, Price: minus}},
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
