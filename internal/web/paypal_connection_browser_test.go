//go:build !nobrowser

package web_test

import (
	"context"
	"testing"

	"github.com/chromedp/chromedp"

	"kontor/internal/shop/payment"
)

// T53: the page of payments and both drawers say that no money moves, and the page
// shows the connection with what to do about it.
func TestT53_ConnectionInABrowser(t *testing.T) {
	t.Parallel()
	p := startClosedTill(t)
	p.customer.Capture(p.approved()).Want(201)
	p.PayPal.RegisterWebhook(&payment.Registration{URL: p.URL + "/api/paypal/webhook", Events: []string{"PAYMENT.CAPTURE.COMPLETED"}})
	p.watch(0)
	const inTest = `"Testbetrieb: Es wird kein Geld bewegt."`
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, p.Shop, paymentsPage+"?z=1", "#payment .payment")
		o.until(`document.querySelector(".title .mode").textContent === ` + inTest)
		o.until(`document.querySelector("#payment .mode").textContent === ` + inTest)
		o.until(`document.getElementById("connection").textContent.startsWith("PayPal nimmt die Zugangsdaten an, seit ")`)
		o.until(`document.getElementById("connection").textContent.includes("Dem Webhook fehlen Ereignisse: „Checkout order approved“, ")`)
		o.do("close", evaluate(`document.querySelector("#payment button").click()`))
		o.looksRight("the connection")
		p.PayPal.DenyCredentials()
		p.Connection.Check(t.Context())
		o.do("denied", chromedp.Reload(), chromedp.WaitVisible("#connection .problem"))
		o.until(`document.querySelector("#connection .problem").textContent.startsWith("PayPal nimmt die Zugangsdaten des Shops nicht an, seit ")`)
		o.until(`document.querySelector("#connection .todo").textContent.includes("PAYPAL_CLIENT_SECRET")`)
		o.looksRight("the connection that is denied")
		o.do("the order", chromedp.Navigate(p.URL+"/verwaltung/?o=1"), chromedp.WaitVisible("#order .payment"))
		o.until(`document.querySelector("#order .mode").textContent === ` + inTest)
	})
}
