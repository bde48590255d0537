//go:build !nobrowser

package web_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
	"kontor/tests/shoptest"
)

// fill enters a value into one of the filters' fields and leaves it.
func (o office) fill(name, value string) {
	o.t.Helper()
	o.do("fill "+name, evaluate(fmt.Sprintf(
		`{ const f = document.querySelector('#filters [name=%q]'); f.value = %q; f.dispatchEvent(new Event("change", { bubbles: true })); }`, name, value)))
}

// listed waits until the list shows exactly these orders.
func (o office) listed(ids string) {
	o.t.Helper()
	o.until(fmt.Sprintf(`document.getElementById("orders").ariaBusy === null && [...document.querySelectorAll("tr[data-id]")].map(r => r.dataset.id).join() === %q`, ids))
}

// Orders can also be filtered by amount and coupon. Each filter is shown above the list
// in words, and can be removed alone or with all others; malformed ones are not sent.
func TestAmountCouponAndChips(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	coupon := coupon.Coupon{Code: "HERBST", Active: true, Kind: coupon.Percent, Value: 10}
	if _, err := s.DB.CreateCoupon(t.Context(), coupon, s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	visitor := s.Visitor()
	for i, total := range []float64{5, 19.99, 20, 150} {
		order := shoptest.Order(shoptest.Set("summe", total), shoptest.Email(fmt.Sprintf("kunde%d@example.org", i)))
		if i%2 == 1 {
			order["gutscheinCode"] = "herbst"
		}
		visitor.PostOrder(order).Want(http.StatusCreated)
	}
	browse(t, func(ctx context.Context) {
		o := enter(ctx, t, s, "/verwaltung/")
		o.listed("4,3,2,1")
		o.until(`document.getElementById("fields").hidden && document.getElementById("reset").hidden && document.querySelector("#chips li") === null`)
		o.do("unfold", chromedp.Click("#more"), chromedp.WaitVisible(`[name="betrag_von"]`))
		o.fill("betrag_von", "19,99")
		o.listed("4,3,2")
		o.fill("betrag_bis", "20")
		o.listed("3,2")
		o.fill("gutschein", "herbst")
		o.listed("2")
		o.until(`location.search === "?betrag_von=19%2C99&betrag_bis=20&gutschein=herbst"`)
		o.untilEqual("chips", `[...document.querySelectorAll("#chips button")].map(b => b.textContent)`,
			[]string{"ab 19,99 €", "bis 20,00 €", "Gutschein: herbst"})
		o.until(`document.getElementById("active").textContent === "3"`)
		o.looksRight("filters")
		o.press(`document.getElementById("chips")`, "bis 20,00")
		o.listed("4,2")
		o.until(`document.querySelector('[name="betrag_bis"]').value === ""`)
		o.fill("betrag_bis", "zwanzig")
		o.until(`document.querySelector('[name="betrag_bis"]:invalid') !== null`)
		o.until(`location.search === "?betrag_von=19%2C99&gutschein=herbst"`)
		o.press("document", "Zurücksetzen")
		o.listed("4,3,2,1")
		o.until(`location.search === "" && document.querySelector('[name="gutschein"]').value === ""`)

		// A malformed value in a hand-written URL is reported, not ignored.
		o.do("by hand", chromedp.Navigate(s.URL+"/verwaltung/?betrag_von=%3Cb%3E"), chromedp.WaitVisible("#trouble"))
		o.until(`document.getElementById("trouble-text").textContent === "Ungültiger Filter: betrag_von." && document.querySelector("#chips b") === null`)
		o.press(`document.getElementById("chips")`, "ab <b>")
		o.listed("4,3,2,1")
	})
}

// A change of several orders can be undone for a while, with a result for each; other
// operators' changes meanwhile stay.
func TestSeveralChangesAreTakenBack(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	placeOrders(s, 3)
	s.Operator().Patch("/api/verwaltung/orders/2", shoptest.Body{"status": "bezahlt"}).Want(http.StatusOK)
	browse(t, func(ctx context.Context) {
		o := enter(ctx, t, s, "/verwaltung/")
		o.do("pay all", chromedp.Click("#all"), chromedp.Click("#bulk button"))
		o.until(`document.querySelectorAll("#result-list li").length === 3 && document.querySelector("#result-list .problem") === null`)
		o.until(`document.querySelector("#results #undo span")?.textContent === "2 Bestellungen: Bezahlt"`)
		s.Operator().Patch("/api/verwaltung/orders/3", shoptest.Body{"notiz": "ruft zurück"}).Want(http.StatusOK)
		o.do("take back", evaluate(`document.querySelector("#undo button").click()`))
		o.until(`document.getElementById("result-title").textContent === "Änderung zurücknehmen" && document.querySelectorAll("#result-list li").length === 2`)
		o.until(`document.querySelector("#result-list .problem")?.textContent.startsWith("BK-2026-0003")`)
		o.until(statusShown(1) + ` === "zahlungOffen"`)
		o.looksRight("results of taking back")
		o.until(`document.getElementById("news").textContent === "1 Bestellung nicht geändert." && document.getElementById("undo").hidden`)
	})
	for id, want := range map[int64]order.Status{1: order.StatusPaymentOpen, 2: order.StatusPaid, 3: order.StatusPaid} {
		wantStatus(t, s, id, want)
	}
}

// Endless words, in whatever a customer writes, make no page wider than its window.
func TestLongWordsFitTheList(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	word := strings.Repeat("W", 490)
	s.Visitor().PostOrder(shoptest.Order(
		shoptest.Set("kunde", shoptest.Body{"name": word, "email": word + "@x.de", "strasse": word, "ort": word}),
		shoptest.Set("zahlungsart", word),
		shoptest.Set("artikel", []any{shoptest.Body{"slug": word, "name": word, "menge": 1, "preis": 22.2}}),
	)).Want(http.StatusCreated)
	browse(t, func(ctx context.Context) {
		o := enter(ctx, t, s, "/verwaltung/")
		for _, density := range []string{"", "compact"} {
			o.turn("density", density)
			for _, width := range []int64{360, 768, 1152, 1248, 1280} {
				o.do("resize", chromedp.EmulateViewport(width, 900))
				o.until(fmt.Sprintf(`innerWidth === %d && document.documentElement.scrollWidth <= %[1]d`, width))
			}
		}
		o.do("open", chromedp.Navigate(s.URL+"/verwaltung/?o=1&q="+word[:100]+"&gutschein="+word), chromedp.WaitVisible("#order h3"))
		o.until(`(d => d.scrollWidth <= d.clientWidth)(document.getElementById("order")) && document.documentElement.scrollWidth <= innerWidth`)
	})
}
