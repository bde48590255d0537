// Package chromium lets the tests of a package share one Chromium, which takes
// longer to start than most of them to run. Where Debian's chromium-headless-shell is
// installed, that is the browser: the same engine without windows, tabs and bars, whose
// work takes most of Chromium's time. The full run uses Chromium for every test.
package chromium

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
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
	if path, err := exec.LookPath("chromium-headless-shell"); err == nil && os.Getenv("KONTOR_TEST_ALL") == "" {
		return lean.open(t, chromedp.ExecPath(path))
	}
	return OpenWhole(t)
}

// OpenWhole is [Open] for what only all of Chromium does, for instance take a page back
// from its memory.
func OpenWhole(t testing.TB) context.Context {
	t.Helper()
	return whole.open(t)
}

var lean, whole browser

// browser is a browser that starts for its first test.
type browser struct {
	start sync.Once
	ctx   context.Context
	err   error
	stop  func() error
}

func (b *browser) open(t testing.TB, options ...chromedp.ExecAllocatorOption) context.Context {
	t.Helper()
	b.start.Do(func() { b.ctx, b.stop, b.err = start(options...) })
	if err := b.err; err != nil {
		t.Fatalf("Chromium does not start (./dev test installs it): %v", err)
	}
	ctx, leave := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
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

// Tests are a package's tests that use a browser, for its TestMain.
type Tests struct{ *testing.M }

// Run runs the tests, ends their browsers, and returns the exit code.
func (t Tests) Run() int {
	code := t.M.Run()
	if err := Close(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	return code
}

// Close ends the browsers that run. A TestMain without [Tests] calls it after the tests.
func Close() (err error) {
	for _, b := range []*browser{&lean, &whole} {
		if b.stop != nil {
			err = errors.Join(err, b.stop())
		}
	}
	return err
}

func start(options ...chromedp.ExecAllocatorOption) (_ context.Context, stop func() error, err error) {
	dir, err := os.MkdirTemp(scratch.Root(), "kontor-chromium-")
	if err != nil {
		return nil, nil, err
	}
	options = append(options, chromedp.Headless, chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.UserDataDir(dir), chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-features", ownNoStore), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-renderer-backgrounding", true), chromedp.Flag("disable-backgrounding-occluded-windows", true),
		chromedp.Flag("disable-background-timer-throttling", true),
		chromedp.Flag("js-flags", "--no-opt --no-maglev")) // pages live too shortly for optimized code
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, leave := chromedp.NewContext(allocator)
	stop = func() error {
		leave()
		end()
		return os.RemoveAll(dir)
	}
	if err := chromedp.Do(ctx); err != nil {
		return nil, nil, errors.Join(err, stop())
	}
	return ctx, stop, nil
}
