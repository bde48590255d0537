//go:build !nobrowser

package web_test

import (
	"context"
	"testing"

	"github.com/chromedp/chromedp"

	"kontor/tests/shoptest"
)

// F16: the page shows what counts, and takes what other channels sold, in every look, on
// a phone as well.
func TestF16_TheThresholdInABrowser(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	ordered(s, admin, 1, "at", 100)
	ordered(s, admin, 2, "lu", 100)
	issued(admin, 1)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, "/verwaltung/steuer/", `#rows tr[data-id="2026"]`)
		o.until(`document.getElementById("verdict").textContent.includes("noch 9.915,97")`)
		o.until(`[...document.querySelectorAll("#tiles strong")].map(e => e.textContent.replace(/\s/g, " ")).join() === "0 %,84,03 €,0,00 €,84,03 €"`)
		o.looksRight("far below the threshold")
		o.do("other channels", evaluate(`document.querySelector('#elsewhere [name="betrag"]').value = ""`), chromedp.SendKeys(`#elsewhere [name="betrag"]`, "-5\n"))
		o.until(`document.querySelector("#elsewhere-problem:not([hidden])")?.textContent === "Ungültiges Jahr oder ungültiger Betrag."`)
		o.do("other channels", evaluate(`document.querySelector('#elsewhere [name="betrag"]').value = ""`), chromedp.SendKeys(`#elsewhere [name="betrag"]`, "12.000,50\n"))
		o.until(`document.getElementById("verdict").textContent.includes("Die Schwelle ist überschritten")`)
		o.until(`document.querySelector('#rows tr[data-id="2026"]').textContent.includes("120") && document.querySelector("#elsewhere-problem").hidden`)
		o.looksRight("past the threshold")
		o.do("the year before", evaluate(`{ const year = document.querySelector('#elsewhere [name="jahr"]'); year.value = "2025"; year.dispatchEvent(new Event("change")); }`))
		o.until(`document.querySelector('#elsewhere [name="betrag"]').value === "0,00"`)
	})
}
