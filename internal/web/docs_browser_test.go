//go:build !nobrowser

package web_test

import (
	"context"
	"os"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"kontor/tests/shoptest"
)

// The description is accessible and complete at every width and in both colour schemes,
// with all of its answers unfolded, and shows the examples in the reader's chosen
// language. A sampled run sees it light and narrow or dark and wide, by turns: nothing else
// takes the browser as long.
func TestS20_DocsPageInABrowser(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, shoptest.Public())
	axe, err := os.ReadFile(axeScript)
	if err != nil {
		t.Fatalf("%v (./dev test installs it)", err)
	}
	browse(t, func(ctx context.Context) {
		for i, l := range looks() {
			if everything() || i == today(2) {
				readDocs(ctx, t, s, l.scheme, l.width, string(axe))
			}
		}
	})
}

func readDocs(ctx context.Context, t *testing.T, s *shoptest.Shop, scheme string, width int64, axe string) {
	t.Helper()
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	if _, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, media); err != nil {
		t.Fatal(err)
	}
	err := chromedp.Do(ctx,
		chromedp.EmulateViewport(width, 720),
		chromedp.Navigate(s.URL+"/api/docs"),
		chromedp.WaitVisible("#placeOrder .sample.curl"),
		chromedp.Click("#show-go"),
		chromedp.WaitVisible("#placeOrder .sample.go"),
		chromedp.WaitNotVisible("#placeOrder .sample.curl"),
		chromedp.Evaluate[chromedp.Void](`document.querySelectorAll("details").forEach((d) => { d.open = true; })`),
		chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			return checkPage(ctx, t, target, "docs "+scheme, axe)
		}),
	)
	if err != nil {
		t.Errorf("docs, %s, %d px: %v", scheme, width, err)
	}
}
