//go:build !nobrowser

package web_test

import (
	"fmt"
	"testing"
)

// The country that somebody has chosen decides which delivery time is shown, and none is
// for a country of which the shop says nothing.
func TestP31_DeliveryTimeFollowsTheCountryInABrowser(t *testing.T) {
	t.Parallel()
	s := deliveringShop(t)
	const times = `[...document.querySelectorAll("main .delivery span, main [data-delivery-time]")].filter(e => e.checkVisibility()).map(e => e.textContent).join()`
	visit(t, s, func(g *guest) {
		says := func(path, want string) {
			g.t.Helper()
			g.open(path)
			g.until(fmt.Sprintf(`(!document.querySelector("main [data-lines]") || document.querySelector("main dd.total")) && %s === %q`, times, want))
		}
		const product = "/produkt/" + slow
		says(product, "Lieferzeit (Deutschland): 7–9 Werktage")
		g.putInBasket("")
		for country, want := range map[string]string{"at": "Lieferzeit (Österreich): 8 Werktage", "ch": "", "de": "Lieferzeit (Deutschland): 7–9 Werktage"} {
			g.open("/kasse/")
			g.basketIs(1)
			ask[bool](g, fmt.Sprintf(`(land => { land.value = %q; land.dispatchEvent(new Event("change", {bubbles: true})); return true; })(document.querySelector("#land"))`, country))
			g.until(fmt.Sprintf(`%s === %q`, times, want))
			says(product, want)
			says("/warenkorb/", want)
		}
	})
}
