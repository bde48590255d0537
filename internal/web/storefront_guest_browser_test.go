//go:build !nobrowser

package web_test

import (
	"context"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"kontor/tests/chromium"
	"kontor/tests/shoptest"
)

// pictures is where to put a picture of every page, for people to look at.
var pictures = flag.String("pictures", "", "write a picture of every page of the storefront to this directory")

// guest is a browser in the storefront.
type guest struct {
	office
	shop *shoptest.Shop
	axe  string
}

// visit opens a browser of its own in the storefront and calls walk with it.
func visit(t *testing.T, shop *shoptest.Shop, walk func(g *guest)) {
	t.Helper()
	visitIn(chromium.Open(t), t, shop, walk)
}

func visitIn(ctx context.Context, t *testing.T, shop *shoptest.Shop, walk func(g *guest)) {
	t.Helper()
	axe, err := os.ReadFile(axeScript)
	if err != nil {
		t.Fatalf("%v (./dev test installs it)", err)
	}
	browseIn(ctx, t, func(ctx context.Context) { walk(&guest{office{ctx, t}, shop, string(axe)}) })
}

// open goes to a page of the shop and waits until its scripts have run.
func (g *guest) open(path string) {
	g.t.Helper()
	g.do("open "+path, chromedp.Navigate(g.shop.URL+path))
	g.until(`document.readyState === "complete"`)
}

// until waits for a condition of the page, written in JavaScript. Asking fails while
// the browser is on its way to another page.
func (g *guest) until(condition string) {
	g.t.Helper()
	limited, cancel := context.WithTimeout(g.ctx, 90*time.Second)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		met, err := chromedp.Run(limited, chromedp.Evaluate[bool]("Boolean("+condition+")"))
		if met && err == nil {
			return
		}
		select {
		case <-tick.C:
		case <-limited.Done():
			text, _ := chromedp.Run(g.ctx, chromedp.Evaluate[string](`location.href + " " + document.querySelector("main")?.innerText.slice(0, 900)`))
			g.t.Fatalf("%s never came true: %v\n%s", condition, err, text)
		}
	}
}

// click clicks on what a selector finds, once it can be seen, and not under the
// header that stays above the page.
func (g *guest) click(selector string) {
	g.t.Helper()
	g.until(fmt.Sprintf(`document.querySelector(%q)?.checkVisibility({visibilityProperty: true})`, selector))
	ask[bool](g, fmt.Sprintf(`document.querySelector(%q).scrollIntoView({block: "center"}) === undefined`, selector))
	g.do("click on "+selector, chromedp.Click(chromedp.CSS(selector)))
}

// fill types into a field in place of what stands there.
func (g *guest) fill(selector, text string) {
	g.t.Helper()
	g.until(fmt.Sprintf(`document.querySelector(%q)?.checkVisibility({visibilityProperty: true})`, selector))
	ask[bool](g, fmt.Sprintf(`document.querySelector(%q).select() === undefined`, selector))
	g.do("fill "+selector, chromedp.SendKeys(chromedp.CSS(selector), text))
}

// ask runs JavaScript, and waits for what it promises.
func ask[T any](g *guest, script string) T {
	g.t.Helper()
	value, err := chromedp.Run(g.ctx, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
	if err != nil {
		g.t.Fatalf("%s: %v", script, err)
	}
	return value
}

// look is how a page is looked at.
type look struct {
	scheme string
	width  int64
}

// looks are all of them, or in a sampled run two that differ in everything.
func looks() []look {
	if !everything() {
		return []look{{"light", 360}, {"dark", 1280}}
	}
	return []look{{"light", 360}, {"light", 1280}, {"dark", 360}, {"dark", 1280}}
}

// script returns what asks axe about a page. In a sampled run it is empty in one of the
// two looks, each day in the other: nothing else takes the browser as long.
func (l look) script(page, axe string) string {
	sum := fnv.New32a()
	io.WriteString(sum, page)
	if everything() || looks()[(int(sum.Sum32()%2)+today(2))%2] == l {
		return axe
	}
	return ""
}

// check finds what makes the page hard to use, in every look; rule H43.
func (g *guest) check(name string) {
	g.t.Helper()
	for _, l := range looks() {
		// Colours on their way from one scheme to the other are in neither.
		media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: l.scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
		}}
		if _, err := chromedp.Call(g.ctx, emulation.SetEmulatedMedia, media); err != nil {
			g.t.Fatal(err)
		}
		g.do("look at "+name, chromedp.EmulateViewport(l.width, 800),
			chromedp.Steps(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
				return checkPage(ctx, g.t, target, name+" "+l.scheme, l.script(name, g.axe))
			})))
		g.picture(name, l)
	}
}

// picture takes a picture of the whole page, if somebody wants one.
func (g *guest) picture(name string, l look) {
	g.t.Helper()
	if *pictures == "" {
		return
	}
	shot, err := chromedp.Run(g.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		g.t.Fatal(err)
	}
	file := fmt.Sprintf("%s-%s-%d.png", strings.NewReplacer("/", "-", " ", "-").Replace(name), l.scheme, l.width)
	if err := os.WriteFile(filepath.Join(*pictures, file), shot, 0o600); err != nil {
		g.t.Fatal(err)
	}
}
