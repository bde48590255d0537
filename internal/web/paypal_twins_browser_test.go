//go:build !nobrowser

package web_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// T59: the list, the order's drawer and the payment's ask whether two orders are one.
// The operator gives one back with one click and a confirmation; what PayPal refuses is
// said, and the order stays.
func TestT59_TwinsInABrowser(t *testing.T) {
	t.Parallel()
	p := startClosedTill(t)
	id := p.lost()
	p.customer.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	p.PayPal.PlanRefund(paypalsim.Plan{Issue: payment.PayPalIssueInsufficientFunds})
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, p.Shop, paymentsPage+"?z=1", "#payment .twin")
		o.until(`document.querySelector("#payment .hint a").textContent === "BK-2026-0002 (Überweisung, offen)"`)
		o.looksRight("a payment that may be a duplicate")
		o.do("list", chromedp.Navigate(p.URL+"/verwaltung/?hinweis=doppelt"), chromedp.WaitVisible("#rows tr"))
		o.until(`document.querySelectorAll("#rows tr").length === 2 && document.querySelector("#rows .hint").textContent === "Möglicherweise doppelt: BK-2026-0001 (PayPal, bezahlt)"`)

		o.do("the order", chromedp.Navigate(p.URL+"/verwaltung/?o=1"), chromedp.WaitVisible("#order .twin"))
		o.looksRight("an order that may be a duplicate")
		o.press(`document.querySelector("#order .twin")`, "BK-2026-0001 zurücknehmen")
		o.press(`document.querySelector("#order .twin")`, "Abbrechen")
		p.wantReturned(id, 0)
		o.takeBack("BK-2026-0001")
		o.until(`document.getElementById("news").textContent.startsWith("PayPal hat das Geld nicht zurückgegeben.")`)
		o.until(`document.querySelector("#order .payment").innerText.includes("fehlte das Guthaben") && document.querySelector("#order .twin") !== null`)
		p.wantReturned(id, 0)
		o.takeBack("BK-2026-0001")
		o.until(`document.getElementById("news").textContent === "Zurückgenommen: BK-2026-0001 ist storniert."`)
		o.until(`document.querySelector("#order .twin") === null && document.querySelector("#order .status").value === "storniert"`)
		o.until(`[...document.querySelectorAll("#rows .hint")].every((hint) => !hint.textContent.includes("doppelt"))`)
	})
	p.wantReturned(id, 2220)
	if p.status(1) != order.StatusCancelled || p.status(2) != order.StatusPaymentOpen {
		t.Errorf("the orders are %s and %s", p.status(1), p.status(2))
	}
}

// takeBack gives an order back and confirms it.
func (o office) takeBack(number string) {
	o.t.Helper()
	o.press(`document.querySelector("#order .twin")`, number+" zurücknehmen")
	o.press(`document.querySelector("#order .twin .sure")`, "Ja, "+number+" zurücknehmen")
}

// T59: the operator says that both orders are wanted.
func TestT59_DeniedInABrowser(t *testing.T) {
	t.Parallel()
	p := startClosedTill(t)
	p.lost()
	p.customer.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, p.Shop, paymentsPage+"?z=1", "#payment .twin")
		o.press(`document.querySelector("#payment .twin")`, "Nicht doppelt")
		o.until(`document.getElementById("news").textContent === "Vermerkt: BK-2026-0001 und BK-2026-0002 sind beide gewollt."`)
		o.until(`document.querySelector("#payment .payment") !== null && document.querySelector("#payment .twin") === null`)
	})
	if d, err := p.DB.Order(t.Context(), 1); err != nil || d.Status != order.StatusPaid || len(d.Twins) > 0 {
		t.Errorf("%s, %v, %v", d.Status, d.Twins, err)
	}
}
