//go:build !nobrowser

package web_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"kontor/tests/shoptest"
)

// issueByKey requests an invoice in the order's drawer and confirms, with the keyboard
// alone.
func (o office) issueByKey(label string) {
	o.t.Helper()
	const button = `[...document.querySelectorAll("#order .issue > button")].find((b) => b.checkVisibility() && b.textContent === `
	o.until(button + `"` + label + `") !== undefined`)
	o.do("ask for it", evaluate(button+`"`+label+`").focus()`), chromedp.KeyEvent("\r"))
	o.until(`document.activeElement.textContent === "Ja, ausstellen"`)
	o.do("confirm", chromedp.KeyEvent("\r"))
}

// L23: the operator issues invoices from an order's drawer after a confirmation, and
// never over somebody else's change.
func TestL23_InvoicesInABrowser(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	operator := s.Operator()
	s.Visitor().PostOrder(shoptest.Order()).Want(http.StatusCreated)
	browse(t, func(ctx context.Context) {
		o := enter(ctx, t, s, "/verwaltung/?o=1")
		links := func(n string) string {
			return `document.querySelectorAll("#order .invoices li a:first-child").length === ` + n
		}
		o.until(links("0") + ` && document.querySelector("#order .issue") === null`)
		operator.Patch("/api/verwaltung/orders/1", shoptest.Body{"status": "bezahlt"}).Want(http.StatusOK)
		o.do("load the paid order", chromedp.Reload(), chromedp.WaitVisible("#order .invoices"))
		o.issueByKey("Rechnung ausstellen …")
		o.until(links("1") + ` && document.querySelector("#order .invoices a").getAttribute("href") === "/api/verwaltung/orders/1/rechnungen/RE-2026-00001"`)
		o.until(`document.querySelector("#order .invoices li a:last-child").getAttribute("href") === "/api/verwaltung/orders/1/rechnungen/RE-2026-00001.xml"`)

		o.do("a part", evaluate(`document.querySelector("#order .invoices summary").focus()`), chromedp.KeyEvent("\r"))
		o.until(`document.querySelector("#order .invoices details").open`)
		o.do("too much", evaluate(`document.querySelector("#order .invoices input").focus()`), chromedp.KeyEvent("99"))
		o.issueByKey("Rechnungskorrektur …")
		o.until(`document.querySelector("#order .issue .problem:not([hidden])")?.textContent === "Berechnet sind nur noch 22,20 €."`)
		o.looksRight("an invoice that was refused")
		o.do("less", evaluate(`const field = document.querySelector("#order .invoices input"); field.value = "5,40"; field.focus()`))
		o.issueByKey("Rechnungskorrektur …")
		o.until(links("2") + ` && document.querySelector("#order .invoices li:last-child").textContent.includes("RE-2026-00002 (PDF)-5,40")`)
		o.until(`document.querySelector("#order .entries:last-of-type") && document.querySelector("#order-body").innerText.includes("Rechnungskorrektur RE-2026-00002 über 5,40 €")`)

		operator.Patch("/api/verwaltung/orders/1", shoptest.Body{"status": "storniert"}).Want(http.StatusOK)
		o.do("over another's change", evaluate(`document.querySelector("#order .invoices details").open = true; document.querySelector("#order .invoices input").value = "1"`))
		o.issueByKey("Rechnungskorrektur …")
		o.until(`document.querySelector("#order .issue .problem:not([hidden])")?.textContent === "Der Eintrag wurde inzwischen geändert. Bitte neu laden."`)
		o.do("load anew", chromedp.Reload(), chromedp.WaitVisible("#order .proposal"))
		o.looksRight("a proposed cancellation")
		o.do("without a reason", evaluate(`document.querySelector("#order .proposal details").open = true`))
		o.press(`document.querySelector("#order .proposal")`, "Verwerfen")
		o.until(`document.querySelector("#order .proposal details .problem:not([hidden])")?.textContent.startsWith("Ein Vorschlag wird nur mit einem Grund verworfen")`)
		o.issueByKey("Ausstellen …")
		o.until(links("3") + ` && document.querySelector("#order .issue") === null && document.querySelector("#order .proposal") === null`)

		operator.Patch("/api/verwaltung/orders/1", shoptest.Body{"status": "bezahlt"}).Want(http.StatusOK)
		o.do("load it once more", chromedp.Reload(), chromedp.WaitVisible("#order .invoices"))
		o.issueByKey("Rechnung ausstellen …")
		o.until(links("4") + ` && document.querySelector("#order .invoices li:last-child a").getAttribute("href") === "/api/verwaltung/orders/1/rechnungen/RE-2026-00004"`)
	})
	var got struct {
		Order struct{ Berechnet float64 }
	}
	operator.Get("/api/verwaltung/orders/1").Want(http.StatusOK).Into(&got)
	if got.Order.Berechnet != 22.2 {
		t.Errorf("asked for are %v", got.Order.Berechnet)
	}
}
