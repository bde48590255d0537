//go:build !nobrowser

package web_test

import (
	"testing"

	"kontor/internal/shop"
	"kontor/internal/web"
	links "kontor/internal/web/storefront"
	"kontor/tests/shoptest"
)

// The page of an order can be read by everybody, unpaid and with a document.
func TestOrderPageInABrowser(t *testing.T) {
	t.Parallel()
	s := storefront(t, shoptest.Web(func(o *web.Options) {
		o.Seller.Bank = shop.BankAccount{Holder: "Bastelkontor Berta Beispiel", IBAN: "DE02120300000000202051"}
	}))
	s.Visitor().PostOrder(shoptest.Order()).Want(201)
	s.Visitor().PostOrder(shoptest.Order(shoptest.Email("b@example.org"))).Want(201)
	orders := s.Orders()
	admin := s.Operator()
	admin.Patch(ordersPath+"/2", `{"status":"bezahlt"}`).Want(200)
	admin.Post(ordersPath+"/2/rechnungen", `{"art":"rechnung"}`).Want(201)
	admin.Post(ordersPath+"/2/sendungen", `{"traeger":"dhl","nummer":"00340434161094042557"}`).Want(201)
	pages, err := links.NewOrderPages(s.Clock.Now, [][]byte{s.SiteSecret})
	if err != nil {
		t.Fatal(err)
	}
	for _, language := range languages(1) {
		visit(t, s, func(g *guest) {
			g.open(pages.Path(language, orders[0].ID))
			g.until(`document.querySelector("h1")?.textContent.includes("BK-2026-0001") && document.querySelector(".giro") && !document.querySelector(".papers")`)
			g.check("unpaid order in " + string(language))
			g.open(pages.Path(language, orders[1].ID))
			g.until(`document.querySelectorAll(".papers a").length === 2`)
			g.check("paid order in " + string(language))
		})
	}
}
