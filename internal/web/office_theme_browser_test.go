//go:build !nobrowser

package web_test

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// paper is the background colour of the page.
const paper = `getComputedStyle(document.body).backgroundColor`

// see sets the device's preferences.
func (o office) see(medium, scheme string) {
	o.t.Helper()
	media := emulation.SetEmulatedMediaParams{Media: medium, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	if _, err := chromedp.Call(o.ctx, emulation.SetEmulatedMedia, media); err != nil {
		o.t.Fatal(err)
	}
}

// turn selects an option in the panel for theme and density.
func (o office) turn(name, value string) {
	o.t.Helper()
	o.do("turn "+name, evaluate(`{ const s = document.querySelector('#theme [name="`+name+`"]'); s.value = "`+value+`"; s.dispatchEvent(new Event("change")); }`))
}

// Pages are light or dark as the device prefers, unless the operator chose: then from
// the first moment, on every page, including the gates', until they choose otherwise.
// Printing stays light. Rows are dense for those who want that.
func TestLightDarkAndDensity(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	placeOrders(s, 3)
	const light, dark = `"rgb(250, 247, 242)"`, `"rgb(29, 25, 22)"`
	browse(t, func(ctx context.Context) {
		o := enter(ctx, t, s, "/verwaltung/")
		o.see("", "dark")
		o.until(paper + " === " + dark)
		o.see("", "light")
		o.until(paper + " === " + light)
		o.do("open the panel", chromedp.Click("button.theme"), chromedp.WaitVisible("#theme"))
		o.looksRight("panel")
		o.see("", "light")
		o.turn("theme", "dark")
		o.until(paper + " === " + dark)
		o.looksRight("chosen dark")
		o.see("", "light")
		o.see("print", "light")
		o.until(paper + " === " + light)
		o.see("", "light")

		// The first frame is dark already: the script that decides has run before.
		o.do("another page", chromedp.Navigate(s.URL+"/verwaltung/gutscheine/"), chromedp.WaitVisible("h1"))
		o.until(paper + " === " + dark + ` && document.querySelector('#theme [name="theme"]').value === "dark"`)
		o.until(`[...document.head.querySelectorAll("script, link[rel=stylesheet]")].findIndex(e => e.src?.includes("/theme.") && !e.async && !e.defer && e.type === "") === 0`)
		o.do("the gate", chromedp.Navigate(s.URL+"/zugang/"), chromedp.WaitVisible("body"))
		o.until(paper + " === " + dark)

		o.do("back", chromedp.Navigate(s.URL+"/verwaltung/"), chromedp.WaitVisible("tr[data-id]"))
		o.turn("theme", "")
		o.until(paper + " === " + light + ` && localStorage.getItem("kontor.theme") === null`)
		high := `document.querySelector("tr[data-id]").offsetHeight`
		o.do("remember the height", evaluate(`window.before = `+high))
		o.turn("density", "compact")
		o.until(high + ` < 0.75 * window.before`)
		o.looksRight("dense rows")
		o.do("reload", chromedp.Reload(), chromedp.WaitVisible("tr[data-id]"))
		o.until(`document.documentElement.dataset.density === "compact"`)
	})
}

// The navigation takes one line on a desktop, whatever the shop's name.
func TestNavigationTakesOneLine(t *testing.T) {
	t.Parallel()
	long := shoptest.Web(func(o *web.Options) { o.Seller.Name = "PROBE Bastelkontor am Marktplatz zu Wollhausen" })
	s := shoptest.Start(t, long, rehearsal)
	browse(t, func(ctx context.Context) {
		o := enter(ctx, t, s, "/verwaltung/")
		for _, width := range []int64{768, 1024, 1280, 1920} {
			o.do("resize", chromedp.EmulateViewport(width, 900))
			o.until(`document.querySelector(".bar").offsetHeight < 70 && document.documentElement.scrollWidth <= innerWidth`)
		}
		o.looksRight("long name")
		o.do("desk", chromedp.EmulateViewport(1280, 900))
		o.until(`(nav => nav.scrollWidth <= nav.clientWidth)(document.querySelector(".bar nav"))`)
	})
}

// A shop that is only being tried out offers a test order; a real one never does.
func TestTestOrder(t *testing.T) {
	t.Parallel()
	tried := shoptest.Start(t, shoptest.Web(func(o *web.Options) { o.Demo = true }))
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, tried, "/verwaltung/", "#place-test-order")
		o.press("document", "Testbestellung anlegen")
		o.until(`document.querySelector("#test-order-problem:not([hidden])")?.textContent === "Im Sortiment ist nichts, was im Verkauf ist."`)
		product := catalogue.Product{Slug: "garn", CategorySlug: "wolle", Price: 5.95, Active: true,
			Names: map[shop.Language]string{"de": "Garn", "en": "Yarn", "fr": "Fil", "it": "Filo"}}
		tried.Stock(product)
		o.press("document", "Testbestellung anlegen")
		o.until(`document.querySelector("tr[data-id] .who")?.textContent.startsWith("Erika Mustermann") && document.getElementById("test-order").hidden`)
		o.until(`document.getElementById("news").textContent === "Testbestellung BK-2026-0001 angelegt."`)
	})
	if order, err := tried.DB.Order(t.Context(), 1); err != nil || len(order.Hints) != 0 || order.Status != "zahlungOffen" {
		t.Errorf("test order %+v, %v", order.Order, err)
	}
	real := shoptest.Start(t)
	if page := real.Operator().Get("/verwaltung/"); page.Status != 200 || strings.Contains(page.Text(), "Testbestellung") {
		t.Error("a real shop offers a test order")
	}
}
