package tax

import (
	"testing"

	"kontor/internal/shop"
)

// today is a day of the rates that are in force.
const today shop.Day = "2026-11-23"

func seller(seat shop.Country) *Seller { return &Seller{Seat: seat, Rates: Lawful} }

// oss returns a seller who has charged the destination's tax since today.
func oss(seat shop.Country) *Seller { return &Seller{Seat: seat, Rates: Lawful, OSSFrom: today} }

// taxOf returns the tax in a sale of one class, summed by document.
func taxOf(s *Seller, sale Sale, class Class, gross shop.Cents) shop.Cents {
	return s.Rate(s.Treat(sale), class, today).Within(gross)
}

// F1 to F8, F17, F18: the tax in one amount, by seat, destination and class.
func TestF1_F2_F3_F4_F5_F6_F7_F8_F18_TaxInAnAmount(t *testing.T) {
	t.Parallel()
	small := &Seller{Seat: "at", Small: true, Rates: Lawful}
	smallAbroad := &Seller{Seat: "at", Small: true, Rates: Lawful, OSSFrom: today}
	for name, c := range map[string]struct {
		seller *Seller
		sale   Sale
		class  Class
		gross  shop.Cents
		want   shop.Cents
		kind   Case
	}{
		"F1":                  {seller("de"), Sale{To: "de"}, Standard, 3490, 557, Domestic},
		"F2 before":           {seller("de"), Sale{To: "at"}, Standard, 3490, 557, DistanceAtSeat},
		"F2 a day too early":  {&Seller{Seat: "de", Rates: Lawful, OSSFrom: today.Next()}, Sale{To: "at"}, Standard, 3490, 557, DistanceAtSeat},
		"F2 after":            {oss("de"), Sale{To: "at"}, Standard, 3490, 582, DistanceAtDestination},
		"F3":                  {oss("de"), Sale{To: "lu"}, Standard, 3490, 507, DistanceAtDestination},
		"F4 de":               {seller("de"), Sale{To: "de"}, Reduced, 1999, 131, Domestic},
		"F4 at":               {seller("at"), Sale{To: "at"}, Reduced, 1999, 182, Domestic},
		"F4 lu":               {seller("lu"), Sale{To: "lu"}, Reduced, 1999, 58, Domestic},
		"F4 ch":               {seller("ch"), Sale{To: "ch"}, Reduced, 1999, 51, Domestic},
		"F5":                  {oss("de"), Sale{To: "ch", Business: true}, Standard, 3490, 0, Export},
		"F6":                  {seller("ch"), Sale{To: "ch"}, Standard, 3490, 262, Domestic},
		"F7":                  {seller("de"), Sale{To: "de"}, Standard, 3 * 99, 47, Domestic},
		"F8 at":               {seller("at"), Sale{To: "at"}, Standard, 3, 1, Domestic},
		"F8 de":               {seller("de"), Sale{To: "de"}, Standard, 2, 0, Domestic},
		"F18 without VIES":    {seller("de"), Sale{To: "at"}, Standard, 3490, 557, DistanceAtSeat},
		"F18":                 {oss("de"), Sale{To: "at", Business: true}, Standard, 3490, 557, IntraCommunity},
		"business at home":    {seller("de"), Sale{To: "de", Business: true}, Standard, 3490, 557, Domestic},
		"from Switzerland":    {oss("ch"), Sale{To: "de", Business: true}, Standard, 3490, 0, Export},
		"no tax at all":       {seller("de"), Sale{To: "de"}, Zero, 3490, 0, Domestic},
		"small at home":       {small, Sale{To: "at"}, Standard, 3490, 0, Domestic},
		"small abroad":        {small, Sale{To: "de"}, Standard, 3490, 0, DistanceAtSeat},
		"small to business":   {small, Sale{To: "de", Business: true}, Standard, 3490, 0, DistanceAtSeat},
		"small beyond":        {smallAbroad, Sale{To: "de"}, Standard, 3490, 557, DistanceAtDestination},
		"small, exported":     {small, Sale{To: "ch"}, Standard, 3490, 0, Export},
		"as much as there is": {seller("de"), Sale{To: "de"}, Standard, shop.MaxCents, 15966386555, Domestic},
	} {
		c.sale.Day = today
		treatment := c.seller.Treat(c.sale)
		if got := taxOf(c.seller, c.sale, c.class, c.gross); got != c.want || treatment.Case != c.kind {
			t.Errorf("%s: %d cents as %s, want %d as %s", name, got, treatment.Case, c.want, c.kind)
		}
		if taxed := c.seller.Rate(treatment, Standard, today) > 0 && c.kind != IntraCommunity; treatment.Taxed() != taxed {
			t.Errorf("%s: taxed %t", name, treatment.Taxed())
		}
	}
	if got := Rate(200).Within(3490) + Rate(200).Within(10000); got != 2249 { // F17: by document
		t.Errorf("F17: %d", got)
	}
}

// parts returns the parts of a document of yarn and books, and their tax in Germany.
func taxes(parts []Part) (sums, tax []shop.Cents) {
	for _, p := range parts {
		sums = append(sums, p.Gross)
		tax = append(tax, Lawful.On("de", p.Class, today).Within(p.Gross))
	}
	return sums, tax
}

func equal(t *testing.T, name string, got []shop.Cents, want ...shop.Cents) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %v, want %v", name, got, want)
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("%s: %v, want %v", name, got, want)
			return
		}
	}
}

var yarnAndBook = []Line{{Standard, 3000}, {Reduced, 1999}}

// F9 to F12, F20: shipping, discount and the difference of an order that does not add up
// are shared out among the lines.
func TestF9_F10_F11_F12_F20_ExtrasAreShared(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		lines     []Line
		extras    []shop.Cents
		sums, tax []shop.Cents
	}{
		"F9":  {yarnAndBook, []shop.Cents{490}, []shop.Cents{3294, 2195}, []shop.Cents{526, 144}},
		"F10": {yarnAndBook, []shop.Cents{490, -500}, []shop.Cents{2994, 1995}, []shop.Cents{478, 131}},
		"F11": {[]Line{{Standard, 1000}, {Standard, 1000}, {Reduced, 1000}}, []shop.Cents{500, -100}, []shop.Cents{2267, 1133}, []shop.Cents{362, 74}},
		"F12": {yarnAndBook, []shop.Cents{490, 5000 - 5489}, []shop.Cents{3001, 1999}, []shop.Cents{479, 131}},
		"F20": {[]Line{{Reduced, 0}, {Standard, 0}}, []shop.Cents{490}, []shop.Cents{490}, []shop.Cents{78}},
	} {
		sums, tax := taxes(Parts(c.lines, c.extras...))
		equal(t, name+" sums", sums, c.sums...)
		equal(t, name+" tax", tax, c.tax...)
	}
	equal(t, "F11 shipping", Shares(500, []shop.Cents{1000, 1000, 1000}), 167, 167, 166)
	equal(t, "F11 discount", Shares(-100, []shop.Cents{1000, 1000, 1000}), -34, -33, -33)
}

// F13, F15: what is taken back in pieces contains the tax of the whole.
func TestF13_F15_TakenBackInPieces(t *testing.T) {
	t.Parallel()
	parts := Parts(yarnAndBook, 490, -500)
	for _, step := range []struct {
		amount    shop.Cents
		sums, tax []shop.Cents
	}{
		{1000, []shop.Cents{600, 400}, []shop.Cents{96, 27}},
		{3989, []shop.Cents{2394, 1595}, []shop.Cents{382, 104}},
	} {
		var sums, tax []shop.Cents
		for i, taken := range Take(parts, step.amount) {
			rate := Lawful.On("de", taken.Class, today)
			sums, tax = append(sums, taken.Gross), append(tax, rate.Back(parts[i].Gross, taken.Gross))
			parts[i].Gross -= taken.Gross
		}
		equal(t, "F13 sums", sums, step.sums...)
		equal(t, "F13 tax", tax, step.tax...)
	}
	var tax []shop.Cents
	for left := shop.Cents(85); left > 0; left -= 17 {
		tax = append(tax, Rate(190).Back(left, 17))
	}
	equal(t, "F15", tax, 3, 3, 3, 2, 3)
}

// F22: the rate is that of the day of the supply, and rows of one's own replace those of
// their country and class.
func TestF22_RateOfTheDay(t *testing.T) {
	t.Parallel()
	own := Lawful.With(Rates{{"de", Standard, "", 190}, {"de", Standard, "2027-01-01", 210}})
	for _, c := range []struct {
		rates   Rates
		country shop.Country
		class   Class
		day     shop.Day
		want    Rate
	}{
		{Lawful, "de", Standard, "2020-06-30", 190}, {Lawful, "de", Standard, "2020-07-01", 160}, {Lawful, "de", Reduced, "2020-12-31", 50},
		{Lawful, "de", Standard, "2021-01-01", 190}, {Lawful, "at", Reduced, "2021-12-31", 50}, {Lawful, "at", Reduced, "2022-01-01", 100},
		{Lawful, "lu", Standard, "2023-12-31", 160}, {Lawful, "lu", Standard, "2024-01-01", 170}, {Lawful, "ch", Standard, "2023-12-31", 77},
		{Lawful, "ch", Reduced, "2024-01-01", 26}, {Lawful, "fr", Standard, today, 0},
		{own, "de", Standard, "2026-12-30", 190}, {own, "de", Standard, "2027-01-02", 210}, {own, "de", Standard, "2020-07-01", 190},
		{own, "de", Reduced, "2027-01-02", 70}, {own, "at", Standard, "2027-01-02", 200},
	} {
		if got := c.rates.On(c.country, c.class, c.day); got != c.want {
			t.Errorf("%s %s on %s: %d, want %d", c.country, c.class, c.day, got, c.want)
		}
	}
}

// The words about prices follow the seat, the destination and the day.
func TestF28_WordsAboutPrices(t *testing.T) {
	t.Parallel()
	small := func(seat shop.Country, from shop.Day) *Seller { return &Seller{Seat: seat, Small: true, OSSFrom: from} }
	for _, c := range []struct {
		seller *Seller
		to     shop.Country
		want   string
	}{
		{seller("de"), "", "included"}, {seller("de"), "de", "included"}, {seller("de"), "at", "included"}, {seller("de"), "ch", "export"},
		{seller("de"), "fr", "included"}, {seller("ch"), "", "included"}, {seller("ch"), "ch", "included"}, {seller("ch"), "de", "export"},
		{small("de", ""), "", "untaxed-de"}, {small("at", ""), "at", "untaxed-at"}, {small("at", ""), "de", "untaxed-at"}, {small("lu", ""), "ch", "untaxed-lu"},
		{small("ch", ""), "ch", "untaxed-ch"}, {small("ch", ""), "de", "untaxed-ch"},
		{small("at", today), "de", "included"}, {small("at", today.Next()), "de", "untaxed-at"}, {small("at", today), "at", "untaxed-at"},
	} {
		if got := c.seller.Words(c.to, today); got != c.want {
			t.Errorf("%+v to %q: %s, want %s", c.seller, c.to, got, c.want)
		}
		key := ""
		switch {
		case c.to == "ch" && c.seller.Seat != "ch":
			key = "order.importTax"
		case c.to == "de" && c.seller.Seat == "ch":
			key = "order.importTaxAbroad"
		}
		if got := c.seller.ImportText(c.to); got != key {
			t.Errorf("%+v to %q: %q, want %q", c.seller, c.to, got, key)
		}
	}
}
