package web_test

import (
	"net/http"
	"testing"

	"kontor/tests/shoptest"
)

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
