//go:build !nobrowser

package web_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"kontor/tests/shoptest"
)

// The order list names each article of a small order, and of a large one the first
// three; the drawer has the customer's wording too.
func TestOrderListNamesEachArticle(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	orderInFrench(s)
	items := make([]any, 5)
	for i := range items {
		items[i] = shoptest.Body{"slug": fmt.Sprintf("nadel-%d", i+1), "name": fmt.Sprintf("Nadel %d", i+1), "menge": i + 1, "preis": 1}
	}
	s.Visitor().PostOrder(shoptest.Order(shoptest.Set("artikel", items))).Want(http.StatusCreated)
	browse(t, func(ctx context.Context) {
		o := enter(ctx, t, s, "/verwaltung/")
		o.until(`document.querySelector('tr[data-id="1"] .what > span').innerText === "1 × ` + woolGerman + `, 1 × ` + needlesGerman + `, 1 × ` + unknownWording + `"`)
		o.until(`document.querySelector('tr[data-id="2"] .what > span').innerText === "1 × Nadel 1, 2 × Nadel 2, 3 × Nadel 3 und 2 weitere"`)
		o.until(`document.querySelector('tr[data-id="1"] .what > span').scrollHeight <= document.querySelector('tr[data-id="1"] .what > span').clientHeight + 1`)
		o.until(`document.querySelector('tr[data-id="1"] .what > span').title.includes("„` + woolFrench + `“")`)
		o.looksRight("order list with names")
		o.do("drawer", chromedp.Click(`tr[data-id="1"] .number a`))
		o.until(`document.querySelector("#order .items")?.innerText.includes("` + woolGerman + `")`)
		o.until(`document.querySelector("#order .items").innerText.includes("„` + woolFrench + `“") && !document.querySelector("#order .items").innerText.includes("„Fil")`)
		o.until(`document.querySelector(".items b") === null`)
		o.looksRight("order with names")
	})
}
