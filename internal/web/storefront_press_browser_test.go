//go:build !nobrowser

package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// pressed is what a press has changed when the browser draws next.
type pressed struct {
	Open    bool     `json:"open"`  // the drawer
	Count   string   `json:"count"` // of the basket's button
	Focused string   `json:"focused"`
	Touched []string `json:"touched"` // elements that have nothing to do with it
}

// press clicks on an element, and returns what has changed by the time the browser
// draws.
const press = `new Promise((done) => {
	const [drawer, count] = ["#basket", "[data-count]"].map((s) => document.querySelector(s));
	const watch = new MutationObserver(() => {});
	watch.observe(document, {subtree: true, childList: true, attributes: true, characterData: true});
	const e = document.querySelector(%q);
	e.focus();
	e.click();
	const foreign = watch.takeRecords().map(({target}) => target instanceof Element ? target : target.parentElement)
		.filter((e) => !e.closest("[data-count], [data-status]")).map((e) => e.cloneNode().outerHTML);
	const open = drawer.open;
	requestAnimationFrame(() => done({open: open || drawer.open, count: count.textContent, focused: document.activeElement.tagName, touched: foreign}));
})`

// What is bought is counted at once. The drawer covers the whole page, which costs a
// slow browser so much that it comes after: the press itself changes nothing else.
func TestAPressIsDrawnBeforeTheDrawerOpens(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	visit(t, shop, func(g *guest) {
		for i, page := range []struct{ path, button string }{
			{"/", ".card:first-child .add"}, {"/produkt/bastelkleber", ".buy .submit"}, {"/en/", "[data-basket-button]"},
		} {
			g.open(page.path)
			g.until(fmt.Sprintf(`document.querySelector(%q)?.checkVisibility({visibilityProperty: true})`, page.button))
			got := ask[pressed](g, fmt.Sprintf(press, page.button))
			if want := fmt.Sprint(min(i+1, 2)); got.Open || got.Count != want || got.Focused == "H2" || len(got.Touched) > 0 {
				t.Errorf("%s: drawn next is %+v; want %s counted and nothing else", page.path, got, want)
			}
			g.until(`document.querySelector("dialog[open] .line") !== null && document.activeElement.id === "basket-name"`)
			g.do("close the drawer", chromedp.KeyEvent(kb.Escape))
			g.until(fmt.Sprintf(`document.querySelector("dialog[open]") === null && document.activeElement.matches(%q)`, page.button))
		}
	})
}

// Cards that are far from the window are not drawn before they come near, so that
// covering the page costs no more with many products than with few.
func TestCardsFarAwayWait(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	visit(t, shop, func(g *guest) {
		const drawn = `[...document.querySelectorAll(".grid .card")].map((e) => e.querySelector(".goods").checkVisibility({contentVisibilityAuto: true}))`
		g.open("/")
		if all := ask[[]bool](g, drawn); !all[0] || !all[7] || all[len(all)-1] {
			t.Errorf("drawn at the top of the page are %v; want the first eight and not the last", all)
		}
		ask[bool](g, `scrollTo(0, document.body.scrollHeight) === undefined`)
		g.until(`(` + drawn + `).at(-1)`)
	})
}
