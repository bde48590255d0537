//go:build !nobrowser

package web_test

import (
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// tab opens another tab of the same browser, which shares what the browser keeps.
func (b *buyer) tab() *buyer {
	b.t.Helper()
	ctx, leave := chromedp.NewContext(b.ctx)
	b.t.Cleanup(leave)
	other := &buyer{guest: &guest{office{ctx, b.t}, b.shop, b.axe}, till: b.till}
	other.intercept()
	return other
}

// T32: two tabs at one basket are one payment, and both thank for the one order.
func TestT32_TwoTabsInABrowser(t *testing.T) {
	t.Parallel()
	buy(t, func(b *buyer) {
		other := b.tab()
		b.fillForm("/kasse/")
		other.fillForm("/kasse/")
		id, same := b.pay(), other.pay()
		if same != id || b.shop.PayPal.Calls(paypalsim.Create) != 1 {
			t.Errorf("the tabs have %s and %s", id, same)
		}
		b.approve(id)
		b.wantThanks("BK-2026-0001")
		other.until(`document.querySelector("[data-count]").hidden`) // it hears that the basket is ordered
		ask[bool](other.guest, `stub.approve() instanceof Promise`)  // PayPal's window of that tab was open still
		other.wantThanks("BK-2026-0001")
		if n := b.shop.PayPal.Calls(paypalsim.Capture); n != 1 {
			t.Errorf("%d captures", n)
		}
		b.till.wantBooks(1)
	})
}

// T11, T32: while nobody knows what became of the payment in one tab, the other
// offers no way to pay either; once it is known there is nothing left to pay in it.
func TestT32_TwoTabsWaitInABrowser(t *testing.T) {
	t.Parallel()
	buy(t, func(b *buyer) {
		b.fillForm("/kasse/")
		id := b.pay()
		b.shop.PayPal.Fail(paypalsim.Capture, paypalsim.Fault{Kind: paypalsim.InternalError, Done: true, Times: -1})
		b.shop.PayPal.Fail(paypalsim.Read, paypalsim.Fault{})
		b.shop.PayPal.Fail(paypalsim.Read, paypalsim.Fault{Kind: paypalsim.Unavailable, Times: -1})
		b.approve(id)
		b.wantWaiting("Bitte bezahlen Sie nicht noch einmal.")
		other := b.tab()
		other.open("/kasse/")
		other.wantWaiting("Bitte bezahlen Sie nicht noch einmal.")
		b.shop.PayPal.Heal()
		b.till.reconcile(time.Minute)
		b.wantThanks("BK-2026-0001")
		other.open("/kasse/")
		other.until(`document.querySelector("#checkout.nothing") !== null && document.querySelector("[data-count]").hidden`)
		b.till.wantBooks(1)
	})
}

// T33: the other tab orders something else. The first tab's payment takes no money
// any more and ends there alone: the other's basket is ordered once, and is empty
// then.
func TestT33_OtherBasketInTheOtherTab(t *testing.T) {
	t.Parallel()
	buy(t, func(b *buyer) {
		b.fillForm("/kasse/")
		first := b.pay()
		other := b.tab()
		other.fillForm("/kasse/")
		other.fill("#ort", "Graz")
		second := other.pay()
		if first == second {
			t.Fatalf("both are %s", first)
		}
		b.approve(first)
		b.wantRefusal("Dieser Bezahlvorgang ist abgelaufen.")
		b.till.Approve(second)
		other.open("/kasse/?token=" + second) // PayPal's own page leads back there
		other.wantThanks("BK-2026-0001")
		b.until(`document.querySelector("[data-count]").hidden`)
		if order, err := b.shop.DB.Order(t.Context(), 1); err != nil || order.Customer.City != "Graz" {
			t.Errorf("the order is %+v, %v", order, err)
		}
		b.till.wantBooks(1)
	})
}

// focused waits until the focus is on what a selector finds.
func (b *buyer) focused(selector string) {
	b.t.Helper()
	b.until(`document.activeElement.matches("` + selector + `")`)
}

// enter presses the key as a keyboard does. What chromedp sends instead goes on to
// where a link leads the focus.
func (b *buyer) enter() {
	b.t.Helper()
	key := input.DispatchKeyEventParams{Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: '\r', NativeVirtualKeyCode: '\r'}
	for _, kind := range []input.DispatchKeyEventType{
		input.DispatchKeyEventTypeRawKeyDown, input.DispatchKeyEventTypeChar, input.DispatchKeyEventTypeKeyUp,
	} {
		now := key
		if now.Type = kind; kind == input.DispatchKeyEventTypeChar {
			now.Text, now.UnmodifiedText = kb.Enter, kb.Enter
		}
		if _, err := chromedp.Call(b.ctx, input.DispatchKeyEvent, now); err != nil {
			b.t.Fatal(err)
		}
	}
}

// reach tabs to what a selector finds, and presses a key there.
func (b *buyer) reach(selector, key string) {
	b.t.Helper()
	b.until(`document.querySelector("` + selector + `")?.checkVisibility()`)
	b.tabTo(selector)
	if key == kb.Enter {
		b.enter()
		return
	}
	b.press(key)
}

// With the keyboard alone a buyer gets through every state of paying: what has
// happened has the focus, and the next thing to do comes after it. Rule H43.
func TestH43_PayingWithTheKeyboardAlone(t *testing.T) {
	t.Parallel()
	buy(t, func(b *buyer) {
		b.open("/kasse/")
		b.until(`document.querySelector("dd.total") !== null`)
		b.tabTo(`[name=zahlungsart]`)
		b.press(kb.ArrowDown)
		b.until(`document.querySelector("[value=paypal]").checked`)
		b.reach("#pay", kb.Enter)
		b.until(`document.querySelectorAll("[data-errors] li").length === 5`)
		b.focused("[data-errors], [data-errors] *")
		b.reach("[data-errors] a", kb.Enter)
		b.focused("#name")
		b.press("Erika Muster")
		for _, field := range []struct{ selector, text string }{
			{"#strasse", "Heidestraße 1"}, {"#plz", "1010"}, {"#ort", "Wien"}, {"#email", "erika@example.org"},
		} {
			b.tabTo(field.selector)
			b.press(field.text)
		}
		b.reach("#pay", " ")
		b.until(`stub.ids.length === 1`)
		id := ask[string](b.guest, `stub.ids[0]`)
		ask[bool](b.guest, `stub.cancel() === undefined`)
		b.wantNote("Sie haben die Zahlung bei PayPal abgebrochen.")
		b.focused("#pay")
		b.enter()
		b.until(`stub.ids.length === 2`)

		b.approve(id)
		b.wantApproved()
		b.focused("[data-approved]")
		b.shop.PayPal.PlanCapture(id, paypalsim.Plan{Issue: payment.PayPalIssueInstrumentDeclined})
		b.reach("[data-place]", kb.Enter)
		b.wantRefusal("PayPal hat dieses Zahlungsmittel abgelehnt.")
		b.focused("[data-refused]")
		b.reach("#pay", kb.Enter)
		b.until(`stub.ids.length === 3`)

		b.shop.PayPal.PlanCapture(id, paypalsim.Plan{Status: payment.PayPalCapturePending, Reason: "PENDING_REVIEW"})
		b.approve(id)
		b.wantApproved()
		b.reach("[data-place]", " ")
		b.wantWaiting("PayPal prüft die Zahlung noch")
		b.focused("[data-waiting]")
		b.shop.PayPal.Settle(b.till.payment(id).Capture.ID, payment.PayPalCaptureCompleted)
		b.till.reconcile(2 * time.Hour)
		b.wantThanks("BK-2026-0001")
		b.till.wantBooks(1)
	}, shoptest.Confirmed())
}
