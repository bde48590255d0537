//go:build !nobrowser

package web_test

import (
	"context"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	pages "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"kontor/tests/chromium"
	"kontor/tests/shoptest"
)

// axeScript checks pages for accessibility; ./dev test installs it.
const axeScript = "../../tests/web/node_modules/axe-core/axe.min.js"

// patient keeps what a page offers for ten seconds until it is used: on a busy
// machine ten seconds may pass before a test gets there.
const patient = `{
	const wait = setTimeout;
	window.setTimeout = (act, pause, ...rest) => wait(act, pause === 10000 ? 2 ** 30 : pause, ...rest);
}`

// browse opens a page in a profile of its own and calls walk with it, see [browseIn].
func browse(t *testing.T, walk func(ctx context.Context)) {
	t.Helper()
	browseIn(chromium.Open(t), t, walk)
}

// browseIn calls walk with a page. Everything that the browser complains about, scripts
// and the content policy included, fails the test, except failed requests, which pages
// may show on purpose.
func browseIn(ctx context.Context, t *testing.T, walk func(ctx context.Context)) {
	t.Helper()
	var mu sync.Mutex
	var complaints []string
	if _, err := chromedp.Call(ctx, log.Enable, cdp.Empty{}); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, pages.AddScriptToEvaluateOnNewDocument, pages.AddScriptToEvaluateOnNewDocumentParams{Source: patient}); err != nil {
		t.Fatal(err)
	}
	err := chromedp.Listen(ctx, func(event any) {
		mu.Lock()
		defer mu.Unlock()
		switch e := event.(type) {
		case *log.EventEntryAdded:
			// A test may type into a field before its page is drawn for the first time.
			early := strings.HasPrefix(e.Entry.Text, "Autofocus processing was blocked")
			if e.Entry.Source != log.EntrySourceNetwork && !early {
				complaints = append(complaints, e.Entry.Text)
			}
		case *runtime.EventExceptionThrown:
			complaint := e.ExceptionDetails.Text
			if e.ExceptionDetails.Exception != nil {
				complaint += " " + e.ExceptionDetails.Exception.Description
			}
			complaints = append(complaints, complaint)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	patience := 5 * time.Minute
	if everything() {
		patience = 20 * time.Minute
	}
	limited, release := context.WithTimeout(ctx, patience)
	defer release()
	walk(limited)

	mu.Lock()
	defer mu.Unlock()
	for _, complaint := range complaints {
		t.Errorf("the browser complains: %s", complaint)
	}
}

// Spec: Administration gate, Entry page.
func TestS20_H43_PagesInABrowser(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	axe, err := os.ReadFile(axeScript)
	if err != nil {
		t.Fatalf("%v (./dev test installs it)", err)
	}
	browse(t, func(ctx context.Context) {
		for _, l := range looks() {
			walkPages(ctx, t, s, l, string(axe))
			s.Clock.Advance(16 * time.Minute)
		}
	})
}

// walkPages goes from the gate to the administration and leaves again, and looks
// at every page on the way.
func walkPages(ctx context.Context, t *testing.T, s *shoptest.Shop, l look, axe string) {
	t.Helper()
	name := ""
	look := chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		return checkPage(ctx, t, target, name+" "+l.scheme, l.script(name, axe))
	})
	page := func(now string) chromedp.Action[chromedp.Void] {
		return chromedp.Steps(chromedp.Func(func(context.Context, *chromedp.Target) error { name = now; return nil }), look)
	}
	dark := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: l.scheme}}}
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, dark); err != nil {
		t.Fatal(err)
	}
	err := chromedp.Do(ctx,
		chromedp.EmulateViewport(l.width, 720),
		chromedp.Navigate(s.URL+"/verwaltung/?a=b"),
		chromedp.WaitVisible("#code"), page("gate"),
		chromedp.SendKeys("#code", "falscher-code\n"),
		chromedp.WaitVisible("#problem"), page("wrong code"),
		chromedp.SendKeys("#code", s.SiteCode),
		chromedp.Click("button[data-reveals]"),
		chromedp.WaitVisible(`#code[type="text"]`), page("code shown"),
		chromedp.Click("button.submit"),
		chromedp.WaitVisible(`form[action="/api/zugang/verwaltung"]`), page("administration gate"),
		chromedp.SendKeys("#code", s.AdminCode+"\n"),
		chromedp.WaitVisible(".office"), page("administration"),
		chromedp.Click(`form[action$="/abmelden"] button`),
		chromedp.WaitVisible(".catalogue"), page("first page"),
		chromedp.Navigate(s.URL+"/gibtsnicht"), chromedp.WaitVisible("h1"), page("failure"),
		chromedp.Navigate(s.URL+"/"),
		chromedp.Click(`form[action$="/abmelden"] button`),
		chromedp.WaitVisible("#code"),
	)
	if err != nil {
		t.Errorf("%s, %d px, after %s: %v", l.scheme, l.width, name, err)
	}
}

// findViolations asks axe. It asks for colours alone where the same page, with every
// element at the same place, has passed all rules in other colours.
const findViolations = `(async () => {
	const places = Array.from(document.querySelectorAll("*"), (e) => { const r = e.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; });
	const page = [location, innerWidth, document.documentElement.outerHTML, ...places].join(" ");
	const options = { resultTypes: ["violations"] };
	if (axe.passed?.has(page)) options.runOnly = ["color-contrast", "link-in-text-block"];
	const r = await axe.run(options);
	if (r.violations.length > 0) return r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html).join(" ")).join("\n");
	if (!options.runOnly && r.passes.length === 0) return "nothing was checked";
	(axe.passed ??= new Set()).add(page);
	return "";
})()`

// checkPage finds what makes a page hard to use: violations that axe knows, and
// content that is wider than the window. An empty script leaves axe out.
func checkPage(ctx context.Context, t *testing.T, target *chromedp.Target, name, axe string) error {
	if axe != "" {
		if err := askAxe(ctx, t, target, name, axe); err != nil {
			return err
		}
	}
	wide, err := chromedp.Evaluate[string](findTooWide, chromedp.EvalAwaitPromise)(ctx, target)
	if err == nil && wide != "" {
		t.Errorf("%s: wider than the window: %s", name, wide)
	}
	return err
}

// findTooWide names the element that reaches out of the window farthest. A page whose
// window has just become narrower may not be laid out anew yet.
const findTooWide = `(async () => {
	const tooWide = () => document.documentElement.scrollWidth > innerWidth;
	for (const end = Date.now() + 5000; tooWide() && Date.now() < end; ) await new Promise((done) => setTimeout(done, 50));
	if (!tooWide()) return "";
	const right = (e) => e.getBoundingClientRect().right;
	const farthest = [...document.querySelectorAll("body *")].reduce((a, b) => (right(b) > right(a) ? b : a));
	return innerWidth + " px, " + document.documentElement.scrollWidth + ": " + farthest.outerHTML.slice(0, 200);
})()`

func askAxe(ctx context.Context, t *testing.T, target *chromedp.Target, name, axe string) error {
	loaded, err := chromedp.Evaluate[bool](`"axe" in window`)(ctx, target)
	if err == nil && !loaded {
		_, err = chromedp.Evaluate[any](axe+";0")(ctx, target)
	}
	if err != nil {
		return err
	}
	violations, err := chromedp.Evaluate[string](findViolations, chromedp.EvalAwaitPromise)(ctx, target)
	if err == nil && violations != "" {
		t.Errorf("%s: %s", name, violations)
	}
	return err
}

func TestH43_EntryPagesWithoutScripts(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	browse(t, func(ctx context.Context) {
		disabled := emulation.SetScriptExecutionDisabledParams{Value: true}
		if _, err := chromedp.Call(ctx, emulation.SetScriptExecutionDisabled, disabled); err != nil {
			t.Fatal(err)
		}
		err := chromedp.Do(ctx,
			chromedp.Navigate(s.URL+"/verwaltung/"),
			chromedp.WaitNotVisible("button[data-reveals]"),
			chromedp.SendKeys("#code", s.SiteCode), chromedp.Click("button.submit"),
			chromedp.WaitVisible(`form[action="/api/zugang/verwaltung"]`),
			chromedp.SendKeys("#code", s.AdminCode), chromedp.Click("button.submit"),
			chromedp.WaitVisible(".office"),
		)
		if err != nil {
			t.Error(err)
		}
		if at, err := chromedp.Run(ctx, chromedp.Location()); err != nil || at != s.URL+"/verwaltung/" {
			t.Errorf("arrived at %s, %v", at, err)
		}
	})
}
