package main

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// With --probe a person pays by hand, without PayPal and its script: the checkout loads
// the rehearsal's script, whose button and window are labelled as such, and continues
// as with PayPal. T26, cancelling, and an order.
func TestT26_RehearsalOfPayingInABrowser(t *testing.T) {
	t.Parallel()
	p := rehearsed(t, emptyShop(t), "PAYPAL_SPAETER=true")
	browse(t, func(ctx context.Context) {
		at := customer{t, ctx, p.url}
		at.read("/produkt/merinowolle-petrol", "PROBE", at.open("/produkt/merinowolle-petrol"), chromedp.Click(chromedp.CSS(".buy .submit")))
		at.read("/kasse/", "PROBE", at.open("/kasse/"), chromedp.WaitVisible(chromedp.CSS("main dd.total")))
		for field, text := range map[string]string{
			"name": "Erika Muster", "strasse": "Heidestraße 1", "plz": "10557", "ort": "Berlin", "email": "erika@example.org",
		} {
			at.read("/kasse/", "", chromedp.SendKeys(chromedp.ID(field), text))
		}
		at.until(at.ctx, `document.querySelector("[value=paypal]").click() === undefined`)

		at.until(at.ctx, `document.querySelectorAll(".paypal-rehearsal").length === 2 && document.querySelector("[data-pp-message]").checkVisibility()`)
		window := at.openWindow()
		at.choose(window, "decline")
		at.until(at.ctx, `document.querySelector("[data-refused-text]").textContent.startsWith("PayPal hat dieses Zahlungsmittel abgelehnt.")`)
		at.choose(window, "cancel")
		at.until(at.ctx, `document.querySelector("[data-note]").textContent.startsWith("Sie haben die Zahlung bei PayPal abgebrochen.")`)

		at.choose(at.openWindow(), "approve")
		at.until(at.ctx, `document.querySelector(".number")?.textContent.endsWith("-0001") && document.body.innerText.includes("PROBE")`)
	})
	p.mustEnd(t)
}

// openWindow presses the rehearsal's button and returns the window that opens. An
// earlier one may still be closing.
func (c customer) openWindow() context.Context {
	c.t.Helper()
	earlier, err := chromedp.Targets(c.ctx)
	if err != nil {
		c.t.Fatal(err)
	}
	c.until(c.ctx, `document.querySelector(".paypal-rehearsal")?.checkVisibility()`)
	if err := chromedp.Do(c.ctx, chromedp.Click(chromedp.CSS(".paypal-rehearsal"))); err != nil {
		c.t.Fatal(err)
	}
	window, cancel := chromedp.NewContext(c.ctx, chromedp.WithTargetID(c.approvalPage(earlier)))
	c.t.Cleanup(cancel)
	if err := chromedp.Do(window); err != nil { // the window lives as long as the context of its first use
		c.t.Fatal(err)
	}
	return window
}

// approvalPage waits for another window than the earlier ones and for its page: chromedp
// loses track of a window that it attaches to while the page loads.
func (c customer) approvalPage(earlier []*target.Info) (id target.ID) {
	c.t.Helper()
	eventually(c.t, patience, func() error {
		now, err := chromedp.Targets(c.ctx)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(now, func(info *target.Info) bool {
			return info.Title == "PROBE: Zahlung" &&
				!slices.ContainsFunc(earlier, func(e *target.Info) bool { return e.TargetID == info.TargetID })
		})
		if i < 0 {
			return errors.New("no approval page opens")
		}
		id = now[i].TargetID
		return nil
	})
	return id
}

// choose presses a button in the window, which states that no money flows.
func (c customer) choose(window context.Context, choice string) {
	c.t.Helper()
	button := `button[value="` + choice + `"]`
	c.until(window, `document.body?.innerText.includes("PROBE: hier fließt kein Geld") && document.querySelector('`+button+`') !== null`)
	limited, end := context.WithTimeout(window, 5*time.Second)
	defer end()
	_ = chromedp.Do(limited, chromedp.Click(chromedp.CSS(button))) // the window may close on the click; the shop's page shows the result
}

// until waits for a condition on a page, a JavaScript expression. Evaluation fails
// while the page changes.
func (c customer) until(page context.Context, condition string) {
	c.t.Helper()
	limited, cancel := context.WithTimeout(page, patience)
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
			text, _ := chromedp.Run(page, chromedp.Evaluate[string](`location.href + " " + document.body.innerText.slice(0, 2500)`))
			c.t.Fatalf("%s never came true: %v\n%s", condition, err, text)
		}
	}
}
