//go:build !nobrowser

package web_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

const paymentsPage = "/verwaltung/zahlungen/"

// The operator refunds money in parts after a confirmation, never twice and never more
// than there is, from the page of payments and from the order's drawer.
func TestRefundsInABrowser(t *testing.T) {
	t.Parallel()
	p := startClosedTill(t)
	id := p.approved()
	p.customer.Capture(id).Want(http.StatusCreated)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, p.Shop, paymentsPage, "#rows tr[data-id]")
		o.until(`document.getElementById("proof").textContent.includes("Jeder Cent hat seinen Platz.")`)
		o.do("keys alone", evaluate(`document.querySelector("#rows button").focus()`), chromedp.KeyEvent("\r"))
		o.until(`document.querySelector("#payment .payment") !== null`)
		o.do("close by key", chromedp.KeyEvent("\u001b"))
		o.until(`location.search === "" && document.activeElement.textContent === "Ansehen"`)
		o.press(`document.querySelector("#rows")`, "Ansehen")
		o.until(`location.search === "?z=1" && document.querySelector("#payment .refund input")?.value === "22,20"`)
		o.looksRight("a payment")

		o.refund("#payment", "99", "")
		o.until(`document.querySelector("#payment .problem:not([hidden])")?.textContent === "So viel ist von dieser Zahlung nicht mehr da."`)
		o.refund("#payment", "fünf", "")
		o.until(`document.querySelector("#payment .problem:not([hidden])")?.textContent === "Ungültiger Erstattungsbetrag."`)
		p.wantReturned(id, 0)
		o.refund("#payment", "5,40", "Nadeln <b>beschädigt</b>")
		o.until(`document.querySelector("#payment .refund input")?.value === "16,80" && document.querySelector("#payment b") === null`)
		o.until(`document.querySelector("#payment .payment").innerText.includes("5,40\u00a0€: erstattet, Nadeln <b>beschädigt</b>")`)
		p.wantReturned(id, 540)
		o.until(`document.querySelector("#proof p").textContent.replaceAll("\u00a0", " ") ===
			"Eingezogen 22,20 € = 16,80 € in Bestellungen + 5,40 € erstattet + 0,00 € auf dem Rückweg + 0,00 € zu klären"`)

		o.do("the order", chromedp.Navigate(p.URL+"/verwaltung/?o=1"), chromedp.WaitVisible("#order .refund"))
		o.until(`document.querySelector("#order .payment")?.innerText.includes("Journal")`)
		o.until(`document.querySelector("#order .issue button")?.textContent === "Rechnung ausstellen …"`)
		o.looksRight("an order paid through PayPal")
		// An answer that is lost on its way does not refund twice.
		p.PayPal.Fail(paypalsim.Refund, paypalsim.Fault{Kind: paypalsim.Cut, Done: true})
		o.refund("#order", "16,80", "")
		o.until(`document.querySelector("#order .refund") === null`)
	})
	p.reconcile(time.Minute)
	p.wantReturned(id, 2220)
}

// refund requests a refund and confirms it.
func (o office) refund(within, euro, note string) {
	o.t.Helper()
	fields := `const fields = document.querySelectorAll("` + within + ` .refund input")`
	o.do("write", evaluate(`{ `+fields+`; fields[0].value = "`+euro+`"; fields[1].value = "`+note+`" }`))
	o.press(`document.querySelector("`+within+`")`, "Geld zurückgeben")
	o.press(`document.querySelector("`+within+`")`, "Ja, ")
}

// T23: a case for the operator is shown with what to do, and checking with PayPal again
// closes it once that is possible.
func TestT23_UnclearPaymentInABrowser(t *testing.T) {
	t.Parallel()
	p := startClosedTill(t)
	id := p.approved()
	p.PayPal.PlanCapture(id, paypalsim.Plan{Amount: &payment.PayPalAmount{Cents: 1, Currency: "EUR"}})
	p.PayPal.PlanRefund(paypalsim.Plan{Issue: payment.PayPalIssueInsufficientFunds})
	p.customer.Capture(id).WantError(http.StatusServiceUnavailable, "Der Stand der Zahlung wird geprüft.")
	p.want(id, payment.StateUnclear)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, p.Shop, paymentsPage+"?status=klaerung", "#rows tr[data-id]")
		o.until(`document.querySelector("#tabs [aria-pressed=true]").textContent === "Zu klären 1" && document.getElementById("proof").textContent.includes("1 Zahlung wartet")`)
		o.until(`document.querySelector("#rows").textContent.includes("fehlte Guthaben auf dem PayPal-Konto")`)
		o.looksRight("an unclear payment")
		o.press(`document.querySelector("#rows")`, "Erneut prüfen")
		o.until(`document.getElementById("news").textContent.startsWith("Geprüft: ")`)
		o.do("all", chromedp.Navigate(p.URL+paymentsPage), chromedp.WaitVisible("#rows tr[data-id]"))
		o.press(`document.querySelector("#rows")`, "Ansehen")
		o.until(`document.querySelectorAll("#payment .entries li").length >= 3`)
	})
	if _, err := p.DB.PaymentBalance(t.Context()); err != nil {
		t.Error(err)
	}
}

// An expired session leads to the code page and back to the same payment; a shop
// without PayPal says so, and the page says when the database is away.
func TestPaymentsInTrouble(t *testing.T) {
	t.Parallel()
	p := startClosedTill(t)
	p.customer.Pay()
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, p.Shop, paymentsPage+"?z=99", "#payment .problem")
		o.until(`document.querySelector("#payment .problem")?.textContent === "Zahlung nicht gefunden."`)
		o.do("one that there is", chromedp.Navigate(p.URL+paymentsPage+"?z=1"), chromedp.WaitVisible("#payment .payment"))
		p.Clock.Advance(25 * time.Hour)
		o.press(`document.getElementById("payment")`, "Erneut prüfen")
		o.do("enter again", chromedp.WaitVisible(`form[action="/api/zugang/verwaltung"]`), chromedp.SendKeys("#code", p.AdminCode+"\n"), chromedp.WaitVisible("#payment .payment"))
		if at, err := chromedp.Run(ctx, chromedp.Location()); err != nil || !strings.HasSuffix(at, paymentsPage+"?z=1") {
			t.Errorf("arrived at %s, %v", at, err)
		}
		if err := p.DB.Close(); err != nil {
			t.Fatal(err)
		}
		o.do("close", evaluate(`document.querySelector("#payment button").click()`))
		o.press("document", "Wartet auf Sie")
		o.do("trouble", chromedp.WaitVisible("#trouble"))
		o.until(`document.getElementById("proof").childElementCount === 0`)
	})
}

func TestNoPayments(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, paymentsPage, "#nothing:not([hidden])")
		o.until(`document.getElementById("nothing").textContent === "Noch keine Zahlung über PayPal."`)
		o.looksRight("no payments")
	})
}

// The operator closes a case from its drawer, with the keyboard alone.
func TestSettledByHandInABrowser(t *testing.T) {
	t.Parallel()
	p := startClosedTill(t)
	id := p.foreignMoney(990)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, p.Shop, paymentsPage+"?status=klaerung&z=1", "#payment .settle")
		o.until(`document.querySelector("#payment .settle p").innerText.replaceAll("\u00a0", " ").startsWith("9,90 € bleiben im PayPal-Konto")`)
		o.looksRight("a case with money")
		o.do("without a note", evaluate(`document.querySelector("#payment .settle input").focus()`), chromedp.KeyEvent("\r"))
		o.until(`document.querySelector("#payment .settle input").matches(":user-invalid")`)
		p.want(id, payment.StateUnclear)
		o.do("with one", chromedp.KeyEvent("Am Telefon <b>bestellt</b>"), chromedp.KeyEvent("\r"))
		o.until(`document.querySelector("#payment .settle") === null && document.querySelector("#payment b") === null`)
		o.until(`document.querySelector("#payment .entries").innerText.includes("Zu klären → Bezahlt (Von Hand erledigt: Am Telefon <b>bestellt</b>)")`)
		o.until(`document.querySelector("#proof p").textContent.replaceAll("\u00a0", " ").endsWith("0,00 € zu klären + 9,90 € von Hand erledigt")`)
		o.until(`document.getElementById("proof").textContent.includes("Jeder Cent hat seinen Platz.") && !document.getElementById("proof").textContent.includes("wartet")`)
	})
	p.want(id, payment.StateCompleted)
}

// T43: a failed refund is shown as failed, in German and with what to do, and is retried
// with one click.
func TestT43_FailedRefundInABrowser(t *testing.T) {
	t.Parallel()
	p := startClosedTill(t)
	id := p.approved()
	p.customer.Capture(id).Want(http.StatusCreated)
	p.PayPal.PlanRefund(paypalsim.Plan{Issue: payment.PayPalIssueInsufficientFunds})
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, p.Shop, paymentsPage+"?z=1", "#payment .refund")
		o.refund("#payment", "10", "")
		o.until(`document.querySelector("#payment .entries .todo")?.textContent.includes("Das PayPal-Konto aufladen") &&
			document.getElementById("news").textContent.startsWith("PayPal hat das Geld nicht zurückgegeben.")`)
		o.until(`document.querySelector("#payment .refund input").value === "22,20" && !document.querySelector("#payment").innerText.includes("INSUFFICIENT")`)
		o.looksRight("a failed refund")
		p.wantReturned(id, 0)
		o.press(`document.querySelector("#payment .entries")`, "Erneut versuchen")
		o.until(`document.querySelector("#payment .entries").innerText.includes("10,00\u00a0€: erstattet") && document.querySelector("#payment .entries .todo") === null`)
		o.do("cases", chromedp.Navigate(p.URL+paymentsPage+"?status=faelle"), chromedp.WaitVisible("#nothing:not([hidden])"))
		o.until(`document.querySelector("#tabs [aria-pressed=true]").textContent === "Wartet auf Sie 0"`)
	})
	p.wantReturned(id, 1000)
}
