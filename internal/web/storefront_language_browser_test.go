//go:build !nobrowser

package web_test

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// prefers lets the browser ask for languages, the best first.
func (g *guest) prefers(languages string) {
	g.t.Helper()
	agent := ask[string](g, `navigator.userAgent`)
	_, err := chromedp.Call(g.ctx, emulation.SetUserAgentOverride, emulation.SetUserAgentOverrideParams{UserAgent: agent, AcceptLanguage: languages})
	if err != nil {
		g.t.Fatal(err)
	}
}

// offered are the languages that the page offers to the eye.
const offered = `[...document.querySelectorAll(".offer")].filter(e => e.checkVisibility()).map(e => e.lang).join()`

func (g *guest) wantOffer(path, want string) {
	g.t.Helper()
	g.open(path)
	if got := ask[string](g, offered); got != want {
		g.t.Errorf("%s offers %q, want %q", path, got, want)
	}
}

// A browser in another language is offered its own, in that language, until it has
// chosen; the offer is no message, and nothing is kept before the choice.
func TestOwnLanguageIsOfferedOnce(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	visit(t, shop, func(g *guest) {
		g.prefers("pl")
		g.wantOffer("/", "")
		g.prefers("rm,fr-CH,de-CH")
		g.wantOffer("/fr/", "")
		g.wantOffer("/?kategorie=farben&sortierung=preis", "fr")
		g.check("offer of French")
		kept := ask[string](g, `document.cookie + Object.keys(localStorage) + (document.querySelector(".offer").closest("[role], [aria-live]")?.outerHTML ?? "")`)
		if kept != "" {
			t.Errorf("before the choice: %q", kept)
		}
		g.click(`.offer[lang="fr"] a`)
		g.until(`location.pathname === "/fr/" && location.search === "?kategorie=farben&sortierung=preis"`)
		g.wantOffer("/versand/", "") // it has chosen

		ask[bool](g, `localStorage.clear() === undefined`)
		g.wantOffer("/it/versand/", "fr")
		g.click(`.offer[lang="fr"] [data-decline]`)
		g.until(offered + ` === "" && document.activeElement.tagName === "MAIN"`)
		g.wantOffer("/", "")

		ask[bool](g, `localStorage.clear() === undefined`)
		g.wantOffer("/en/", "fr")
		g.click(`header .languages summary`)
		g.check("language switch")
		g.press(kb.Escape)
		g.until(`!document.querySelector(".languages details").open && document.activeElement.matches(".languages summary")`)
		g.click(`header .languages summary`)
		g.click(`header .languages a[hreflang="it"]`)
		g.until(`location.pathname === "/it/"`)
		g.wantOffer("/", "")
	})
}

// On a desk the header's parts stand in one row, in the order in which Tab takes them.
func TestHeaderIsOneRow(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	visit(t, shop, func(g *guest) {
		g.do("at a desk", chromedp.EmulateViewport(1280, 800))
		g.open("/fr/")
		order := ask[string](g, `[...document.querySelectorAll(".top > *")].map(e => [e, e.getBoundingClientRect()])
			.filter(([, box]) => box.top < 65).sort((a, b) => a[1].left - b[1].left).map(([e]) => e.classList[0]).join()`)
		if want := "home,search,languages,own"; order != want {
			t.Errorf("the header is %s, want %s", order, want)
		}
	})
}

// The label, the list and the button of the sorting are one unit on a telephone.
func TestSortingIsOneUnit(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	visit(t, shop, func(g *guest) {
		g.do("on a telephone", chromedp.EmulateViewport(360, 800))
		for _, prefix := range []string{"", "/en", "/fr", "/it"} {
			g.open(prefix + "/?sortierung=grundpreis")
			middles := ask[[]float64](g, `["label[for=sorting]", "#sorting"].map(s => (b => b.top + b.height / 2)(document.querySelector(s).getBoundingClientRect()))`)
			if middles[0]-middles[1] > 4 || middles[1]-middles[0] > 4 {
				t.Errorf("%s/: label and list are at %v", prefix, middles)
			}
			if wide := ask[bool](g, `document.documentElement.scrollWidth > innerWidth`); wide {
				t.Errorf("%s/: wider than the window", prefix)
			}
		}
	})
}
