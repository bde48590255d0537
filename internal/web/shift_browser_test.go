//go:build !nobrowser

package web_test

import (
	"fmt"
	"testing"

	pages "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// slowAnswers lets the page be drawn before the server says what the basket costs,
// and adds up how far the page's parts move by themselves.
const slowAnswers = `{
	const real = window.fetch;
	const frame = () => new Promise(requestAnimationFrame);
	window.fetch = async (...request) => {
		for (let n = 0; n < 5; n++) await frame();
		return real(...request);
	};
	window.moved = 0;
	new PerformanceObserver((list) => { for (const shift of list.getEntries()) moved += shift.value; })
		.observe({type: "layout-shift", buffered: true});
}`

// What scripts draw has its place on the page from the beginning: nothing that is
// read moves away, neither with a full basket nor with an empty one. A sampled run sees
// each page in one width, by turns.
func TestPagesDoNotMove(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	visit(t, shop, func(g *guest) {
		if _, err := chromedp.Call(g.ctx, pages.AddScriptToEvaluateOnNewDocument, pages.AddScriptToEvaluateOnNewDocumentParams{Source: slowAnswers}); err != nil {
			t.Fatal(err)
		}
		for _, products := range []int{0, 1, 4} {
			g.open("/versand/")
			ask[bool](g, fmt.Sprintf(`!!(localStorage.bastelkontor_warenkorb = JSON.stringify({artikel:
				["bastelkleber", "stoffschere-24", "merinowolle-petrol", "aquarellkasten-12"].slice(0, %d).map(slug => ({slug, menge: 1}))}))`, products))
			for i, path := range []string{"/kasse/", "/en/warenkorb/", "/", "/produkt/bastelkleber"} {
				for j, width := range []int64{360, 1280} {
					if everything() || (i+products+today(2))%2 == j {
						g.wantStill(path, products, width)
					}
				}
			}
		}
	})
}

func (g *guest) wantStill(path string, products int, width int64) {
	g.t.Helper()
	g.do("look", chromedp.Navigate("about:blank"), chromedp.EmulateViewport(width, 800))
	g.open(path)
	g.until(`(main => main === null || main.querySelector(".line, [data-when-empty]:not([hidden])"))(document.querySelector("main [data-basket]"))`)
	const score = `new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done(moved)))))`
	if moved := ask[float64](g, score); moved >= 0.05 {
		g.t.Errorf("%s with %d products, %d px: layout shift %.3f", path, products, width, moved)
	}
}
