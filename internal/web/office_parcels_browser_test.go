//go:build !nobrowser

package web_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"kontor/internal/shop/order"
	"kontor/tests/shoptest"
)

// F34: a packer enters a parcel in the order's drawer: the scanner types the number and
// presses Enter. A refusal stands beside the form; what was sent leaves the form.
func TestF34_ParcelsInABrowser(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	s.Visitor().PostOrder(shoptest.Order()).Want(http.StatusCreated)
	browse(t, func(ctx context.Context) {
		o := enter(ctx, t, s, "/verwaltung/?o=1")
		const number = `[...document.querySelectorAll("#order .parcel label")].find((l) => l.textContent.startsWith("Sendungsnummer")).control`
		scan := func(text string) {
			t.Helper()
			o.until(`document.querySelector("#order .parcel") !== null`)
			o.do("scan", evaluate(number+`.focus()`), chromedp.KeyEvent(text+"\r"))
		}
		o.until(`document.querySelector("#order .parcels").textContent.includes("Noch nichts versandt.")`)
		scan("00340434")
		o.until(`document.querySelector("#order .parcel .problem:not([hidden])")?.textContent.startsWith("Die Bestellung ist noch nicht bezahlt.")`)
		o.looksRight("a parcel that was refused")
		s.Operator().Patch("/api/verwaltung/orders/1", shoptest.Body{"status": string(order.StatusPaid)}).Want(http.StatusOK)
		o.do("load anew", chromedp.Reload(), chromedp.WaitVisible("#order .parcel"))
		o.do("a part", evaluate(`const d = document.querySelector("#order .parcel details"); d.open = true; d.querySelector("input").value = "0"`))
		scan("00340435")
		o.until(`document.querySelector("#order .parcels li a")?.href.endsWith("piececode=00340435")`)
		o.until(`document.querySelector("#order .parcels li").textContent.includes("1 × ")`)
		scan("00340436")
		o.until(`document.querySelectorAll("#order .parcels li").length === 2 && document.querySelector("#order .parcel") === null`)
		o.looksRight("an order that has left")
		back := func(label string) {
			t.Helper()
			o.do(label, evaluate(`[...document.querySelectorAll("#order .parcels button")].find((b) => b.textContent === "`+label+`").click()`))
		}
		s.Operator().Patch("/api/verwaltung/sendungen/1", shoptest.Body{"zugestellt_am": "2026-11-21"}).Want(http.StatusOK)
		o.do("see it arrived", chromedp.Reload(), chromedp.WaitVisible("#order .parcels"))
		o.until(`document.querySelector("#order .parcels").textContent.includes("zugestellt am")`)
		back("Doch nicht zugestellt")
		o.until(`!document.querySelector("#order .parcels").textContent.includes("zugestellt am")`)
		back("Zurücknehmen")
		o.until(`document.querySelector("#order .parcels").textContent.includes("zurückgenommen") && document.querySelector("#order .parcel") !== null`)
	})
	var got struct {
		Order struct{ Versand, Status string }
	}
	s.Operator().Get("/api/verwaltung/orders/1").Want(http.StatusOK).Into(&got)
	if got.Order.Versand != "teilweise" || got.Order.Status != "bezahlt" {
		t.Errorf("the order is %+v", got.Order)
	}
}
