//go:build !nobrowser

package web_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"kontor/internal/shop/order"
	"kontor/tests/shoptest"
)

// L6, S1: the operator sees who withdrew from what, and what is to be done.
func TestL6_WithdrawalsInABrowser(t *testing.T) {
	t.Parallel()
	const page, hostile = "/verwaltung/widerrufe/", `<img src=x onerror="window.hit=1">`
	s := shoptest.Start(t)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, page, "#nothing:not([hidden])")
		o.looksRight("no withdrawals")
		s.Visitor().PostOrder(shoptest.Order()).Want(http.StatusCreated)
		for _, change := range [][]string{{}, {"name", hostile, "vertrag", hostile, "grund", hostile}} {
			s.Visitor().Form("/widerruf/", declaration(append(change, "schritt", "bestaetigen")...)).Want(http.StatusSeeOther)
		}
		o.do("reload", chromedp.Reload(), chromedp.WaitVisible("#rows tr[data-id]"))
		o.until(`document.querySelectorAll("#rows tr[data-id]").length === 2`)
		o.until(`document.querySelector("#rows tr:last-child").textContent.includes("Bestellung stornieren. Geld bis 5.12.2026 zurückgeben")`)
		o.until(`document.querySelector("#rows tr").textContent.includes("gibt es keine Bestellung") && document.querySelector("#rows img") === null && window.hit === undefined`)
		o.looksRight("withdrawals")
		o.do("the order", chromedp.Click("#rows tr:last-child td a"), chromedp.WaitVisible("#order h3"))
		o.until(`location.search === "?o=1"`)
		wantStatus(t, s, 1, order.StatusPaymentOpen)
		s.Operator().Patch("/api/verwaltung/orders/1", shoptest.Body{"status": "storniert"}).Want(http.StatusOK)
		o.do("see it cancelled", chromedp.Navigate(s.URL+page), chromedp.WaitVisible("#rows tr[data-id]"))
		o.until(`document.querySelector("#rows tr:last-child").textContent.includes("Die Bestellung ist schon storniert. Geld bis 5.12.2026 zurückgeben")`)
		o.until(`!document.querySelector("#rows").textContent.includes("Bestellung stornieren")`)

		s.Clock.Advance(25 * time.Hour)
		o.do("come back", chromedp.Navigate(s.URL+page), chromedp.WaitVisible(`form[action="/api/zugang/verwaltung"]`),
			chromedp.SendKeys("#code", s.AdminCode+"\n"), chromedp.WaitVisible("#rows tr[data-id]"))
		if err := s.DB.Close(); err != nil {
			t.Fatal(err)
		}
		o.do("ask again", evaluate(`dispatchEvent(new Event("popstate"))`), chromedp.WaitVisible("#trouble"))
		o.until(`document.querySelector("#rows").childElementCount === 0`)
	})
}
