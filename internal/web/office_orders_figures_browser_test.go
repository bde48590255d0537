//go:build !nobrowser

package web_test

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"kontor/internal/shop/order"
)

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
	want := []string{germanEuro(f.Paid.Cents), germanEuro(f.Paid.Kept), german(f.Paid.N), germanEuro(f.Average), germanEuro(f.Open.Cents), german(f.Cancelled.N)}
	o.untilEqual(query+" tiles", `[...document.querySelectorAll("#tiles strong")].map(e => e.textContent)`, want)
	o.untilEqual(query+" cancelled", `[...document.querySelectorAll("#tiles small")].slice(5).map(e => e.textContent)`, []string{germanEuro(f.Cancelled.Cents)})
	o.untilOneOf(`document.querySelectorAll("#tiles small")[4].textContent`, openTexts(f.Open.N, f.Oldest))
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
