package web_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
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
// figures for any days, the counts of the tabs, and which orders any filter shows.
// Spec: States and transitions, rule 1.
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
		Umsatz                       float64
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
		Paid: plainTally{"", told.Bestellungen, cents(told.Umsatz)}, Average: cents(told.Durchschnitt),
		Open: plainTally{"", told.Offen.Anzahl, cents(told.Offen.Summe)}, Oldest: told.Offen.Aelteste,
		Cancelled: plainTally{"", told.Storniert.Anzahl, cents(told.Storniert.Summe)},
	}
	rows := func(all []revenue) (tallies []plainTally) {
		for _, r := range all {
			tallies = append(tallies, plainTally{r.Tag + r.Land + r.Zahlungsart + r.Code, r.Bestellungen, cents(r.Umsatz)})
		}
		return tallies
	}
	f.Days, f.Countries, f.Methods, f.Coupons = rows(told.Tage), rows(told.Laender), rows(told.Zahlungsarten), rows(told.Gutscheine)
	for _, b := range told.Bestseller {
		f.Products = append(f.Products, plainTally{b.Slug, b.Menge, 0})
	}
	return f
}

// Tiles, tabs and rows match the database, under any filter, and again after an order
// was changed on the page.
func TestTilesAndTabsEqualPlainQueries(t *testing.T) {
	t.Parallel()
	s := mixture(t, 120)
	db := plainly(t, s)
	browse(t, func(ctx context.Context) {
		o := enter(ctx, t, s, "/verwaltung/")
		for _, query := range []string{
			"", "?status=zahlungOffen&land=at", "?von=2026-03-29&bis=2026-03-29", "?bis=2025-12-31&zahlungsart=ueberweisung",
			"?von=2026-10-25&q=erika", "?von=2027-01-01", "?status=storniert&hinweis=ja&von=2026-01-01", "?betrag_von=0,29&betrag_bis=1000&gutschein=HERBST",
		} {
			o.do("open "+query, chromedp.Navigate(s.URL+"/verwaltung/"+query))
			o.wantPage(db, query)
		}
		o.do("all", chromedp.Navigate(s.URL+"/verwaltung/"))
		o.wantPage(db, "")
		for _, status := range []string{"bezahlt", "storniert", "zahlungOffen", "bezahlt"} {
			o.do("choose "+status, choose(121, status))
			o.until(`document.getElementById("news").textContent.startsWith("Gespeichert")`)
			o.do("forget what was said", evaluate(`document.getElementById("news").textContent = ""`))
			o.wantPage(db, "")
		}
	})
}

// wantPage waits until tiles, tabs and rows match the database.
func (o office) wantPage(db plain, query string) {
	o.t.Helper()
	address := must(url.ParseQuery(strings.TrimPrefix(query, "?")))
	f, counts := db.plainFigures(o.t, address), db.plainCounts(o.t)
	want := []string{germanEuro(f.Paid.Cents), german(f.Paid.N), germanEuro(f.Average), germanEuro(f.Open.Cents), german(f.Cancelled.N)}
	o.untilEqual(query+" tiles", `[...document.querySelectorAll("#tiles strong")].map(e => e.textContent)`, want)
	o.untilEqual(query+" cancelled", `[...document.querySelectorAll("#tiles small")].slice(4).map(e => e.textContent)`, []string{germanEuro(f.Cancelled.Cents)})
	o.untilOneOf(`document.querySelectorAll("#tiles small")[3].textContent`, openTexts(f.Open.N, f.Oldest))
	o.untilEqual(query+" tabs", `[...document.querySelectorAll("#tabs .count")].map(e => e.textContent)`,
		[]string{german(int64(counts["alle"])), german(int64(counts["zahlungOffen"])), german(int64(counts["bezahlt"])), german(int64(counts["storniert"]))})
	rows := []string{}
	for _, id := range db.plainIDs(o.t, address) {
		if len(rows) < order.DefaultLimit {
			rows = append(rows, fmt.Sprint(id))
		}
	}
	o.untilEqual(query+" rows", `[...document.querySelectorAll("#rows tr")].map(e => e.dataset.id ?? "loading")`, rows)
	o.wantRowTexts(db)
}

// openTexts are the possible texts of the tile of open payments for n orders: a day may
// end between the page's reading of the clock and this one.
func openTexts(n int64, oldest string) (texts []string) {
	if n == 0 {
		return []string{"keine offen"}
	}
	orders := german(n) + " Bestellungen"
	if n == 1 {
		orders = "1 Bestellung"
	}
	passed := time.Since(must(time.Parse(time.RFC3339, oldest)))
	for _, since := range []time.Duration{passed, passed - time.Hour} {
		age := "von heute"
		switch days := int(since / (24 * time.Hour)); {
		case days == 1:
			age = "seit 1 Tag"
		case days > 1:
			age = fmt.Sprintf("seit %d Tagen", days)
		}
		texts = append(texts, orders+", älteste "+age)
	}
	return texts
}

// wantRowTexts compares the amounts and states of the rows with the orders'.
func (o office) wantRowTexts(db plain) {
	o.t.Helper()
	stored := make(map[string]string)
	rowsOf(o.t, db, `SELECT id, summe_cent, status FROM orders`, nil, func(rows *sql.Rows) (none struct{}, err error) {
		var id, cents int64
		var status string
		err = rows.Scan(&id, &cents, &status)
		stored[fmt.Sprint(id)] = germanEuro(cents) + " " + status
		return none, err
	})
	shown, err := chromedp.Run(o.ctx, chromedp.Evaluate[map[string]string](`Object.fromEntries([...document.querySelectorAll("tr[data-id]")].map(
		r => [r.dataset.id, r.querySelector(".sum").textContent.replaceAll("\u00a0", " ") + " " + r.querySelector("select").value]))`))
	if err != nil {
		o.t.Fatal(err)
	}
	for id, text := range shown {
		if text != stored[id] {
			o.t.Errorf("order %s is shown as %q, and stored as %q", id, text, stored[id])
		}
	}
}

// untilEqual waits until a list of texts on the page is the wanted one.
func (o office) untilEqual(what, list string, want []string) {
	o.t.Helper()
	wanted := must(json.Marshal(want))
	same := fmt.Sprintf(`JSON.stringify(%s).replaceAll("\u00a0", " ") === JSON.stringify(%s)`, list, wanted)
	if _, err := chromedp.Run(o.ctx, chromedp.Poll[bool](same, chromedp.WithPollingTimeout(time.Minute))); err != nil {
		shown, _ := chromedp.Run(o.ctx, chromedp.Evaluate[string](`JSON.stringify(`+list+`)`))
		o.t.Fatalf("%s: %v\nshown %s\nwant  %s", what, err, shown, wanted)
	}
}

// untilOneOf waits until a text on the page is one of the wanted ones.
func (o office) untilOneOf(text string, want []string) {
	o.t.Helper()
	o.until(fmt.Sprintf(`%s.includes((%s).replaceAll("\u00a0", " "))`, must(json.Marshal(want)), text))
}
