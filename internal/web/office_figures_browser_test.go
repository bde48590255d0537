//go:build !nobrowser

package web_test

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/tests/shoptest"
)

const figuresPage = "/verwaltung/auswertung/"

// evaluated are orders around midnight in Berlin, at both clock changes, in every
// state, with gaps of days, weeks and months.
func evaluated() (orders []order.Order) {
	for i, at := range []string{
		"2025-12-31T22:59:59.999Z", "2025-12-31T23:00:00Z", "2026-01-04T22:59:59Z", "2026-01-04T23:00:00Z",
		"2026-03-28T23:00:00Z", "2026-03-29T21:59:59Z", "2026-03-29T22:00:00Z", "2026-10-24T22:00:00Z", "2026-10-25T22:59:59Z",
		"2026-10-25T23:00:00Z", "2026-11-20T12:00:00Z", "2026-11-20T13:00:00Z", "2026-11-21T08:00:00Z",
	} {
		created, err := time.Parse(time.RFC3339, at)
		if err != nil {
			panic(err)
		}
		for j, status := range order.Statuses {
			n := i*len(order.Statuses) + j
			o := order.Order{
				CreatedAt: created, UpdatedAt: created, Status: status, Language: "de", Country: shop.Countries[n%4],
				PaymentMethod: []string{"ueberweisung", "paypal", "bar"}[(i+j)%3], Total: float64(n)*10.37 + 0.01,
				Customer: order.Person{Name: "Erika", Email: "erika@example.org"},
				Items: []order.Item{
					{Slug: fmt.Sprintf("artikel-%d", n%7), Name: "Garn", Quantity: int64(n%5 + 1), Price: 1},
					{Slug: "zugabe", Name: "Zugabe", Quantity: 50, Free: true},
				},
			}
			o.CouponCode = []string{"HERBST", "<b>Ä", ""}[(i+j)%3]
			orders = append(orders, o)
		}
	}
	return orders
}

// plainRows answers a query past the program, with amounts in cents.
func plainRows(t *testing.T, s *shoptest.Shop, query string, args ...any) (rows []string) {
	t.Helper()
	db := plainly(t, s)
	defer db.Close()
	return rowsOf(t, db, query, args, func(found *sql.Rows) (string, error) {
		var key string
		var n, cents int64
		err := found.Scan(&key, &n, &cents)
		return fmt.Sprintf("%s|%s|%s", key, german(n), germanEuro(cents)), err
	})
}

func german(n int64) string { return strings.TrimSuffix(shop.Cents(n*100).String(), ",00") }

func germanEuro(cents int64) string { return shop.Cents(cents).String() + " €" }

// tableOf returns the rows of one of the page's tables, with cells separated by bars.
func (o office) tableOf(id string) []string {
	o.t.Helper()
	text, err := chromedp.Run(o.ctx, chromedp.Evaluate[string](fmt.Sprintf(
		`[...document.querySelectorAll("#%s tbody tr")].map(r => [...r.cells].map(c => c.textContent).join("|")).join("\n").replaceAll("\u00a0", " ")`, id)))
	if err != nil {
		o.t.Fatal(err)
	}
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

// openFigures shows a range and waits for its figures.
func (o office) openFigures(s *shoptest.Shop, query string) {
	o.t.Helper()
	o.do("open "+query, chromedp.Navigate(s.URL+figuresPage+query))
	o.until(`document.querySelector("#tiles strong") !== null && !document.querySelector("#figures[aria-busy]")`)
}

// Every figure on the page equals an independent query. Cancelled and unpaid
// orders do not count; what lies between is shown as a gap.
func TestFiguresEqualPlainQueries(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	s.Import(evaluated()...)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, figuresPage+"?von=alle", "#verlauf")
		for _, r := range []struct{ query, from, until string }{
			{"?von=alle", "0001", "9999"},
			{"?von=2026-01-01&bis=2026-03-29", "2025-12-31T23:00:00.000Z", "2026-03-29T22:00:00.000Z"},
			{"?von=2026-03-30", "2026-03-29T22:00:00.000Z", "9999"},
			{"?bis=2025-12-31", "0001", "2025-12-31T23:00:00.000Z"},
			{"?von=2026-10-25&bis=2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"},
		} {
			o.openFigures(s, r.query)
			o.wantParts(s, r.query, r.from, r.until)
		}
		o.wantSteps(s)
	})
}

// wantParts compares what the page says about countries, methods, coupons, products and
// the total with queries over the orders of a span.
func (o office) wantParts(s *shoptest.Shop, name, from, until string) {
	o.t.Helper()
	const within = ` WHERE o.status = 'bezahlt' AND o.created_at >= $1 AND o.created_at < $2 `
	for id, query := range map[string]string{
		"laender": `SELECT CASE land WHEN 'de' THEN 'Deutschland' WHEN 'at' THEN 'Österreich' WHEN 'ch' THEN 'Schweiz' ELSE 'Luxemburg' END,
			count(*), sum(summe_cent) FROM orders o` + within + `GROUP BY land ORDER BY 3 DESC`,
		"zahlungsarten": `SELECT CASE zahlungsart WHEN 'paypal' THEN 'PayPal' WHEN 'ueberweisung' THEN 'Überweisung' ELSE 'Sonstige' END,
			count(*), sum(summe_cent) FROM orders o` + within + `GROUP BY zahlungsart ORDER BY 3 DESC`,
		"gutscheine": `SELECT gutschein_code, count(*), sum(summe_cent) FROM orders o` + within + `AND gutschein_code IS NOT NULL
			GROUP BY gutschein_code ORDER BY 3 DESC`,
	} {
		want := plainRows(o.t, s, query, from, until)
		for i, row := range want { // nothing was returned
			want[i] += row[strings.LastIndex(row, "|"):]
		}
		wantRows(o.t, name+" "+id, o.tableOf(id), want)
	}
	var sold []string
	for _, row := range plainRows(o.t, s, `SELECT i.produkt_slug, sum(i.menge), 0 FROM order_items i JOIN orders o ON o.id = i.order_id`+
		within+`AND i.gratis = 0 GROUP BY i.produkt_slug ORDER BY 2 DESC, 1`, from, until) {
		cells := strings.Split(row, "|")
		sold = append(sold, "nicht mehr im Katalog|"+cells[0]+"|"+cells[1])
	}
	wantRows(o.t, name+" bestseller", o.tableOf("bestseller"), sold)
	o.wantTiles(s, name, from, until)
}

func (o office) wantTiles(s *shoptest.Shop, name, from, until string) {
	o.t.Helper()
	var want []string
	for _, status := range []string{"bezahlt", "zahlungOffen", "storniert"} {
		want = append(want, plainRows(o.t, s, `SELECT '', count(*), coalesce(sum(summe_cent), 0) FROM orders
			WHERE status = $3 AND created_at >= $1 AND created_at < $2`, from, until, status)...)
	}
	mean := plainRows(o.t, s, `SELECT '', 0, (2 * CAST(sum(summe_cent) AS BIGINT) + count(*)) / (2 * count(*)) FROM orders
		WHERE status = 'bezahlt' AND created_at >= $1 AND created_at < $2`, from, until)
	shown, err := chromedp.Run(o.ctx, chromedp.Evaluate[[]string](
		`[...document.querySelectorAll("#tiles .tile")].map(t => t.querySelector("strong").textContent.replaceAll("\u00a0", " ") + "|" + t.querySelector("small").textContent)`))
	if err != nil || len(shown) != 6 {
		o.t.Fatalf("%s: tiles %q, %v", name, shown, err)
	}
	part := func(row string, i int) string { return strings.Split(row, "|")[i] }
	wantRows(o.t, name+" tiles",
		[]string{part(shown[0], 0), part(shown[1], 0), part(shown[2], 0), part(shown[3], 0), part(shown[4], 0), part(shown[5], 0)},
		[]string{part(want[0], 2), part(want[0], 2), part(want[0], 1), part(mean[0], 2), part(want[1], 2), part(want[2], 2)})
	for i, row := range want[1:] {
		if n := part(row, 1); !strings.HasPrefix(part(shown[4+i], 1), n+" Bestellung") {
			o.t.Errorf("%s: %q does not say %s orders", name, shown[4+i], n)
		}
	}
}

// wantSteps compares the series by day, week and month with a query for each row of its
// table: together the rows cover the whole range, without a gap.
func (o office) wantSteps(s *shoptest.Shop) {
	o.t.Helper()
	for step, whole := range map[string]func(from, until time.Time) bool{
		"tag": func(from, until time.Time) bool { return from.Equal(until) },
		"woche": func(from, until time.Time) bool {
			return from.Weekday() == time.Monday && until.Equal(from.AddDate(0, 0, 6))
		},
		"monat": func(from, until time.Time) bool { return from.Day() == 1 && until.Equal(from.AddDate(0, 1, -1)) },
	} {
		o.openFigures(s, "?von=2025-12-30&bis=2026-11-21&schritt="+step)
		rows := o.tableOf("verlauf")
		next := shop.Day("2026-11-22").Start()
		for i, row := range rows {
			cells := strings.Split(row, "|")
			from, until := spanOf(o.t, cells[0])
			if !until.AddDate(0, 0, 1).Equal(next) {
				o.t.Errorf("%s: %q does not end before %s", step, row, next)
			}
			next = from
			want := plainRows(o.t, s, `SELECT '', count(*), coalesce(sum(summe_cent), 0) FROM orders
				WHERE status = 'bezahlt' AND created_at >= $1 AND created_at < $2`,
				shop.FormatTime(from), shop.FormatTime(until.AddDate(0, 0, 1)))[0]
			if gap := cells[1] == "keine"; gap && want != "|0|0,00 €" || !gap && want != "|"+cells[1]+"|"+cells[2] {
				o.t.Errorf("%s: %q, want %q", step, row, want)
			} else if !gap && i > 0 && i < len(rows)-1 && !whole(from, until) {
				o.t.Errorf("%s: %q is no whole span", step, row)
			}
		}
		if !next.Equal(shop.Day("2025-12-30").Start()) || len(rows) < 7 {
			o.t.Errorf("%s: %d rows begin on %s", step, len(rows), next)
		}
		o.wantHonestCharts(step, rows)
	}
}

// spanOf returns the first and the last day covered by a row of the series.
func spanOf(t *testing.T, name string) (from, until time.Time) {
	t.Helper()
	if month, year, ok := strings.Cut(name, " "); ok && !strings.Contains(name, "–") {
		number := 1 + slices.Index(strings.Fields("Januar Februar März April Mai Juni Juli August September Oktober November Dezember"), month)
		from = shop.Day(fmt.Sprintf("%s-%02d-01", year, number)).Start()
		return from, from.AddDate(0, 1, -1)
	}
	first, last, ok := strings.Cut(name, " – ")
	if !ok {
		last = first
	}
	for i, text := range []string{first, last} {
		day, err := time.ParseInLocation("2.1.2006", text, shop.Berlin)
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			from = day
		}
		until = day
	}
	return from, until
}

// wantHonestCharts: every column starts at zero, its height is its value, and a gap has
// none.
func (o office) wantHonestCharts(step string, rows []string) {
	o.t.Helper()
	// A chart is drawn once it has a width, which a busy browser gives it late.
	o.until(`[...document.querySelectorAll("#verlauf svg")].every(chart => chart.hasAttribute("viewBox"))`)
	for i, column := range []int{2, 1} {
		bars, err := chromedp.Run(o.ctx, chromedp.Evaluate[[][]float64](fmt.Sprintf(`[...document.querySelectorAll("#verlauf svg")[%d].querySelectorAll("rect")]
			.map(r => ["y", "height"].map(n => Number(r.getAttribute(n))))`, i)))
		if err != nil {
			o.t.Fatal(err)
		}
		var values []float64
		for _, row := range slices.Backward(rows) {
			if cells := strings.Split(row, "|"); cells[1] != "keine" {
				value, err := strconv.ParseFloat(strings.NewReplacer(".", "", ",", ".", " €", "").Replace(cells[column]), 64)
				if err != nil {
					o.t.Fatal(err)
				}
				values = append(values, value)
			}
		}
		if len(bars) != len(values) {
			o.t.Fatalf("%s: %d columns for %d values", step, len(bars), len(values))
		}
		for j, bar := range bars {
			floor, scale := bars[0][0]+bars[0][1], bars[0][1]/values[0]
			if math.Abs(bar[0]+bar[1]-floor) > 0.01 || math.Abs(bar[1]-values[j]*scale) > 0.01 {
				o.t.Errorf("%s: column %d of chart %d is %v for %v", step, j, i, bar, values[j])
			}
		}
	}
}

func wantRows(t *testing.T, name string, got, want []string) {
	t.Helper()
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w || len(want) == 0 {
		t.Errorf("%s: got\n%s\nwant\n%s", name, g, w)
	}
}

// No violation of the rules for accessible pages, light and dark, on phones
// and desks; S1: a coupon's code stays text.
func TestFiguresAreAccessible(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	s.Import(evaluated()...)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, figuresPage+"?von=alle", "#verlauf")
		o.looksRight("figures")
		o.until(`document.querySelector("#gutscheine tbody").textContent.includes("<b>Ä") && document.querySelector("#gutscheine b") === null`)
		o.openFigures(s, "?von=2024-01-01&bis=2024-02-01")
		o.until(`document.querySelector("#nothing:not([hidden])").textContent.startsWith("In dieser Zeit")`)
		o.looksRight("figures of nothing")
	})
}

// The URL reflects the range; it can be changed with the keyboard alone.
func TestFiguresFollowTheirAddress(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	s.Import(evaluated()...)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, figuresPage+"?von=2026-01-01&bis=2026-03-29&schritt=monat", "#verlauf")
		o.until(`document.getElementById("von").value === "2026-01-01" && document.getElementById("schritt").value === "monat"`)
		o.do("weeks", evaluate(`document.getElementById("schritt").focus()`), chromedp.KeyEvent("je W"))
		o.until(`location.search.includes("schritt=woche") && document.querySelector("#verlauf h2").textContent.endsWith("je Woche")`)
		o.do("everything", evaluate(`[...document.querySelectorAll("#tabs button")].at(-1).focus()`), chromedp.KeyEvent("\r"))
		o.until(`location.search === "?von=alle" && document.querySelector("#verlauf tbody tr:last-child").textContent.includes("2025")`)
		o.do("back", chromedp.NavigateBack())
		o.until(`document.getElementById("von").value === "2026-01-01" && document.querySelector("#verlauf h2").textContent.endsWith("je Woche")`)
		o.do("the orders behind a figure", chromedp.Click("#tiles .storniert"), chromedp.WaitVisible("tr[data-id]"))
		o.until(`location.search === "?status=storniert&von=2026-01-01&bis=2026-03-29"`)
	})
}

// An expired session leads to the code page, and from there back to the same range; the
// page reports an invalid range, and a database that is away.
func TestFiguresInTrouble(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	s.Import(evaluated()...)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, figuresPage+"?von=gestern", "#trouble:not([hidden])")
		o.until(`document.getElementById("trouble-text").textContent === "Ungültiger Filter: von."`)
		s.Clock.Advance(25 * time.Hour)
		o.do("choose", evaluate(`[...document.querySelectorAll("#tabs button")].at(-1).click()`), chromedp.WaitVisible(`form[action="/api/zugang/verwaltung"]`))
		o.do("enter again", chromedp.SendKeys("#code", s.AdminCode+"\n"), chromedp.WaitVisible("#verlauf"))
		o.until(`location.pathname + location.search === "` + figuresPage + `?von=alle"`)
		if err := s.DB.Close(); err != nil {
			t.Fatal(err)
		}
		o.do("again", evaluate(`document.querySelector("#tabs button").click()`), chromedp.WaitVisible("#trouble"))
		o.until(`document.querySelector("#figures").childElementCount === 0 && document.querySelector("#again") !== null`)
	})
}
