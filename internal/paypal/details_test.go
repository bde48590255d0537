package paypal_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// basket is an order whose parts add up to the 27.30 euro of newOrder.
func basket() *order.Order {
	return &order.Order{
		Customer: order.Person{Name: "Mira Kühn", Email: "mira@example.org", Street: "Heidestraße 17", Postcode: "51147", City: "Köln"},
		Country:  "de",
		Items: []order.Item{
			{Slug: "wolle", Name: "Wolle", Quantity: 3, Price: 5.95},
			{Slug: "nadeln", Name: "Nadeln", Quantity: 1, Price: 7.05},
			{Slug: "geschenk", Name: "Geschenk", Quantity: 1, Price: 3, Free: true},
		},
		Subtotal: 24.90, Shipping: 4.90, Discount: 2.50, Total: 27.30,
	}
}

// given creates an order at PayPal for a basket, and returns how it was described.
func (m *merchant) given(t *testing.T, key string, of *order.Order) paypalsim.Given {
	t.Helper()
	wanted := newOrder(key)
	wanted.Basket, wanted.Amount = of, of.TotalCents()
	created, err := m.CreateOrder(t.Context(), wanted)
	if err != nil {
		t.Fatal(err)
	}
	return m.sim.Given(created.ID)
}

// T49: PayPal gets the buyer's address, and each line with its gross price; together they
// are the total.
func TestT49_AddressAndItems(t *testing.T) {
	t.Parallel()
	m := open(t)
	want := paypalsim.Given{
		Preference: "SET_PROVIDED_ADDRESS", Name: "Mira Kühn", Street: "Heidestraße 17", Postcode: "51147", City: "Köln", Country: "DE",
		Items: []paypalsim.GivenItem{
			{Name: "Wolle", Quantity: "3", Price: 595}, {Name: "Nadeln", Quantity: "1", Price: 705}, {Name: "Geschenk", Quantity: "1"},
		},
		Goods: 2490, Shipping: 490, Discount: 250,
	}
	if diff := cmp.Diff(want, m.given(t, "a1", basket())); diff != "" {
		t.Error(diff)
	}
	if got := m.create(t, "a2"); m.sim.Given(got.ID).Preference != "NO_SHIPPING" {
		t.Errorf("without a basket: %+v", m.sim.Given(got.ID))
	}
}

// T49: an address that PayPal cannot take is left out as a whole; everything else is as
// it was.
func TestT49_AddressesThatDoNotFit(t *testing.T) {
	t.Parallel()
	m := open(t)
	for name, tt := range map[string]struct {
		change func(*order.Order)
		sent   bool
	}{
		"no name":         {func(o *order.Order) { o.Customer.Name = "" }, false},
		"no street":       {func(o *order.Order) { o.Customer.Street = "" }, false},
		"no postcode":     {func(o *order.Order) { o.Customer.Postcode = "" }, false},
		"no city":         {func(o *order.Order) { o.Customer.City = "" }, false},
		"blank city":      {func(o *order.Order) { o.Customer.City = " \t\n" }, false},
		"long name":       {func(o *order.Order) { o.Customer.Name = strings.Repeat("ü", 301) }, false},
		"long street":     {func(o *order.Order) { o.Customer.Street = strings.Repeat("ü", 301) }, false},
		"long postcode":   {func(o *order.Order) { o.Customer.Postcode = strings.Repeat("1", 61) }, false},
		"long city":       {func(o *order.Order) { o.Customer.City = strings.Repeat("ü", 121) }, false},
		"longest name":    {func(o *order.Order) { o.Customer.Name = strings.Repeat("ü", 300) }, true},
		"longest street":  {func(o *order.Order) { o.Customer.Street = strings.Repeat("ü", 300) }, true},
		"longest code":    {func(o *order.Order) { o.Customer.Postcode = strings.Repeat("1", 60) }, true},
		"longest city":    {func(o *order.Order) { o.Customer.City = strings.Repeat("ü", 120) }, true},
		"Austria":         {func(o *order.Order) { o.Country = "at" }, true},
		"Switzerland":     {func(o *order.Order) { o.Country = "ch" }, true},
		"Luxembourg":      {func(o *order.Order) { o.Country = "lu" }, true},
		"a line too many": {func(o *order.Order) { o.Customer.Street = "Heidestraße 17\n" }, true},
	} {
		o := basket()
		tt.change(o)
		got := m.given(t, "a-"+strings.ReplaceAll(name, " ", "-"), o)
		if sent := got.Preference == "SET_PROVIDED_ADDRESS" && got.Street != ""; sent != tt.sent || len(got.Items) != 3 {
			t.Errorf("%s: %+v", name, got)
		}
		if strings.ContainsAny(got.Street, "\n\t") {
			t.Errorf("%s: %q", name, got.Street)
		}
	}
}

// T49: lines that PayPal cannot take, or that do not make the total to the cent, leave
// the total alone; the address goes all the same.
func TestT49_SumsThatDoNotAgree(t *testing.T) {
	t.Parallel()
	m := open(t)
	for name, change := range map[string]func(*order.Order){
		"a cent more":       func(o *order.Order) { o.Total += 0.01 },
		"a cent less":       func(o *order.Order) { o.Items[0].Price -= 0.01 },
		"other shipping":    func(o *order.Order) { o.Shipping = 0 },
		"other discount":    func(o *order.Order) { o.Discount = 0 },
		"negative shipping": func(o *order.Order) { o.Shipping, o.Total = -1, 21.40 },
		"negative discount": func(o *order.Order) { o.Discount, o.Total = -2.50, 32.30 },
		"no name":           func(o *order.Order) { o.Items[1].Name = " \n" },
		"no pieces":         func(o *order.Order) { o.Items[2].Quantity = 0 },
		"huge":              func(o *order.Order) { o.Items[0].Quantity, o.Items[0].Price = 1_000_000, shop.MaxAmount },
	} {
		o := basket()
		change(o)
		got := m.given(t, "s-"+strings.ReplaceAll(name, " ", "-"), o)
		if len(got.Items) != 0 || got.Goods != 0 || got.Street == "" {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// T49: long names are cut off between characters.
func TestT49_LongItemNames(t *testing.T) {
	t.Parallel()
	m := open(t)
	for i, name := range []string{
		strings.Repeat("a", 500), strings.Repeat("ü", 500), "a" + strings.Repeat("ü", 300), strings.Repeat("🧶", 100), strings.Repeat("a ", 200),
	} {
		o := basket()
		o.Items[0].Name = name
		sent := m.given(t, "n-"+string(rune('a'+i)), o).Items[0].Name
		if len(sent) > 127 || len(sent) < 124 || !utf8.ValidString(sent) || !strings.HasPrefix(name, sent) || strings.TrimSpace(sent) != sent {
			t.Errorf("%.10s…: %d bytes, %q", name, len(sent), sent)
		}
	}
}

// drawBasket makes up an order whose sums may agree or not.
func drawBasket(r *rapid.T) *order.Order {
	text := rapid.StringN(0, 400, -1)
	cents := rapid.Custom(func(r *rapid.T) float64 { return shop.Cents(rapid.Int64Range(0, 1e7).Draw(r, "cents")).Euro() })
	o := &order.Order{
		Customer: order.Person{Name: text.Draw(r, "name"), Street: text.Draw(r, "street"), Postcode: text.Draw(r, "postcode"), City: text.Draw(r, "city")},
		Country:  rapid.SampledFrom(shop.Countries).Draw(r, "country"),
		Shipping: cents.Draw(r, "shipping"), Discount: cents.Draw(r, "discount"),
	}
	for range rapid.IntRange(0, 4).Draw(r, "lines") {
		o.Items = append(o.Items, order.Item{
			Name: text.Draw(r, "item"), Quantity: rapid.Int64Range(0, 9).Draw(r, "quantity"),
			Price: cents.Draw(r, "price"), Free: rapid.Bool().Draw(r, "free"),
		})
	}
	o.Total = max(0.01, o.ExpectedTotal().Euro())
	return o
}
