//go:build !nobrowser

package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// PayPal's script is loaded only for who wants to pay with it; a form that
// is not right opens no payment; two clicks pay once. Rules T32, T40.
func TestT32_PayPalInABrowser(t *testing.T) {
	t.Parallel()
	buy(t, func(b *buyer) {
		b.open("/kasse/")
		b.until(`document.querySelector("dd.total") !== null`)
		if asked := b.outside(); len(asked) != 0 {
			t.Errorf("without PayPal chosen the page asks for %q", asked)
		}
		b.choosePayPal()
		b.click("#pay")
		b.until(`document.querySelectorAll("[data-errors] li").length === 5`)
		b.fillForm("/kasse/")
		for _, want := range []string{"currency=EUR", "commit=true", "intent=capture", "components=buttons", "locale=de_DE"} {
			if src := ask[string](b.guest, `stub.src`); !strings.Contains(src, want) {
				t.Errorf("the script %s lacks %s", src, want)
			}
		}
		if colour := ask[string](b.guest, `getComputedStyle(document.querySelector("#pay")).backgroundColor`); colour != "rgb(255, 196, 57)" {
			t.Errorf("PayPal's own style is not let in: %s", colour)
		}
		ask[bool](b.guest, `["#pay", "#pay"].forEach(s => document.querySelector(s).click()) === undefined`)
		b.until(`stub.ids.length === 2 && stub.ids[0] === stub.ids[1]`)
		if n := b.shop.PayPal.Calls(paypalsim.Create); n != 1 {
			t.Errorf("%d orders at PayPal", n)
		}
		if kept := ask[string](b.guest, `JSON.stringify(localStorage)`); strings.Contains(kept, "Heidestraße") || strings.Contains(kept, "erika") {
			t.Errorf("the browser keeps for good who buys: %s", kept)
		}
		b.approve(ask[string](b.guest, `stub.ids[0]`))
		b.wantThanks("BK-2026-0001")
		b.until(`document.body.innerText.includes("Sie haben mit PayPal bezahlt.")`)
		b.till.wantBooks(1)
		if asked := b.outside(); len(asked) != 2 {
			t.Errorf("the pages asked for %q", asked)
		}
	})
}

// T26: the source of money is declined, the buyer chooses another one.
func TestT26_DeclinedInABrowser(t *testing.T) {
	t.Parallel()
	buy(t, func(b *buyer) {
		b.fillForm("/fr/kasse/")
		id := b.pay()
		b.shop.PayPal.PlanCapture(id, paypalsim.Plan{Issue: payment.PayPalIssueInstrumentDeclined})
		b.approve(id)
		b.until(`stub.restarts === 1 && stub.ended === 1`)
		b.wantRefusal("PayPal a refusé ce moyen de paiement.")
		b.till.wantBooks(0)
		b.approve(id)
		b.wantThanks("BK-2026-0001")
		b.till.wantBooks(1)
	})
}

// A payment that PayPal declines for good orders nothing, and the same basket can
// be ordered by bank transfer.
func TestT25_RefusedInABrowser(t *testing.T) {
	t.Parallel()
	buy(t, func(b *buyer) {
		b.fillForm("/kasse/")
		id := b.pay()
		b.shop.PayPal.PlanCapture(id, paypalsim.Plan{Issue: "TRANSACTION_REFUSED"})
		b.approve(id)
		b.wantRefusal("PayPal hat die Zahlung abgelehnt. Es wurde nichts abgebucht. Es wurde nichts bestellt.")
		b.till.wantBooks(0)
		if next := b.pay(); next == id {
			t.Error("the payment that ended is opened again")
		}
		b.click(`[value="ueberweisung"]`)
		b.click("[data-place]")
		b.until(`document.querySelector(".number")?.textContent === "BK-2026-0001"`)
	})
}

// Cancelling orders nothing and loses nothing; a reload and a second click open
// the same payment.
func TestT3_CancelledInABrowser(t *testing.T) {
	t.Parallel()
	buy(t, func(b *buyer) {
		b.fillForm("/kasse/")
		id := b.pay()
		ask[bool](b.guest, `stub.cancel() === undefined`)
		b.wantNote("Sie haben die Zahlung bei PayPal abgebrochen.")
		b.open("/kasse/")
		b.until(`document.querySelector("#strasse").value === "Heidestraße 1"`)
		b.until(`document.querySelector("#pay")?.checkVisibility()`)
		if again := b.pay(); again != id || b.shop.PayPal.Calls(paypalsim.Create) != 1 {
			t.Errorf("the same basket is %s and then %s at PayPal", id, again)
		}
		b.open("/kasse/?abgebrochen=1&token=" + id)
		b.wantNote("Sie haben die Zahlung bei PayPal abgebrochen.")
		if calls := b.shop.PayPal.Calls(paypalsim.Capture); calls != 0 {
			t.Errorf("%d captures", calls)
		}
		b.till.wantBooks(0)
	})
}

// T28: the tab is closed after the approval; the job takes the money, and whoever
// comes back to the checkout is thanked instead of asked again.
func TestT28_TabClosedInABrowser(t *testing.T) {
	t.Parallel()
	buy(t, func(b *buyer) {
		b.fillForm("/it/kasse/")
		b.till.Approve(b.pay())
		b.open("/it/")
		b.till.reconcile(4 * time.Minute)
		b.till.wantBooks(1)
		b.open("/it/kasse/")
		b.wantThanks("BK-2026-0001")
	})
}

// T10, T11: nobody knows what became of the capture. The page asks, offers no other
// way to pay, and thanks as soon as the job has found the money.
func TestT11_UnclearInABrowser(t *testing.T) {
	t.Parallel()
	buy(t, func(b *buyer) {
		b.fillForm("/kasse/")
		id := b.pay()
		b.shop.PayPal.Fail(paypalsim.Capture, paypalsim.Fault{Kind: paypalsim.InternalError, Done: true, Times: -1})
		b.shop.PayPal.Fail(paypalsim.Read, paypalsim.Fault{})
		b.shop.PayPal.Fail(paypalsim.Read, paypalsim.Fault{Kind: paypalsim.Unavailable, Times: -1})
		b.approve(id)
		b.wantWaiting("Bitte bezahlen Sie nicht noch einmal.")
		b.until(`stub.ended === 1`) // PayPal's window closes
		b.open("/kasse/")
		b.wantWaiting("Bitte bezahlen Sie nicht noch einmal.")
		b.shop.PayPal.Heal()
		b.till.reconcile(time.Minute)
		b.wantThanks("BK-2026-0001")
		b.till.wantBooks(1)
	})
}

// T24: PayPal checks the payment; the page says so, and goes on when the money is
// there.
func TestT24_PendingInABrowser(t *testing.T) {
	t.Parallel()
	buy(t, func(b *buyer) {
		b.fillForm("/en/kasse/")
		id := b.pay()
		b.shop.PayPal.PlanCapture(id, paypalsim.Plan{Status: payment.PayPalCapturePending, Reason: "PENDING_REVIEW"})
		b.approve(id)
		b.wantWaiting("PayPal is still checking the payment")
		b.till.wantBooks(0)
		b.shop.PayPal.Settle(b.till.payment(id).Capture.ID, payment.PayPalCaptureCompleted)
		b.till.reconcile(2 * time.Hour)
		b.wantThanks("BK-2026-0001")
	})
}

// With PAYPAL_BESTAETIGUNG only the shop's own button orders, after the buyer has
// looked at the order; what changes after the approval is approved again.
func TestConfirmedPaymentInABrowser(t *testing.T) {
	t.Parallel()
	buy(t, func(b *buyer) {
		b.fillForm("/kasse/")
		if src := ask[string](b.guest, `stub.src`); !strings.Contains(src, "commit=false") {
			t.Errorf("the script is %s", src)
		}
		id := b.pay()
		b.approve(id)
		b.wantApproved()
		b.fill("#ort", "Graz")
		b.wantNote("Bitte geben Sie die Zahlung noch einmal bei PayPal frei.")
		b.until(`document.querySelector("#pay").checkVisibility() && !document.querySelector("[data-place]").checkVisibility()`)
		second := b.pay()
		b.approve(second)
		b.wantApproved()
		b.open("/kasse/")
		b.wantApproved()
		if calls := b.shop.PayPal.Calls(paypalsim.Capture); calls != 0 {
			t.Errorf("%d captures before the order", calls)
		}
		b.click("[data-place]")
		b.wantThanks("BK-2026-0001")
		b.till.wantBooks(1)
		if order, err := b.shop.DB.Order(t.Context(), 1); err != nil || order.Customer.City != "Graz" || order.PayPalOrderID != second {
			t.Errorf("the order is %+v, %v", order, err)
		}
	}, shoptest.Confirmed())
}

// wantApproved waits for the review after the approval.
func (b *buyer) wantApproved() {
	b.t.Helper()
	b.until(`document.querySelector("[data-approved]").checkVisibility() && document.querySelector("[data-place]").checkVisibility() && !document.querySelector("#pay")?.checkVisibility()`)
	b.until(`document.querySelector("[data-place]").textContent === "Zahlungspflichtig bestellen"`)
}

// Browsers that open no window come back by the address that PayPal was given. A
// token that somebody made up leads to no other route.
func TestReturnFromPayPalInABrowser(t *testing.T) {
	t.Parallel()
	buy(t, func(b *buyer) {
		b.open("/kasse/?token=../../konto/ueberall-abmelden%3F")
		b.until(`document.querySelector("dd.total") !== null && !document.querySelector("[data-waiting]").checkVisibility()`)
		b.fillForm("/en/kasse/")
		id := b.pay()
		b.till.Approve(id)
		b.open("/en/kasse/?token=" + id + "&PayerID=QYR5Z8XDVJNXQ")
		b.wantThanks("BK-2026-0001")
		if at := ask[string](b.guest, `location.pathname`); !strings.HasPrefix(at, "/en/danke/") {
			t.Errorf("thanked at %s", at)
		}
		b.till.wantBooks(1)
	})
}

// PayPal's script may not load: the page says so, and the bank transfer works.
func TestT38_WithoutPayPalInABrowser(t *testing.T) {
	t.Parallel()
	buy(t, func(b *buyer) {
		b.blocked = true
		b.open("/kasse/")
		b.click(`[value="paypal"]`)
		b.wantNote("PayPal lässt sich gerade nicht laden.")
		b.mu.Lock()
		b.blocked = false
		b.mu.Unlock()
		b.click(`[value="ueberweisung"]`)
		b.until(`document.querySelector("[data-place]").checkVisibility()`)
		b.choosePayPal()
	})
}

// PayPal that is not set up is on the page, which says so, and cannot be chosen: not
// by a click, not by what this tab chose before, and not by coming back from PayPal.
// The order goes by bank transfer.
func TestT38_PayPalNotSetUpIsNotOffered(t *testing.T) {
	t.Parallel()
	s := storefront(t)
	s.Anonymous().Get("/api/paypal/config").Want(http.StatusServiceUnavailable)
	const transferAlone = `document.querySelector('[value="paypal"]').disabled && !document.querySelector('[value="paypal"]').checked &&
		document.querySelector('[value="ueberweisung"]').checked && document.querySelector("[data-place]").checkVisibility()`
	notes := map[shop.Language]string{"de": "Noch nicht eingerichtet", "en": "Not set up yet", "fr": "Pas encore configuré", "it": "Non ancora configurato"}
	visit(t, s, func(g *guest) {
		b := &buyer{guest: g}
		b.intercept()
		b.fillBasket()
		for language, note := range notes {
			b.open(inLanguage(language, "/kasse/"))
			b.until(transferAlone)
			b.until(fmt.Sprintf(`document.querySelector(".way:has([value=paypal])").innerText.includes(%q)`, note))
		}
		b.check("paypal not set up")
		ask[bool](g, `document.querySelector('[value="paypal"]').click() === undefined`)
		ask[bool](g, `sessionStorage.setItem("bastelkontor_kasse", '{"zahlungsart":"paypal","name":"Erika Mustermann","kunde":""}') === undefined`)
		b.open("/kasse/?token=5O190127TN364715T")
		b.until(`document.querySelector("[data-refused-text]").innerText.includes("PayPal ist noch nicht eingerichtet. Bitte wählen Sie Überweisung.")`)
		b.until(transferAlone + ` && document.querySelector("#name").value === "Erika Mustermann"`)
		for field, text := range map[string]string{"#strasse": "Heidestraße 1", "#plz": "1010", "#ort": "Wien", "#email": "erika@example.org"} {
			b.fill(field, text)
		}
		b.click("[data-place]")
		b.until(`document.querySelector(".number")`)
		if asked := b.outside(); len(asked) != 0 {
			t.Errorf("the page asks for %q", asked)
		}
	})
	if orders := s.Orders(); len(orders) != 1 || orders[0].PaymentMethod != order.MethodTransfer {
		t.Errorf("orders %+v", orders)
	}
}

// Every state of paying, in every language, in a sampled run in two; rules S20, H43.
func TestH43_PayingIsAccessible(t *testing.T) {
	t.Parallel()
	for _, language := range languages(0) {
		prefix := strings.TrimSuffix(inLanguage(language, "/"), "/")
		t.Run("language"+prefix, func(t *testing.T) {
			t.Parallel()
			buy(t, func(b *buyer) {
				b.open(prefix + "/kasse/")
				b.until(`document.querySelector("dd.total") !== null`)
				b.choosePayPal()
				b.click("#pay")
				b.check("paypal errors" + prefix)
				b.fillForm(prefix + "/kasse/")
				id := b.pay()
				ask[bool](b.guest, `stub.cancel() === undefined`)
				b.check("paypal cancelled" + prefix)
				b.approve(id)
				b.until(`document.querySelector("[data-approved]").checkVisibility()`)
				b.check("paypal approved" + prefix)
				b.shop.PayPal.PlanCapture(id, paypalsim.Plan{Issue: payment.PayPalIssueInstrumentDeclined})
				b.click("[data-place]")
				b.until(`document.querySelector("[data-refused]").checkVisibility()`)
				b.check("paypal declined" + prefix)
				b.shop.PayPal.PlanCapture(id, paypalsim.Plan{Status: payment.PayPalCapturePending, Reason: "PENDING_REVIEW"})
				b.approve(id)
				b.click("[data-place]")
				b.until(`document.querySelector("[data-waiting-text]").textContent !== ""`)
				b.check("paypal pending" + prefix)
				b.shop.PayPal.Settle(b.till.payment(id).Capture.ID, payment.PayPalCaptureCompleted)
				b.till.reconcile(2 * time.Hour)
				b.wantThanks("BK-2026-0001")
				b.check("paypal thanks" + prefix)
			}, shoptest.Confirmed())
		})
	}
}
