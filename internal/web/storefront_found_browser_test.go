//go:build !nobrowser

package web_test

import (
	"net/http"
	"testing"

	"kontor/tests/shoptest"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The pages by which products are found and described, in two languages, and the search
// with the keyboard alone. Rules: P25, P27.
func TestP25_P27_FindingAProductInABrowser(t *testing.T) {
	t.Parallel()
	s := demoShop(t)
	stockVariants(t, s)
	walkInLanguages(t, s, languages(2), func(w *walker) {
		w.open(inLanguage(w.language, "/kategorie/wolle/"))
		w.until(`document.querySelector("[data-add]:not([hidden])") !== null`)
		w.look("a category's page")
		w.open(inLanguage(w.language, "/produkt/lace-moos"))
		w.until(`document.querySelector(".buy:not([hidden])") !== null`)
		w.look("a variant")
		w.until(`document.readyState === "complete"`) // before, the link leads to the picture's file
		w.do("go to the picture", chromedp.Focus(chromedp.CSS("a[data-zoom]")))
		w.press(kb.Enter)
		w.until(`document.querySelector("[data-zoomed]").open`)
		w.look("the picture enlarged")
		w.press(kb.Escape)
		w.until(`!document.querySelector("[data-zoomed]").open && document.activeElement.matches("a[data-zoom]")`)
		w.open(inLanguage(w.language, "/produkt/beize"))
		w.until(`document.querySelector(".buy:not([hidden])") !== null`)
		w.look("a product with warnings")
		w.do("type a word", chromedp.SendKeys(chromedp.CSS("#search"), "lace"))
		w.until(`document.querySelectorAll("#suggestions:not([hidden]) [role=option]").length > 0`)
		w.look("suggestions")
		w.press(kb.ArrowUp)
		w.until(`document.querySelector("#search").getAttribute("aria-activedescendant") === [...document.querySelectorAll("[role=option]")].at(-1).id`)
		w.press(kb.Escape)
		w.until(`document.querySelector("#suggestions").hidden && document.querySelector("#search").ariaExpanded === "false"`)
		w.press(" ")
		w.until(`!document.querySelector("#suggestions").hidden`)
		w.press(kb.ArrowDown)
		w.until(`document.querySelector("#search").getAttribute("aria-activedescendant") === "suggestion-0"`)
		w.press(kb.Enter)
		w.until(`location.pathname.includes("/produkt/lace-")`)
	})
}

// What a buyer has to see is above the fold of a small phone, and nothing is wider than
// the smallest. Rules: P27.
func TestP27_ProductIsSeenAtOnce(t *testing.T) {
	t.Parallel()
	s := demoShop(t, delivering)
	stockVariants(t, s)
	for _, slug := range []string{"lace-moos", countedWool, "beize"} {
		s.Operator().Post(productsPath+"/"+slug+"/bestand", shoptest.Body{"bestand": 3}).Want(http.StatusOK)
	}
	walk(t, s, func(w *walker) {
		w.open("/versand/")
		ask[bool](w.guest, `(localStorage.bastelkontor_sprache = "de") === "de"`) // no offer of another language
		w.do("hold a phone", chromedp.EmulateViewport(360, 740))
		for _, path := range []string{"/produkt/lace-moos", "/fr/produkt/lace-moos", "/produkt/merinowolle-petrol", "/it/produkt/beize"} {
			w.open(path)
			w.until(`document.querySelector(".buy:not([hidden])") !== null`)
			w.until(`["h1", ".facts .price", ".facts .stock", ".buy .submit"].every((s) => document.querySelector(s).getBoundingClientRect().bottom <= 740)`)
		}
		w.do("hold a smaller one", chromedp.EmulateViewport(320, 640))
		for _, path := range []string{"/produkt/lace-moos", "/kategorie/wolle/"} {
			w.open(path)
			w.until(`document.documentElement.scrollWidth <= innerWidth`)
		}
	})
}
