//go:build !nobrowser

package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"kontor/internal/demo"
	"kontor/tests/shoptest"
)

// watchFocus keeps, whenever a key is pressed, whether the control that has the
// focus can be seen: one of many points of it must be on top. By then the browser
// has scrolled to it.
const watchFocus = `(() => {
	const watch = window.focusWalk = {stops: 0, over: false, hidden: []};
	let first, last;
	const name = (e) => e.tagName.toLowerCase() + (e.id && "#" + e.id) + " " + (e.ariaLabel || e.name || e.textContent || "").trim().slice(0, 40);
	const steps = (from, to) => Array.from({length: 7}, (_, n) => from + (to - from) * (n + 0.5) / 7);
	const owns = (e, hit) => hit !== null && (e.contains(hit) || [...(e.labels ?? [])].some((label) => label.contains(hit)));
	const seen = (e) => [...e.getClientRects()].some((box) => {
		const left = Math.max(box.left, 0), right = Math.min(box.right, innerWidth);
		const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
		return left < right && top < bottom &&
			steps(left, right).some((x) => steps(top, bottom).some((y) => owns(e, document.elementFromPoint(x, y))));
	});
	const look = () => {
		const e = document.activeElement;
		if (!document.hasFocus() || e === null || e === document.body || e === last) return;
		if (e === first) watch.over = true;
		first ??= last = e;
		last = e;
		watch.stops++;
		if (!seen(e)) watch.hidden.push(name(e));
	};
	watch.look = look;
	window.addEventListener("keydown", look, true);
	document.activeElement?.blur?.();
	scrollTo(0, 0);
	return true;
})()`

// focusWalk is what was seen on the way.
type focusWalk struct {
	Stops  int      `json:"stops"`
	Over   bool     `json:"over"`
	Hidden []string `json:"hidden"`
}

// window is what is seen of a page: a desk, a telephone, and a desk whose pages are
// enlarged to 200 %.
type window struct {
	name          string
	width, height int64
	scale         float64
}

var windows = []window{{"desk", 1280, 720, 1}, {"telephone", 360, 640, 1}, {"200 %", 640, 360, 2}}

// focusPage is a page and what opens on it before the keys are pressed.
type focusPage struct {
	path, ready   string
	press, opened string // JavaScript; empty: nothing is opened
	always        bool   // in each window, in a sampled run too
	long          bool   // more controls than are walked through
}

func storefrontFocusPages(h *hostileShop) []focusPage {
	const lines = `document.querySelector("main .line") !== null`
	return []focusPage{
		{path: "/kasse/", ready: lines, always: true},
		{path: "/en/", ready: `!document.querySelector(".add").hidden`},
		{path: "/fr/produkt/bastelkleber", ready: `!document.querySelector(".buy").hidden`},
		{path: "/it/warenkorb/", ready: lines},
		{path: "/versand/"},
		{path: "/konto/", ready: `document.querySelector(".orders summary") !== null`},
		{path: "/widerruf/"},
		{path: "/recht/impressum/"},
		{path: h.thanks},
		{path: "/gibtsnicht/"},
		{path: "/warenkorb/", ready: lines, press: `document.querySelector("[data-basket-button]").click()`, opened: `document.querySelector("dialog[open] .line") !== null`},
		{path: "/kasse/", ready: lines, press: `(document.querySelector("#ort").value = "", document.querySelector("[data-place]").click())`, opened: `document.querySelector("[data-errors] li") !== null`},
		{path: "/api/docs", long: true},
	}
}

func officeFocusPages() []focusPage {
	const rows = `document.querySelector("#rows tr[data-id], #rows tr") !== null`
	const box = `document.querySelector("#rows input[type=checkbox]") !== null`
	const button = `document.querySelector("#rows button") !== null`
	return []focusPage{
		{path: "/verwaltung/", ready: box, press: `document.querySelector("#rows input[type=checkbox]").click()`, opened: `!document.getElementById("bulk").hidden`},
		{path: "/verwaltung/?o=1", ready: `document.querySelector("#order h3") !== null`},
		{path: "/verwaltung/", ready: rows, press: `document.getElementById("more").click()`, opened: `!document.getElementById("fields").hidden`},
		{path: "/verwaltung/zahlungen/?z=1", ready: `document.querySelector("dialog[open] h3") !== null`},
		{path: "/verwaltung/zahlungseingaenge/", ready: rows},
		{path: "/verwaltung/produkte/", ready: button, press: `document.querySelector("#rows button").click()`, opened: `document.querySelector("dialog[open]") !== null`},
		{path: "/verwaltung/gutscheine/", ready: button, press: `document.querySelector("#rows button").click()`, opened: `document.querySelector("dialog[open]") !== null`},
		{path: "/verwaltung/mails/", ready: rows},
		{path: "/verwaltung/widerrufe/", ready: rows},
		{path: "/verwaltung/zustand/", ready: `document.querySelector("#rows td") !== null`},
		{path: "/verwaltung/auswertung/?von=alle", ready: `document.querySelector(".numbers td") !== null`},
	}
}

// WCAG 2.4.11: whatever has the focus can be seen, at least a part of it, on the way
// through a page with the keyboard and back. A sampled run sees most pages every second
// day, in one window, another one for each, and on one of the two ways by turns.
func TestFocusIsNeverHidden(t *testing.T) {
	t.Parallel()
	h := startHostileShop(t)
	h.Stock(demo.Products()...)
	visit(t, h.Shop, func(g *guest) {
		enter(g.ctx, t, h.Shop, "/verwaltung/")
		cookie := network.SetCookieParams{Name: shoptest.AccountCookie, Value: h.buyer.Cookie(shoptest.AccountCookie), URL: h.URL}
		if _, err := chromedp.Call(g.ctx, network.SetCookie, cookie); err != nil {
			t.Fatal(err)
		}
		ask[bool](g, `!!(localStorage.bastelkontor_warenkorb = JSON.stringify({artikel: [{slug: "bastelkleber", menge: 1}, {slug: "stoffschere-24", menge: 2}]}))`)
		for i, page := range append(storefrontFocusPages(h), officeFocusPages()...) {
			for j, w := range windows {
				if everything() || page.always {
					g.walkByKeys(page, w, ways...)
				} else if i%len(windows) == j && (i+today(4))%2 == 0 {
					g.walkByKeys(page, w, ways[(i/len(windows)+today(4)/2)%2])
				}
			}
		}
	})
}

// way is how the keyboard goes through a page.
type way struct {
	name      string
	modifiers int64
}

var ways = []way{{"Tab", 0}, {"Shift and Tab", int64(chromedp.ModifierShift)}}

// walkByKeys goes through a page on each of the ways.
func (g *guest) walkByKeys(page focusPage, w window, ways ...way) {
	g.t.Helper()
	// A page that is opened anew returns to where it was left, sooner or later.
	g.do("look through the "+w.name, chromedp.Navigate("about:blank"), chromedp.EmulateViewport(w.width, w.height, chromedp.EmulateScale(w.scale)))
	g.open(page.path)
	if page.ready != "" {
		g.until(page.ready)
	}
	if page.press != "" {
		ask[bool](g, page.press+` === undefined`)
		g.until(page.opened)
	}
	for _, way := range ways {
		ask[bool](g, watchFocus)
		seen := g.tabAround(way.modifiers)
		where := fmt.Sprintf("%s %s, %s, %s", page.path, page.press, w.name, way.name)
		if seen.Over == page.long || seen.Stops < 4 {
			g.t.Errorf("%s: not all controls were reached: %+v", where, seen)
		}
		if len(seen.Hidden) > 0 {
			g.t.Errorf("%s: the focus is hidden on %s", where, strings.Join(seen.Hidden, " | "))
		}
	}
}

// tabAround presses Tab until the focus is where it began.
func (g *guest) tabAround(modifiers int64) focusWalk {
	g.t.Helper()
	key := input.DispatchKeyEventParams{
		Type: input.DispatchKeyEventTypeRawKeyDown, Key: "Tab", Code: "Tab", WindowsVirtualKeyCode: 9, Modifiers: modifiers,
	}
	var seen focusWalk
	for range 20 {
		for range 10 {
			if _, err := chromedp.Call(g.ctx, input.DispatchKeyEvent, key); err != nil {
				g.t.Fatal(err)
			}
		}
		if seen = ask[focusWalk](g, `(focusWalk.look(), focusWalk)`); seen.Over {
			break
		}
	}
	return seen
}
