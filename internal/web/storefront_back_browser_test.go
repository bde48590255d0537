//go:build !nobrowser

package web_test

import (
	"testing"

	"kontor/tests/chromium"
)

// Whoever goes back in a public shop finds the page as it stood, from the browser's
// memory, and with the basket of today.
func TestGoingBackTakesThePageFromMemory(t *testing.T) {
	t.Parallel()
	visitIn(chromium.OpenWhole(t), t, storefront(t), func(g *guest) {
		g.open("/")
		ask[bool](g, `(addEventListener("pageshow", (event) => { window.restored = event.persisted; }), window.restored = false) === false`)
		g.click(`.card a[href^="/produkt/"]`)
		g.click(".buy .submit")
		g.until(`document.querySelector("[data-count]").textContent === "1"`)
		ask[bool](g, `setTimeout(() => history.back()) > 0`)
		g.until(`location.pathname === "/" && document.readyState === "complete" && window.restored !== false`)
		if !ask[bool](g, `window.restored === true`) {
			why := ask[string](g, `JSON.stringify(performance.getEntriesByType("navigation")[0].notRestoredReasons)`)
			t.Fatalf("the page was loaded anew: %s", why)
		}
		g.until(`document.querySelector("[data-count]").checkVisibility() && document.querySelector("[data-count]").textContent === "1"`)
	})
}
