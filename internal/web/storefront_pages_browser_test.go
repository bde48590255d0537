//go:build !nobrowser

package web_test

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// legalDir holds one legal text; the others are missing.
func legalDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	text := "## Anbieter\n\nBastelkontor GmbH, [Kontakt](https://example.org)\n\n- eins\n- zwei\n\n| Land | Kosten |\n|---|---|\n| DE | 4,90 |\n"
	if err := os.WriteFile(filepath.Join(dir, "impressum.de.md"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// The pages beside the whole way, each usable in every language and look, in a
// sampled run in one of two languages each. Rules: L6, L10, L12.
func TestOtherPagesInABrowser(t *testing.T) {
	t.Parallel()
	dir := legalDir(t)
	s := storefront(t, shoptest.Web(func(o *web.Options) { o.LegalDir = dir }))
	s.Operator().Post(photoPath, photoFile(t, 90), fileType).Want(http.StatusOK)
	walked := languages(1)
	walkInLanguages(t, s, walked, func(w *walker) {
		for _, page := range []struct{ name, path string }{
			{"nothing found", "/?q=gibtsnicht"}, {"a category", "/?kategorie=wolle&sortierung=preis"},
			{"own picture", "/produkt/merinowolle-petrol"}, {"empty basket", "/warenkorb/"}, {"empty checkout", "/kasse/"},
			{"delivery", "/versand/"}, {"imprint", "/recht/impressum/"}, {"missing terms", "/recht/agb/"}, {"not there", "/gibtsnicht"},
		} {
			if !w.chosen() {
				w.pages++
				continue
			}
			w.open(inLanguage(w.language, page.path))
			w.until(`document.querySelector("h1") !== null`)
			w.look(page.name)
		}
		w.withdraw(w.language)
	})
	var list struct {
		Widerrufe []struct{ Sprache shop.Language }
	}
	s.Operator().Get("/api/verwaltung/widerrufe").Into(&list)
	if len(list.Widerrufe) != len(walked) {
		t.Errorf("withdrawals %+v", list.Widerrufe)
	}
}

// withdraw goes from any page through the form to the confirmation, which a reload
// shows again.
func (w *walker) withdraw(language shop.Language) {
	w.t.Helper()
	w.open(inLanguage(language, "/versand/"))
	w.click("footer .withdraw")
	w.until(`document.querySelector("#vertrag")`)
	w.look("withdrawal")
	w.do("forget to fill it in", chromedp.Click(chromedp.CSS(`[value="pruefen"]`)))
	w.until(`document.querySelectorAll(".errors li").length === 3`)
	w.look("withdrawal with mistakes")
	w.fill("#name", "Erika Mustermann")
	w.fill("#vertrag", "BK-2026-0042")
	w.fill("#email", "erika@example.org")
	w.click(`[value="pruefen"]`)
	w.until(`document.querySelector('[value="bestaetigen"]')`)
	w.look("withdrawal to be confirmed")
	w.click(`[value="bestaetigen"]`)
	w.until(`location.pathname.includes("/eingang/") && document.querySelector("section .statement")`)
	w.look("confirmation of the withdrawal")
	w.do("reload", chromedp.Reload())
	w.until(`document.querySelector("section .statement")?.innerText.includes("BK-2026-0042")`)
}

const hostileText = `"><img src=x onerror="window.hit=1"><script>window.hit=1</script><svg onload="window.hit=1">{{.}}${1}`

// H14, S1: what the operator, customers and addresses say stays text on every
// page of the storefront.
func TestH14_S1_StorefrontIsInert(t *testing.T) {
	t.Parallel()
	s := sell(t)
	s.Stock(catalogue.Product{
		Slug: "a-hostile-one", CategorySlug: "onerror-alert", Price: 3, UnitPrice: 1, Unit: hostileText, Active: true,
		Names: map[shop.Language]string{"de": hostileText, "en": hostileText, "fr": hostileText, "it": hostileText},
	})
	walk(t, s, func(w *walker) {
		w.open("/it/?q=" + "%22%3E%3Cimg+src%3Dx+onerror%3D%22window.hit%3D1%22%3E%3Cscript%3Ewindow.hit%3D1%3C%2Fscript%3E")
		w.inert("search")
		w.open("/?kategorie=onerror-alert")
		w.inert("category")
		w.open("/produkt/a-hostile-one")
		w.inert("product")
		w.click(".buy .submit")
		w.until(`document.querySelector("dialog[open] .line")?.innerText.includes("<script>")`)
		w.inert("drawer")
		w.open("/warenkorb/")
		w.basketIs(1)
		w.inert("basket")
		w.open("/kasse/")
		w.basketIs(1)
		w.address()
		w.fill("#name", hostileText)
		w.fill("#ort", hostileText)
		w.inert("checkout")
		w.click("[data-place]")
		w.until(`document.querySelector(".giro")`)
		w.inert("thanks")
		w.open("/widerruf/")
		for _, field := range []string{"#name", "#vertrag", "#grund"} {
			w.fill(field, hostileText)
		}
		w.fill("#email", "a@example.org")
		w.click(`[value="pruefen"]`)
		w.until(`document.querySelector('[value="bestaetigen"]')`)
		w.inert("withdrawal")
		w.click(`[value="bestaetigen"]`)
		w.until(`document.querySelector("section .statement")`)
		w.inert("confirmation")
	})
	orders := s.Orders()
	if stored := orders[len(orders)-1].Customer.Name; stored != hostileText {
		t.Errorf("the name is stored as %q", stored)
	}
}

// inert finds out whether a text has become part of the page.
func (g *guest) inert(name string) {
	g.t.Helper()
	if ask[bool](g, `window.hit === 1 || [...document.querySelectorAll("script")].some(s => !s.src && !s.type.endsWith("json")) ||
		document.querySelector("[onerror], [onload], img[src=x]") !== null`) {
		g.t.Errorf("%s: a text became markup", name)
	}
	if !ask[bool](g, `document.documentElement.scrollWidth <= innerWidth`) {
		g.t.Errorf("%s: a text made the page wider than the window", name)
	}
}
