//go:build !nobrowser

package web_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"kontor/internal/shop/order"
)

// T55: once all money went back the order's drawer asks whether to cancel it, and so
// does the page of payments; one click does, and can be undone.
func TestT55_CancelInABrowser(t *testing.T) {
	t.Parallel()
	p := startClosedTill(t)
	p.customer.Capture(p.approved()).Want(http.StatusCreated)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, p.Shop, "/verwaltung/?o=1", "#order .refund")
		o.refund("#order", "5,40", "")
		o.until(`document.querySelector("#order .refund input")?.value === "16,80" && document.querySelector("#order .explained") === null`)
		o.until(`[...document.querySelectorAll("#tiles .tile")].slice(0, 2).map(t => t.innerText.replaceAll("\u00a0", " ").split("\n").slice(0, 2).join(" ")).join() === "Umsatz 22,20 €,Behalten 22,20 €"`)
		o.refund("#order", "16,80", "")
		o.until(`document.querySelector("#order .explained strong")?.textContent === "Das Geld ist ganz zurückgegeben. Die Bestellung stornieren?"`)
		o.looksRight("an order to cancel")
		o.do("the figures", chromedp.Navigate(p.URL+figuresPage+"?von=alle"), chromedp.WaitVisible("#verlauf"))
		o.until(`document.querySelector("#verlauf tbody tr").innerText.replaceAll("\u00a0", " ").endsWith("22,20 €\t0,00 €")`)

		o.do("the payments", chromedp.Navigate(p.URL+paymentsPage), chromedp.WaitVisible("#rows tr[data-id]"))
		o.until(`document.getElementById("proof").textContent.includes("1 Bestellung ist ganz erstattet, aber nicht storniert.")`)
		o.press("document", "Noch stornieren?")
		o.until(`document.querySelector("#tabs [aria-pressed=true]").textContent === "Noch stornieren? 1"`)
		o.looksRight("payments of orders to cancel")
		o.press(`document.querySelector("#rows")`, "Bestellung stornieren")
		o.until(`document.querySelector("#rows tr[data-id]") === null && document.getElementById("news").textContent === "Gespeichert: BK-2026-0001 ist storniert."`)
		o.press(`document.getElementById("undo")`, "Rückgängig")
		o.until(`document.querySelectorAll("#rows tr[data-id]").length === 1`)

		o.do("the order", chromedp.Navigate(p.URL+"/verwaltung/?o=1"), chromedp.WaitVisible("#order .explained"))
		o.press(`document.querySelector("#order .explained")`, "Bestellung stornieren")
		o.until(`document.querySelector("#order .explained") === null && document.querySelector("#order select.status").value === "storniert"`)
	})
	if orders := p.Orders(); len(orders) != 1 || orders[0].Status != order.StatusCancelled {
		t.Errorf("orders %+v", orders)
	}
}
