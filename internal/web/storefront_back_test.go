package web_test

import (
	"net/http"
	"testing"

	"kontor/tests/shoptest"
)

// Whoever goes back in a public shop finds the page as it stood, from the browser's
// memory, and with the basket of today.
func TestGoingBackTakesThePageFromMemory(t *testing.T) {
	t.Parallel()
	visit(t, storefront(t), func(g *guest) {
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

// What browsers keep of pages for those who go back: nothing where somebody typed or
// saw something personal, and nothing of a closed shop.
func TestPagesThatBrowsersMayBringBack(t *testing.T) {
	t.Parallel()
	opened, closed := storefront(t), shoptest.Start(t)
	thanks := opened.Anonymous().PostOrder(shoptest.Order()).Want(http.StatusCreated).Header.Get("Location")
	for path, policy := range map[string]string{
		"/": "private, no-cache", "/produkt/merinowolle-petrol": "private, no-cache", "/warenkorb/": "private, no-cache",
		"/versand/": "private, no-cache", "/recht/impressum/": "private, no-cache", "/fr/?q=merinos": "private, no-cache",
		"/kasse/": "no-store", "/konto/": "no-store", "/widerruf/": "no-store", "/zugang/": "no-store", "/gibtsnicht": "no-store", thanks: "no-store",
	} {
		if got := opened.Anonymous().Get(path).Header.Get("Cache-Control"); got != policy {
			t.Errorf("%s: Cache-Control %q, want %q", path, got, policy)
		}
	}
	for _, path := range []string{"/", "/warenkorb/", "/versand/"} {
		if got := closed.Visitor().Get(path).Header.Get("Cache-Control"); got != "no-store" {
			t.Errorf("%s of a closed shop: Cache-Control %q", path, got)
		}
	}
}
