package mail_test

import (
	"context"
	"encoding/base64"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/tests/chromium"
)

// pictures is where to save a screenshot of every message for human review.
var pictures = flag.String("pictures", "", "write a picture of every message to this directory")

// axeScript checks pages for accessibility; ./dev test installs it.
const axeScript = "../../tests/web/node_modules/axe-core/axe.min.js"

// H14, S2: rendered by a browser, messages fit a phone and a desktop, are readable in
// light and dark mode, load nothing from anywhere, and customers' texts do nothing.
func TestH14_S2_MessagesInABrowser(t *testing.T) {
	t.Parallel()
	axe, err := os.ReadFile(axeScript)
	if err != nil {
		t.Fatalf("%v (./dev test installs it)", err)
	}
	b := openBrowser(t)
	for name, o := range map[string]*order.Order{"": newOrder(), "hostile ": hostileOrder()} {
		eachMessage(t, newMailer(t, nil), o, func(kind string, content message.MailContent) {
			if !everything() && !strings.HasSuffix(kind, ".de") && name+kind != "kunde_eingang.fr" {
				return
			}
			for _, scheme := range []string{"light", "dark"} {
				for _, width := range []int64{360, 700} {
					if everything() || (scheme == "light") == (width == 360) {
						b.check(t, name+kind, content, scheme, width, string(axe))
					}
				}
			}
		})
	}
}

func TestMain(m *testing.M) { os.Exit(chromium.Tests{M: m}.Run()) }

// everything reports whether to check all languages, widths and colour schemes.
func everything() bool { return os.Getenv("KONTOR_TEST_ALL") != "" || *pictures != "" }

// browser shows one message after another.
type browser struct {
	ctx    context.Context
	server *httptest.Server

	mu       sync.Mutex
	html     string
	requests []string // by the page, except for the message itself and pictures embedded in it
	dialogs  int
}

func openBrowser(t *testing.T) *browser {
	t.Helper()
	b := new(browser)
	b.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		b.mu.Lock()
		defer b.mu.Unlock()
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprint(w, b.html)
	}))
	t.Cleanup(b.server.Close)
	ctx := chromium.Open(t)
	limited, release := context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(release)
	b.ctx = limited
	if _, err := chromedp.Call(ctx, network.Enable, network.EnableParams{}); err != nil {
		t.Fatal(err)
	}
	if err := chromedp.Listen(ctx, b.note); err != nil {
		t.Fatal(err)
	}
	return b
}

func (b *browser) note(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if u := e.Request.URL; u != b.server.URL+"/message" && !strings.HasPrefix(u, "data:") && !strings.HasSuffix(u, "/favicon.ico") {
			b.requests = append(b.requests, u)
		}
	case *page.EventJavascriptDialogOpening:
		b.dialogs++
	}
}

// check shows a message and inspects it.
func (b *browser) check(t *testing.T, name string, content message.MailContent, scheme string, width int64, axe string) {
	t.Helper()
	label := fmt.Sprintf("%s %s %d", name, scheme, width)
	b.mu.Lock()
	b.html = withPictures(content)
	b.mu.Unlock()
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, media); err != nil {
		t.Fatal(err)
	}
	err := chromedp.Do(b.ctx,
		chromedp.EmulateViewport(width, 800), chromedp.Navigate(b.server.URL+"/message"),
		chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			return inspect(ctx, t, target, label, axe)
		}))
	if err != nil {
		t.Fatalf("%s: %v", label, err)
	}
	if *pictures != "" && !strings.Contains(name, "hostile") {
		b.picture(t, strings.ReplaceAll(label, " ", "-")+".png")
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.requests) > 0 || b.dialogs > 0 {
		t.Errorf("%s: asks for %q, shows %d dialogs", label, b.requests, b.dialogs)
	}
	b.requests, b.dialogs = nil, 0
}

// inspect finds whatever makes a message hard to read, and whatever a customer's words
// must not have become.
func inspect(ctx context.Context, t *testing.T, target *chromedp.Target, label, axe string) error {
	t.Helper()
	const run = `axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21aa"]}).then(r => r.passes.length === 0 ? "nothing was checked" :
		r.violations.map(v => v.id + ": " + v.nodes.map(n => n.html).join(" ")).join("\n"))`
	const strange = `(document.querySelector(".card") ? "" : "no message ") +
		[...document.querySelectorAll("script, iframe, object, embed, form, svg, link, base, img:not(.code), [onerror], [onload]")].map(e => e.outerHTML).join(" ") +
		[...document.links].map(a => a.protocol + a.host).filter(a => !["mailto:", "https:wollwerk.test", "https:www.dhl.de"].includes(a)).join(" ")`
	if _, err := chromedp.Evaluate[any](axe+";0")(ctx, target); err != nil {
		return err
	}
	for script, what := range map[string]string{
		run:     "violations",
		strange: "strange elements",
		`document.documentElement.scrollWidth <= innerWidth ? "" : "by " + (document.documentElement.scrollWidth - innerWidth) + " px"`: "too wide",
	} {
		found, err := chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise)(ctx, target)
		if err != nil {
			return err
		}
		if found != "" {
			t.Errorf("%s: %s: %s", label, what, found)
		}
	}
	return nil
}

// picture saves a screenshot of the whole message.
func (b *browser) picture(t *testing.T, name string) {
	t.Helper()
	shot, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*pictures, name), shot, 0o600); err != nil {
		t.Fatal(err)
	}
}

// withPictures returns the HTML with its pictures embedded.
func withPictures(content message.MailContent) string {
	html := content.HTML
	for _, file := range content.Inline {
		html = strings.ReplaceAll(html, "cid:"+file.CID, "data:"+file.Type+";base64,"+base64.StdEncoding.EncodeToString(file.Data))
	}
	return html
}
