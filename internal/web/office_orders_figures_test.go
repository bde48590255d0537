package web_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/tests/shoptest"
)

// Days of the mixture's orders, with both clock changes among them.
var mixedDays = []string{"2025-12-31", "2026-01-01", "2026-03-28", "2026-03-29", "2026-03-30", "2026-10-24", "2026-10-25", "2026-10-26", "2026-11-20", "2026-11-21"}

// mixture is a shop with orders of every country, state and method, with and without
// coupons and hints, from a few cents to large amounts, many around midnight in Berlin;
// some were paid through PayPal, and some of these refunded in whole or in part.
func mixture(t *testing.T, n int) *shoptest.Shop {
	t.Helper()
	p := startClosedTill(t)
	rng := rand.New(rand.NewPCG(1, 2))
	orders := make([]order.Order, n)
	for i := range orders {
		orders[i] = mixedOrder(rng)
	}
	p.Import(orders...)
	for i := range 4 {
		id := p.approved(shoptest.Email(fmt.Sprintf("paypal%d@example.org", i)))
		p.customer.Capture(id).Want(http.StatusCreated)
	}
	p.Operator().Post(paymentsPath+"/1/erstattungen", shoptest.Body{"betrag": 5.4}).Want(http.StatusCreated)
	p.Operator().Post(paymentsPath+"/2/erstattungen", shoptest.Body{"betrag": 22.2}).Want(http.StatusCreated)
	p.Operator().Patch(fmt.Sprintf("%s/%d", ordersPath, n+2), shoptest.Body{"status": "storniert"}).Want(http.StatusOK)
	return p.Shop
}

func mixedOrder(rng *rand.Rand) order.Order {
	day := must(time.ParseInLocation(time.DateOnly, mixedDays[rng.IntN(len(mixedDays))], berlin))
	at := []time.Time{day, day.Add(-time.Millisecond), day.Add(90 * time.Minute), day.Add(time.Duration(rng.IntN(82_800_000)) * time.Millisecond)}[rng.IntN(4)]
	o := order.Order{
		CreatedAt: at.UTC(), UpdatedAt: at.UTC(), Language: "de",
		Status: order.Statuses[rng.IntN(3)], Country: shop.Countries[rng.IntN(4)],
		PaymentMethod: []string{"ueberweisung", "paypal", "Rechnung", ""}[rng.IntN(4)],
		Total:         []float64{0, 0.01, 0.29, 19.99, 1234.56, float64(rng.IntN(100_000)) / 100}[rng.IntN(6)],
		CouponCode:    []string{"", "HERBST", "<B>Ä"}[rng.IntN(3)],
		Customer:      order.Person{Name: []string{"Erika Muster", "Max Muster"}[rng.IntN(2)], Email: "kunde@example.org"},
	}
	for range 1 + rng.IntN(3) {
		o.Items = append(o.Items, order.Item{Slug: fmt.Sprintf("artikel-%02d", rng.IntN(25)), Name: "Garn",
			Quantity: int64(rng.IntN(4)), Price: 1, Free: rng.IntN(5) == 0})
	}
	if rng.IntN(4) == 0 {
		o.Hints = []order.Hint{{Kind: order.HintKinds[rng.IntN(len(order.HintKinds))], Text: "x"}}
	}
	return o
}

// mixedFilters are the values with which the list's filters are tried.
var mixedFilters = map[string][]string{
	"status": {"bezahlt", "zahlungOffen", "storniert"}, "land": {"de", "at", "ch", "lu"}, "zahlungsart": {"ueberweisung", "paypal", "Rechnung"},
	"von": mixedDays, "bis": mixedDays, "q": {"erika", "max", "niemand"}, "hinweis": {"ja", "preis", "dublette"},
	"betrag_von": {"0", "0,01", "0,02", "19.99", "500"}, "betrag_bis": {"0", "0,29", "19.98", "19.99", "1234,5"}, "gutschein": {"HERBST", "<B>Ä", "WINTER"},
}

// Every figure on the page equals an independent query: those of the tiles and of the
// figures for any days, with what was kept of the revenue, the counts of the tabs, and which orders any filter shows.
// T55. Spec: States and transitions, rule 1.
func TestFiguresAndFiltersEqualPlainQueries(t *testing.T) {
	t.Parallel()
	s := mixture(t, 300)
	operator, db := s.Operator(), plainly(t, s)
	rapid.Check(t, func(rt *rapid.T) {
		address := url.Values{}
		for name, values := range mixedFilters {
			if value := rapid.SampledFrom(append([]string{"", ""}, values...)).Draw(rt, name); value != "" {
				address.Set(name, value)
			}
		}
		if until := address.Get("bis"); until != "" && address.Get("von") > until {
			address.Del("von") // refused in this order
		}
		days := url.Values{}
		for _, name := range []string{"von", "bis"} {
			if address.Has(name) {
				days.Set(name, address.Get(name))
			}
		}
		told := toldFigures(t, operator.Get(figuresPath+"?"+days.Encode()))
		if diff := gocmp(db.plainFigures(rt, address), told); diff != "" {
			rt.Errorf("figures of %v (-plain +told):\n%s", days, diff)
		}
		ids, counts := walkList(operator, address)
		if diff := gocmp(db.plainIDs(rt, address), ids); diff != "" {
			rt.Errorf("orders of %v (-plain +listed):\n%s", address, diff)
		}
		if diff := gocmp(db.plainCounts(rt), counts); diff != "" {
			rt.Errorf("counts (-plain +told):\n%s", diff)
		}
	})
}

func gocmp(want, got any) string { return cmp.Diff(want, got, cmpopts.EquateEmpty()) }

// walkList goes through all pages of a list.
func walkList(c *shoptest.Client, address url.Values) (ids []int64, counts map[string]int) {
	path := ordersPath + "?limit=40&" + address.Encode()
	for path != "" {
		a := c.Get(path).Want(200)
		var p page
		a.Into(&p)
		for _, o := range p.Orders {
			ids = append(ids, o.ID)
		}
		path, counts = nextIn(a), p.Anzahl
	}
	return ids, counts
}

// toldFigures decodes the shop's figures.
func toldFigures(t *testing.T, a shoptest.Answer) plainFigures {
	t.Helper()
	a.Want(200)
	type revenue struct {
		Tag, Land, Zahlungsart, Code string
		Bestellungen                 int64
		Umsatz, Behalten             float64
	}
	type tally struct {
		Anzahl   int64
		Summe    float64
		Aelteste string
	}
	var told struct {
		revenue
		Durchschnitt                             float64
		Offen, Storniert                         tally
		Tage, Laender, Zahlungsarten, Gutscheine []revenue
		Bestseller                               []struct {
			Slug  string `json:"produkt_slug"`
			Menge int64
		}
	}
	a.Into(&told)
	cents := func(euro float64) int64 { return int64(math.Round(euro * 100)) }
	f := plainFigures{
		Paid: plainTally{"", told.Bestellungen, cents(told.Umsatz), cents(told.Behalten)}, Average: cents(told.Durchschnitt),
		Open: plainTally{"", told.Offen.Anzahl, cents(told.Offen.Summe), 0}, Oldest: told.Offen.Aelteste,
		Cancelled: plainTally{"", told.Storniert.Anzahl, cents(told.Storniert.Summe), 0},
	}
	rows := func(all []revenue) (tallies []plainTally) {
		for _, r := range all {
			tallies = append(tallies, plainTally{r.Tag + r.Land + r.Zahlungsart + r.Code, r.Bestellungen, cents(r.Umsatz), cents(r.Behalten)})
		}
		return tallies
	}
	f.Days, f.Countries, f.Methods, f.Coupons = rows(told.Tage), rows(told.Laender), rows(told.Zahlungsarten), rows(told.Gutscheine)
	for _, b := range told.Bestseller {
		f.Products = append(f.Products, plainTally{b.Slug, b.Menge, 0, 0})
	}
	return f
}
