//go:build !nobrowser

package web_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
)

// T58: the operator sees what is contested, until when to answer and where, is warned
// before refunding it, and sees what the verdict brought back. No code of PayPal's is on
// the page.
func TestT58_DisputeInABrowser(t *testing.T) {
	t.Parallel()
	p := startClosedTill(t)
	ids := []string{p.approved(), p.approved()}
	for _, id := range ids {
		p.customer.Capture(id).Want(http.StatusCreated)
	}
	due := p.Clock.Now().Add(240 * time.Hour)
	claim := p.PayPal.OpenDispute(p.payment(ids[0]).Capture.ID, paypalsim.Claim{Amount: 1000, Due: due})
	chargeback := p.PayPal.OpenDispute(p.payment(ids[1]).Capture.ID, paypalsim.Claim{Bank: true, Reason: "ALIENS_TOOK_IT"})
	foreign := p.PayPal.ForeignOrder("somebody-else", 3000)
	p.PayPal.CaptureBehind(foreign)
	p.PayPal.OpenDispute(p.PayPal.Entry(foreign).CaptureIDs[0], paypalsim.Claim{})
	p.reconcile(time.Minute)
	p.PayPal.ResolveDispute(chargeback, payment.PayPalOutcomeSeller, 0)
	p.reconcile(2 * time.Hour)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, p.Shop, paymentsPage, "#rows tr[data-id]")
		text := func(within string) string {
			return `document.querySelector("` + within + `")?.innerText.replaceAll("\u00a0", " ")`
		}
		o.until(text("#proof") + `.includes("10,00 € in Bestellungen sind strittig")`)
		o.until(text("#proof") + `.includes("Jeder Cent hat seinen Platz.")`)
		o.until(text("#strays") + `.includes("30,00 €: Offen")`)
		o.until(text(`#rows tr[data-id='1']`) + `.includes("PayPal wartet auf Ihre Antwort")`)
		o.looksRight("payments with disputes")
		o.do("the contested payment", chromedp.Navigate(p.URL+paymentsPage+"?z=1"), chromedp.WaitVisible("#payment .dispute"))
		o.until(text("#payment .dispute") + `.includes("10,00 €: Wartet auf Sie, Antwort bis ")`)
		o.until(text("#payment .dispute") + `.includes("Der Käufer sagt, er habe die Ware nicht bekommen.")`)
		o.until(`document.querySelector("#payment .dispute a").href === "https://www.sandbox.paypal.com/resolutioncenter/view/` + claim + `"`)
		o.until(text("#payment .refund") + `.startsWith("Zu dieser Zahlung läuft ein Konflikt.")`)
		o.looksRight("a contested payment")
		o.do("the won payment", chromedp.Navigate(p.URL+paymentsPage+"?z=2"), chromedp.WaitVisible("#payment .dispute"))
		o.until(text("#payment .dispute") + `.includes("22,20 € sind zurückgekommen.")`)
		o.until(text("#payment .dispute") + `.includes("PayPal nennt einen Grund, den der Shop nicht kennt.")`)
		o.until(`document.querySelector("#payment .refund") !== null && !` + text("#payment .refund") + `.includes("Konflikt")`)
		o.until(`!/ALIENS|RESOLVED|WAITING|INQUIRY|CHARGEBACK/.test(document.body.innerText)`)
	})
}
