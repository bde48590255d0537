//go:build !nobrowser

package web_test

import (
	"context"
	"testing"

	"github.com/chromedp/chromedp"

	"kontor/internal/shop/order"
	"kontor/tests/shoptest"
)

// What is not needed is out of the way at the checkout, survives a reload, and is ordered
// as it was typed.
func TestParticularsAtTheCheckout(t *testing.T) {
	t.Parallel()
	s := sell(t)
	placed := len(s.Orders())
	for i, language := range languages(1) {
		visit(t, s, func(g *guest) {
			g.putInBasket("")
			g.open(inLanguage(language, "/kasse/"))
			g.basketIs(1)
			g.until(`document.querySelector("[data-more]").open === false`)
			g.address()
			g.click("[data-more] > summary")
			g.fill("#firma", "Wolle & Söhne GmbH")
			g.fill("#rechnung-firma", "Holding AG")
			g.fill("#nachricht", "Bitte klingeln")
			g.check("checkout with particulars in " + string(language))
			g.do("reload", chromedp.Reload())
			g.basketIs(1)
			g.until(`document.querySelector("[data-more]").open && document.querySelector("#nachricht").value === "Bitte klingeln"`)
			g.click("[data-place]")
			g.until(`document.querySelector(".number")`)
		})
		s.WantOrders(placed + i + 1)
		got := s.Orders()[placed+i].Particulars
		if got.Company != "Wolle & Söhne GmbH" || got.Billing == nil || got.Billing.Company != "Holding AG" || got.Message != "Bitte klingeln" || got.Phone != "" {
			t.Errorf("%s: %+v", language, got)
		}
	}
}

// Operators see what a buyer said in the order's drawer, and enter there what VIES said.
func TestF18_VIESInABrowser(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	s.Visitor().PostOrder(shoptest.Order(saying(whole))).Want(201)
	browse(t, func(ctx context.Context) {
		o := enter(ctx, t, s, "/verwaltung/?o=1")
		o.until(`document.querySelector("#order-body")?.innerText.includes("Bei VIES noch nicht geprüft")`)
		o.until(`["Wolle & Söhne GmbH", "Holding AG", "ATU12345678", "+43 1 234567", "Bitte klingeln.\nDanke!"].every((text) => document.querySelector("#order-body").innerText.includes(text))`)
		o.do("open the form", evaluate(`document.querySelector("#order details:has(input[type=date]) summary").click()`))
		o.looksRight("an order with particulars")
		o.do("it is valid", evaluate(`document.querySelector("#order input[type=date]").value = "2026-11-20"; [...document.querySelectorAll("#order button")].find((b) => b.textContent === "Nummer ist gültig").click()`))
		o.until(`document.querySelector("#order-body").innerText.includes(": gültig") && document.querySelector("#order-body").innerText.includes("ATU12345678 ist gültig")`)
	})
	if got := s.Orders()[0].VIES; got == nil || *got != (order.VIES{Day: "2026-11-20", Valid: true}) {
		t.Errorf("%+v", got)
	}
}
