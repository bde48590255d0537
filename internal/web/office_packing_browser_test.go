//go:build !nobrowser

package web_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"kontor/tests/shoptest"
)

// F34: with a scanner a packer goes from order to order without touching anything else;
// what is refused stays, and says why beside its field.
func TestF34_PackingInABrowser(t *testing.T) {
	t.Parallel()
	s, admin := paidOrders(t, 3)
	s.Visitor().PostOrder(shoptest.Order()).Want(http.StatusCreated) // not paid: nothing to pack
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, "/verwaltung/versand/", ".package")
		o.until(`document.querySelectorAll(".package").length === 3 && document.activeElement.id === "number"`)
		scan := func(text string) { o.do("scan "+text, chromedp.KeyEvent(text+"\r")) }
		scan("0009")
		o.until(`!document.querySelector("#find-problem").hidden`)
		o.looksRight("a number that is not there")
		scan("BK-2026-0002")
		o.until(`document.querySelector('.package[data-id="2"] .pack input') === document.activeElement`)
		scan("<>")
		o.until(`document.querySelector(".pack .problem:not([hidden])")?.textContent.startsWith("Eine Sendungsnummer hat")`)
		o.looksRight("an order that is open")
		scan("00340434")
		o.until(`document.querySelector("#sent").textContent === "Versandt: BK-2026-0002 mit 00340434"`)
		// The next order of the list opens by itself.
		o.until(`document.querySelector('.package[data-id="3"] .pack input') === document.activeElement`)
		scan("")
		o.until(`document.querySelectorAll(".package").length === 1 && document.querySelector("#slips").href.endsWith("packzettel.pdf?ids=1")`)
		o.do("a file", evaluate(`(() => {
			const files = new DataTransfer();
			files.items.add(new File(["bestellnummer;sendungsnummer;traeger\nBK-2026-0001;0077;dhl\nBK-2026-0002;00340434;dhl\n"], "nummern.csv"));
			const field = document.querySelector("#table");
			field.files = files.files;
			field.dispatchEvent(new Event("change"));
		})()`))
		o.until(`document.querySelector("#import-summary").textContent === "Geprüft, noch nichts eingetragen: 1 neue Sendung, 1 schon bekannt, 0 mit Fehler."`)
		o.looksRight("the preview of a file")
		o.do("confirm", evaluate(`document.querySelector("#confirm").click()`))
		o.until(`document.querySelector("#import-summary").textContent.startsWith("Eingetragen: 1 neue Sendung") && !document.querySelector("#nothing").hidden`)
	})
	for _, id := range []string{"/1", "/2", "/3"} {
		var got struct {
			Order struct {
				Versand   string
				Sendungen []struct{ Nummer string }
			}
		}
		admin.Get(ordersPath + id).Want(http.StatusOK).Into(&got)
		if got.Order.Versand != "versandt" || len(got.Order.Sendungen) != 1 {
			t.Errorf("%s: %+v", id, got.Order)
		}
	}
}
