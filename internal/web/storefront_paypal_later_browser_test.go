//go:build !nobrowser

package web_test

import (
	"testing"

	"kontor/tests/shoptest"
)

// T51: with the setting PayPal's button for paying later pays as its other one does, and
// its message follows the total. Neither is there for who pays by bank transfer.
func TestT51_PayLaterInABrowser(t *testing.T) {
	t.Parallel()
	buy(t, func(b *buyer) {
		b.open("/kasse/")
		b.until(`document.querySelector("dd.total") !== null && !document.querySelector("[data-pp-message]").checkVisibility()`)
		if asked := b.outside(); len(asked) != 0 {
			t.Errorf("without PayPal chosen the page asks for %q", asked)
		}
		b.fillForm("/kasse/")
		const said = `document.querySelector("[data-pp-message]").checkVisibility() && document.querySelector("[data-pp-message]").textContent`
		b.until(said + ` === "paylater " + document.querySelector("dd.total").textContent.replace(",", ".").replace(/[^0-9.]/g, "")`)
		before := ask[string](b.guest, `document.querySelector("[data-pp-message]").textContent`)
		b.check("paypal later")
		ask[bool](b.guest, `(localStorage.setItem("`+basketKey+`", '{"artikel":[{"slug":"merinowolle-petrol","menge":3}],"land":"at"}'), dispatchEvent(new StorageEvent("storage", {key: "`+basketKey+`"})))`)
		b.until(said + ` !== "` + before + `"`)
		b.until(`document.querySelector("#pay-later").checkVisibility()`)
		b.click("#pay-later")
		b.until(`stub.ids.length === 1`)
		b.approve(ask[string](b.guest, `stub.ids[0]`))
		b.wantThanks("BK-2026-0001")
		b.till.wantBooks(1)
	}, shoptest.PayLater())
}

// T51: without the setting neither button nor message is there.
func TestT51_NoPayLaterInABrowser(t *testing.T) {
	t.Parallel()
	buy(t, func(b *buyer) {
		b.fillForm("/kasse/")
		if ask[bool](b.guest, `document.querySelector("#pay-later, [data-pp-message]") !== null || document.querySelectorAll("[data-paypal] button").length !== 1`) {
			t.Error("paying later is on offer")
		}
	})
}
