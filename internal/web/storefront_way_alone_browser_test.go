//go:build !nobrowser

package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Somebody without a mouse orders too: from the catalogue to the thanks with
// Tab, Enter and Space alone. Rules: L12.
func TestOrderWithTheKeyboardAlone(t *testing.T) {
	t.Parallel()
	shop := sell(t)
	walk(t, shop, func(w *walker) {
		w.open("/")
		w.until(`document.querySelector(".card .add")?.checkVisibility({visibilityProperty: true})`)
		w.tabTo(`.skip`)
		w.press(kb.Enter)
		w.tabTo(`.card[data-slug="stoffschere-24"] .add`)
		w.press(kb.Enter)
		w.until(`document.querySelector("dialog[open] .line")`)
		w.tabTo(`dialog [data-more]`)
		w.press(" ")
		w.until(`document.querySelector("dialog [data-quantity]").value === "2"`)
		w.press(kb.Escape)
		w.until(`!document.querySelector("dialog").open && document.activeElement.matches(".add")`)
		w.tabBackTo(`[data-basket-button]`)
		w.press(kb.Enter)
		w.until(`document.querySelector("dialog[open] .line")`)
		w.tabTo(`dialog a.button`)
		w.press(kb.Enter)
		w.basketIs(1)
		for _, field := range []struct{ selector, text string }{
			{"#name", "Erika Mustermann"}, {"#strasse", "Lindenallee 12"}, {"#plz", "10115"}, {"#ort", "Berlin"}, {"#email", "erika@example.org"},
		} {
			w.tabTo(field.selector)
			w.press(field.text)
		}
		w.tabTo("[data-place]")
		w.press(" ")
		w.until(`document.querySelector(".giro")`)
	})
	if orders := shop.Orders(); len(orders) != 4 || orders[3].Customer.City != "Berlin" {
		t.Errorf("orders %+v", orders)
	}
}

func (g *guest) press(keys string) {
	g.t.Helper()
	g.do("press "+keys, chromedp.KeyEvent(keys))
}

// tabTo presses Tab until the focus is on what a selector finds, which has to show
// that it is there.
func (g *guest) tabTo(selector string) { g.t.Helper(); g.tabUntil(selector) }

func (g *guest) tabBackTo(selector string) {
	g.t.Helper()
	g.tabUntil(selector, chromedp.KeyModifiers(chromedp.ModifierShift))
}

func (g *guest) tabUntil(selector string, options ...chromedp.KeyOption) {
	g.t.Helper()
	for range 120 {
		g.do("tab", chromedp.KeyEvent(kb.Tab, options...))
		if ask[bool](g, fmt.Sprintf(`document.activeElement?.matches(%q) === true`, selector)) {
			if !ask[bool](g, `(s => s.outlineStyle !== "none" || s.boxShadow !== "none")(getComputedStyle(document.activeElement))`) {
				g.t.Errorf("nothing shows that the focus is on %s", selector)
			}
			return
		}
	}
	g.t.Fatalf("Tab does not reach %s", selector)
}

// Without scripts the shop can be read, filtered and left, and withdrawn from:
// only buying needs them, and the pages say so. Rules: L6.
func TestReadingWithoutScripts(t *testing.T) {
	t.Parallel()
	shop := sell(t)
	walk(t, shop, func(w *walker) {
		disabled := emulation.SetScriptExecutionDisabledParams{Value: true}
		if _, err := chromedp.Call(w.ctx, emulation.SetScriptExecutionDisabled, disabled); err != nil {
			t.Fatal(err)
		}
		w.do("see", chromedp.Navigate(shop.URL+"/fr/"), chromedp.WaitVisible(chromedp.CSS(".card .price")))
		w.do("filter", chromedp.Click(chromedp.CSS("[data-bestseller]")), chromedp.Click(chromedp.CSS(".filter button")))
		w.do("see what was filtered", chromedp.WaitVisible(chromedp.CSS("[data-bestseller][checked]")),
			chromedp.WaitNotPresent(chromedp.CSS(`.card[data-slug="merinowolle-petrol"]`)))
		w.do("see a product", chromedp.Click(chromedp.CSS(`.card[data-slug="stoffschere-24"] .goods`)),
			chromedp.WaitVisible(chromedp.CSS(".product noscript p")), chromedp.WaitNotVisible(chromedp.CSS(".buy")))
		w.do("declare", chromedp.Click(chromedp.CSS("footer .withdraw")), chromedp.WaitVisible(chromedp.CSS("#vertrag")),
			chromedp.SendKeys(chromedp.CSS("#name"), "Erika Mustermann"), chromedp.SendKeys(chromedp.CSS("#vertrag"), "BK-2026-0001"),
			chromedp.SendKeys(chromedp.CSS("#email"), "erika@example.org"), chromedp.Click(chromedp.CSS(`[value="pruefen"]`)))
		w.do("confirm", chromedp.Click(chromedp.CSS(`[value="bestaetigen"]`)), chromedp.WaitVisible(chromedp.CSS("section .statement")))
		for _, path := range []string{"/fr/warenkorb/", "/fr/kasse/"} { // the checkout last
			w.do(path, chromedp.Navigate(shop.URL+path), chromedp.WaitVisible(chromedp.CSS("main noscript p")))
		}
		w.do("no order", chromedp.WaitVisible(chromedp.CSS("[data-place]:disabled")))
	})
	var list struct{ Widerrufe []struct{ Sprache string } }
	shop.Operator().Get("/api/verwaltung/widerrufe").Into(&list)
	if len(list.Widerrufe) != 1 || list.Widerrufe[0].Sprache != "fr" {
		t.Errorf("withdrawals %+v", list.Widerrufe)
	}
}

// Another language is the same place with the same basket and the same form, and
// another tab has the same basket at once.
func TestBasketAndFormStay(t *testing.T) {
	t.Parallel()
	shop := sell(t)
	walk(t, shop, func(w *walker) {
		w.open("/?kategorie=werkzeug&sortierung=preis")
		w.click(`.card[data-slug="stoffschere-24"] .add`)
		w.until(`document.querySelector("dialog[open] .line")`)
		w.press(kb.Escape)
		w.click(`.languages summary`)
		w.click(`.languages a[hreflang="fr"]`)
		w.until(`location.pathname === "/fr/" && location.search === "?kategorie=werkzeug&sortierung=preis"`)
		w.until(`document.querySelector("[data-count]").textContent === "1"`)
		w.open("/fr/kasse/")
		w.basketIs(1)
		w.address()
		w.click(`.languages summary`)
		w.click(`.languages a[hreflang="it"]`)
		w.until(`location.pathname === "/it/kasse/"`)
		w.basketIs(1)
		w.typed("Erika Mustermann")
		if lang := ask[string](w.guest, `document.documentElement.lang + document.querySelector("#ort").value`); lang != "itBerlin" {
			t.Errorf("the page says %s", lang)
		}
		tab, leave := chromedp.NewContext(w.ctx)
		defer leave()
		other := &guest{office{tab, t}, shop, w.axe}
		other.open("/en/produkt/bastelkleber")
		other.click(".buy .submit")
		other.until(`document.querySelectorAll("dialog[open] .line").length === 2`)
		w.basketIs(2)
		w.until(`document.querySelector("[data-count]").textContent === "2"`)
	})
}
