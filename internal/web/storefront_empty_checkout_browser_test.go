//go:build !nobrowser

package web_test

import "testing"

// With an empty basket nobody is asked for an address or can order. Goods that
// come back bring the form back, with what was typed.
func TestEmptyCheckoutAsksForNothing(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	const order = `document.querySelector("[data-place]").checkVisibility()`
	visit(t, shop, func(g *guest) {
		g.open("/fr/kasse/")
		g.until(`document.querySelector("main [data-when-empty]").checkVisibility() && !` + order)
		g.until(`!document.querySelector("#name").checkVisibility() && document.querySelector("[data-place]").disabled`)
		g.until(`!document.querySelector("[data-coupon]").checkVisibility() && !document.querySelector("[data-change]").checkVisibility()`)
		g.open("/fr/produkt/merinowolle-petrol")
		g.click(".buy .submit")
		g.until(`document.querySelector("dialog[open] .line") !== null`)
		g.open("/fr/kasse/")
		g.fill("#name", "Erika Mustermann")
		g.until(order + ` && !document.querySelector("[data-place]").disabled`)
		g.click("main [data-remove]")
		g.until(`document.querySelector("main [data-when-empty]").checkVisibility() && !` + order)
		g.open("/fr/kasse/")
		g.until(`!` + order + ` && document.querySelector("#name").value === "Erika Mustermann"`)
	})
}
