package main

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// The slowness of the visitor's connection: a mobile network.
const (
	megabits  = 1.4
	latencyMS = 150
)

// sight is what a browser reports about a visit.
type sight struct {
	Painted float64 `json:"painted"` // largest contentful paint, in milliseconds
	Shift   float64 `json:"shift"`   // sum of all layout shifts without a user's input
	Slowest float64 `json:"slowest"` // slowest interaction until it is drawn, in milliseconds

	bytes float64 // received until the page had settled
}

// watch makes the page record its figures. Shifts are added up, which is never less
// than the score of their worst window.
const watch = `
window.figures = {painted: 0, shift: 0, slowest: 0};
const watch = (type, keep, options) => new PerformanceObserver((list) => list.getEntries().forEach(keep))
	.observe({type, buffered: true, ...options});
watch("largest-contentful-paint", (e) => { figures.painted = e.startTime; });
watch("layout-shift", (e) => { if (!e.hadRecentInput) figures.shift += e.value; });
watch("event", (e) => { if (e.interactionId) figures.slowest = Math.max(figures.slowest, e.duration); }, {durationThreshold: 16});
`

// fillBasket puts two products into the basket before the page's own scripts run.
const fillBasket = `localStorage.bastelkontor_warenkorb ??= JSON.stringify({land: "de", gutschein: "",
	artikel: [{slug: "bastelkleber", menge: 1}, {slug: "stoffschere-24", menge: 2}]});`

// startBrowser starts Chromium without a window, where it is installed as Debian's
// headless shell: the same engine, without bars and tabs that take time of their own.
func startBrowser(ctx context.Context, dir string) (context.Context, func(), error) {
	var options []chromedp.ExecAllocatorOption
	if shell, err := exec.LookPath("chromium-headless-shell"); err == nil {
		options = append(options, chromedp.ExecPath(shell))
	}
	options = append(options, chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.UserDataDir(filepath.Join(dir, "browser")), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true))
	allocator, stop := chromedp.NewExecAllocator(ctx, options...)
	browser, leave := chromedp.NewContext(allocator)
	end := func() { leave(); stop() }
	if err := chromedp.Do(browser); err != nil {
		end()
		return nil, nil, fmt.Errorf("start Chromium (./dev test installs it): %w", err)
	}
	return browser, end, nil
}

// prepare makes a tab slow, its processor by the given factor, and returns a reader of how many bytes it has received.
func prepare(tab context.Context, width int64, slowdown float64, filled bool) (received func() float64, err error) {
	if err := chromedp.Do(tab, chromedp.EmulateViewport(width, 800)); err != nil {
		return nil, err
	}
	script := watch
	if filled {
		script += fillBasket
	}
	if _, err := chromedp.Call(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		return nil, err
	}
	if _, err := chromedp.Call(tab, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: slowdown}); err != nil {
		return nil, err
	}
	if err := slowNetwork(tab); err != nil {
		return nil, err
	}
	var mu sync.Mutex
	var bytes float64
	err = chromedp.Listen(tab, func(event any) {
		if e, ok := event.(*network.EventLoadingFinished); ok {
			mu.Lock()
			defer mu.Unlock()
			bytes += e.EncodedDataLength
		}
	})
	return func() float64 { mu.Lock(); defer mu.Unlock(); return bytes }, err
}

func slowNetwork(tab context.Context) error {
	if _, err := chromedp.Call(tab, network.Enable, network.EnableParams{}); err != nil {
		return err
	}
	const bytesPerSecond = megabits * 1e6 / 8
	_, err := chromedp.Call(tab, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{
			{Latency: latencyMS, DownloadThroughput: bytesPerSecond, UploadThroughput: bytesPerSecond, ConnectionType: network.ConnectionTypeCellular3g},
		},
	})
	return err
}

// waitFor waits for a condition on the page, a JavaScript expression.
func waitFor(ctx context.Context, condition string) error {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		// Evaluation fails while the objects in the condition do not exist yet.
		met, err := chromedp.Run(ctx, chromedp.Evaluate[bool](condition))
		if met && err == nil {
			return nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("%s never came true: %w", condition, ctx.Err())
		}
	}
}

// settled waits until the page has loaded, is drawn, and has recorded its figures.
func settled(ctx context.Context) error {
	_, err := chromedp.Run(ctx, chromedp.Evaluate[cdp.Empty](`new Promise((done) => {
		const whole = [...document.images].filter((i) => i.loading !== "lazy").map((i) => i.decode().catch(() => {}));
		const drawn = () => Promise.all(whole).then(rest);
		const rest = () => requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => setTimeout(() => done({}), 50))));
		if (document.readyState === "complete") drawn(); else addEventListener("load", drawn);
	})`, chromedp.EvalAwaitPromise))
	return err
}
