//go:build !nobrowser

package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// sell starts a public shop that takes money by bank transfer and has best
// sellers, the best first: stoffschere-24, then acrylfarben-set.
func sell(t *testing.T) *shoptest.Shop {
	t.Helper()
	shop := storefront(t, shoptest.Web(func(o *web.Options) {
		o.Seller.Bank = shop.BankAccount{Holder: "Bastelkontor GmbH", IBAN: "DE02120300000000202051"}
	}))
	operator := shop.Operator()
	for id, slug := range []string{1: "acrylfarben-set", 2: "stoffschere-24", 3: "stoffschere-24"} {
		if slug == "" {
			continue
		}
		item := shoptest.Body{"slug": slug, "name": slug, "menge": id, "preis": 1}
		operator.PostOrder(shoptest.Order(shoptest.Set("artikel", []any{item}))).Want(http.StatusCreated)
		operator.Patch(fmt.Sprintf("/api/verwaltung/orders/%d", id), shoptest.Body{"status": "bezahlt"}).Want(http.StatusOK)
	}
	return shop
}

// walk opens a browser in a shop, in which a request to any other address fails
// the test.
func walk(t *testing.T, shop *shoptest.Shop, on func(w *walker)) {
	t.Helper()
	visit(t, shop, func(g *guest) {
		if _, err := chromedp.Call(g.ctx, network.Enable, network.EnableParams{}); err != nil {
			t.Fatal(err)
		}
		err := chromedp.Listen(g.ctx, func(event any) {
			e, ok := event.(*network.EventRequestWillBeSent)
			if ok && !strings.HasPrefix(e.Request.URL, shop.URL+"/") && !strings.HasPrefix(e.Request.URL, "data:") {
				t.Errorf("a request to %s", e.Request.URL)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		on(&walker{guest: g, walks: 1})
	})
}

// walker is a guest who looks closely at the pages on the way.
type walker struct {
	*guest
	language    shop.Language
	walk, walks int // the number of this walk through the pages, and how many there are
	pages       int // passed so far
}

// look checks a page's appearance: in a sampled run, on one of the walks.
func (w *walker) look(name string) {
	w.t.Helper()
	if w.chosen() {
		w.check(fmt.Sprintf("%s in %s", name, w.language))
	}
	w.pages++
}

// chosen reports whether the next page is checked on this walk.
func (w *walker) chosen() bool { return everything() || w.pages%w.walks == w.walk }

// walkInLanguages walks in each of the languages.
func walkInLanguages(t *testing.T, s *shoptest.Shop, languages []shop.Language, on func(w *walker)) {
	t.Helper()
	for i, language := range languages {
		walk(t, s, func(w *walker) {
			w.language, w.walk, w.walks = language, i, len(languages)
			on(w)
		})
	}
}

// languages returns the languages in which a scenario is walked in a browser: all of
// them, or in a sampled run German and another one, which differs from day to day and
// between scenarios with numbers from 0 to 2.
func languages(scenario int) []shop.Language {
	if everything() {
		return shop.Languages
	}
	others := shop.Languages[1:]
	return []shop.Language{shop.Languages[0], others[(scenario+today(len(others)))%len(others)]}
}

func everything() bool { return thorough() || *pictures != "" }

// address types an address in Germany into the checkout.
func (g *guest) address() {
	g.t.Helper()
	for field, text := range map[string]string{
		"#name": "Erika Mustermann", "#strasse": "Lindenallee 12", "#plz": "10115", "#ort": "Berlin", "#email": "erika@example.org",
	} {
		g.fill(field, text)
	}
}

// basketIs waits until the page's basket holds so many products.
func (g *guest) basketIs(products int) {
	g.t.Helper()
	g.until(fmt.Sprintf(`document.querySelectorAll("main [data-lines] .line").length === %d`, products))
}

// The lawful wording of the button that orders. Rules: L1, L24.
var orderButtons = map[shop.Language]string{
	"de": "Zahlungspflichtig bestellen", "en": "Order with obligation to pay",
	"fr": "Commande avec obligation de paiement", "it": "Ordine con obbligo di pagare",
}

// The whole way in each language, in a sampled run in two: browse, filter, basket, checkout by bank
// transfer, thanks. Every page on it is usable. Rules: L1, L3, L16.
func TestWholeWayInEachLanguage(t *testing.T) {
	t.Parallel()
	s := sell(t)
	walked := languages(0)
	walkInLanguages(t, s, walked, func(w *walker) {
		w.buy(w.language)
		s.Clock.Advance(25 * time.Hour) // the next is no duplicate of this
	})
	const before = 3
	s.WantOrders(before + len(walked))
	for _, o := range s.Orders()[before:] {
		if o.Status != order.StatusPaymentOpen || len(o.Hints) > 0 || o.Total != 2*24.9 {
			t.Errorf("order %s: %s, %v, hints %v", o.Number, o.Status, o.Total, o.Hints)
		}
	}
}

// buy walks the whole way in a language.
func (w *walker) buy(language shop.Language) {
	w.t.Helper()
	w.open(inLanguage(language, "/"))
	w.look("catalogue")
	all := ask[int](w.guest, `document.querySelectorAll("main .card").length`)
	w.click("[data-bestseller]")
	w.until(`[...document.querySelectorAll("main .card")].map(c => c.dataset.slug).join() === "stoffschere-24,acrylfarben-set"`)
	w.until(`location.search === "?bestseller=1"`)
	w.look("best sellers")
	w.click("[data-bestseller]")
	w.until(fmt.Sprintf(`document.querySelectorAll("main .card").length === %d && location.search === ""`, all))

	w.click(`.card[data-slug="stoffschere-24"] .goods`)
	w.until(`location.pathname.endsWith("/produkt/stoffschere-24") && document.querySelector(".buy")?.checkVisibility({visibilityProperty: true})`)
	w.look("product")
	w.click(".buy .submit")
	w.until(`document.querySelector("dialog[open] .line")`)
	w.look("drawer")
	w.click("dialog [data-more]")
	w.until(`document.querySelector("[data-count]").textContent === "2"`)
	w.click(`dialog a[href$="/warenkorb/"]`)
	w.basketIs(1)
	w.look("basket")
	w.click(`main a[href$="/kasse/"]`)
	w.until(`document.querySelector("[data-place]")`)
	w.basketIs(1)
	w.order(language)
}

// order goes from the checkout to the thanks.
func (w *walker) order(language shop.Language) {
	w.t.Helper()
	if button := ask[string](w.guest, `document.querySelector("[data-place]").textContent`); button != orderButtons[language] {
		w.t.Errorf("%s: the button says %q", language, button)
	}
	w.click("[data-place]")
	w.until(`document.activeElement.matches("[data-errors]") && document.querySelectorAll("[data-errors] li").length === 5`)
	w.look("checkout with mistakes")
	w.address()
	w.until(`document.querySelector("[data-errors]").hidden`)
	w.look("checkout")
	w.click("[data-place]")
	w.until(`document.querySelector(".giro")`)
	w.look("thanks")
	w.thanked(language)
}

// thanked finds what the customer needs now on the page, also after a reload.
func (w *walker) thanked(language shop.Language) {
	w.t.Helper()
	w.do("reload", chromedp.Reload(), chromedp.WaitVisible(".giro"))
	text := ask[string](w.guest, `document.querySelector("main").innerText`)
	amount := map[shop.Language]string{"de": "49,80\u00a0€", "en": "€49.80", "fr": "49,80\u00a0€", "it": "49,80\u00a0€"}[language]
	for _, want := range []string{"DE02 1203 0000 0000 2020 51", "Bastelkontor GmbH", "BK-2026-", amount} {
		if !strings.Contains(text, want) {
			w.t.Errorf("%s: the page of thanks lacks %q:\n%s", language, want, text)
		}
	}
	if !ask[bool](w.guest, `document.querySelector("[data-count]").hidden`) {
		w.t.Errorf("%s: the basket is not empty", language)
	}
}

// After a failed order nothing is lost: the basket, what was typed, and the way to try
// again.
// Spec: Checkout, rule 1.
func TestFailedOrderKeepsEverything(t *testing.T) {
	t.Parallel()
	shop := sell(t)
	walk(t, shop, func(w *walker) {
		w.open("/en/produkt/stoffschere-24")
		w.click(".buy .submit")
		w.until(`document.querySelector("dialog[open] .line")`)
		w.open("/en/kasse/")
		w.basketIs(1)
		w.address()
		for _, how := range []string{"abort", "503"} {
			w.fail(how)
			w.refused("/en/kasse/")
		}
		w.check("checkout that failed")
		w.do("reload", chromedp.Reload())
		w.basketIs(1)
		w.typed("Erika Mustermann")
		w.click("[data-place]")
		w.until(`document.querySelector(".giro")`)
	})
	shop.WantOrders(4)
}

// fail lets the next orders fail before they reach the shop.
func (g *guest) fail(how string) {
	g.t.Helper()
	ask[bool](g, fmt.Sprintf(`(() => {
		const real = window.real ??= window.fetch;
		window.fetch = (address, options) => {
			if (!String(address).includes("/api/orders")) return real(address, options);
			if (%q === "abort") return Promise.reject(new TypeError("Failed to fetch"));
			return Promise.resolve(new Response('{"ok":false,"error":"x"}', {status: 503, headers: {"X-Fehlercode": "ueberlastet"}}));
		};
		return true;
	})()`, how))
}

// refused orders and waits for the message.
func (g *guest) refused(path string) {
	g.t.Helper()
	ask[bool](g, `document.querySelector("[data-refused]").hidden = true`)
	g.click("[data-place]")
	g.until(`document.activeElement.matches("[data-refused]:not([hidden]), [data-refused] *") && !document.querySelector("[data-place]").disabled`)
	if at := ask[string](g, "location.pathname"); at != path {
		g.t.Errorf("the failed order led to %s", at)
	}
	g.basketIs(1)
	g.typed("Erika Mustermann")
}

func (g *guest) typed(name string) {
	g.t.Helper()
	g.until(fmt.Sprintf(`document.querySelector("#name")?.value === %q`, name))
}
