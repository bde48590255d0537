// Package chromium lets the tests of a package share one Chromium, which takes
// longer to start than most of them to run.
package chromium

import (
	"context"
	"errors"
	"os"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"kontor/tests/scratch"
)

// ownNoStore is the feature with which Chromium alone brings even pages back from its
// memory that must not be stored. Without it, it is as strict as other browsers.
const ownNoStore = "CacheControlNoStoreEnterBackForwardCache"

// Open opens a page in a profile of its own: it shares no cookies, storage or cache
// with other tests. The page always has the focus, as if nobody else used the browser.
// It closes when the test ends.
func Open(t testing.TB) context.Context {
	t.Helper()
	shared, err := start()
	if err != nil {
		t.Fatalf("Chromium does not start (./dev test installs it): %v", err)
	}
	ctx, leave := chromedp.NewContext(shared, chromedp.WithNewBrowserContext())
	t.Cleanup(leave)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("Chromium opens no page: %v", err)
	}
	focus := emulation.SetFocusEmulationEnabledParams{Enabled: true}
	if _, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, focus); err != nil {
		t.Fatal(err)
	}
	return ctx
}

// stop ends Chromium, if it runs.
var stop = func() error { return nil }

// Close ends Chromium. TestMain calls it after the tests.
func Close() error { return stop() }

var start = sync.OnceValues(func() (context.Context, error) {
	dir, err := os.MkdirTemp(scratch.Root(), "kontor-chromium-")
	if err != nil {
		return nil, err
	}
	allocator, end := chromedp.NewExecAllocator(context.Background(), chromedp.Headless, chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.UserDataDir(dir), chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-features", ownNoStore), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-renderer-backgrounding", true), chromedp.Flag("disable-backgrounding-occluded-windows", true),
		chromedp.Flag("disable-background-timer-throttling", true))
	ctx, leave := chromedp.NewContext(allocator)
	stop = func() error {
		leave()
		end()
		return os.RemoveAll(dir)
	}
	if err := chromedp.Do(ctx); err != nil {
		return nil, errors.Join(err, stop())
	}
	return ctx, nil
})
