//go:build !nobrowser

package web_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"kontor/internal/shop/order"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

// tabTo reaches a control with the tab key alone, however long it takes, and presses
// enter on it. The control is identified by its text.
func (o office) tabTo(label string) {
	o.t.Helper()
	const said = `document.activeElement !== document.body && document.activeElement.textContent.trim()`
	for range 80 {
		o.do("tab to "+label, chromedp.KeyEvent("\t"))
		found, err := chromedp.Run(o.ctx, chromedp.Evaluate[bool](said+fmt.Sprintf(`.startsWith(%q)`, label)))
		if err != nil {
			o.t.Fatal(err)
		}
		if found {
			o.do("press "+label, chromedp.KeyEvent("\r"))
			return
		}
	}
	o.t.Fatalf("the tab key does not lead to %q", label)
}

// The pages of e-mails, withdrawals and receipts need no pointer: everything on them
// can be reached and done with the keyboard, and a dialog returns the focus.
func TestOfficeByKeyboardAlone(t *testing.T) {
	t.Parallel()
	s, provider := startMailShop(t)
	provider.SetFault(mailtest.Reject)
	s.Visitor().PostOrder(shoptest.Order()).Want(http.StatusCreated)
	provider.SetFault(mailtest.None)
	s.Visitor().Form("/widerruf/", declaration("schritt", "bestaetigen")).Want(http.StatusSeeOther)
	file := statementFile(t, entry{"20.00", "EUR", "Anna", "BK-2026-0001"}, entry{"500.00", "EUR", "Herta", "Miete"})
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, mailsPage+"?zustand=gescheitert", "#rows tr[data-id]")
		o.until(`document.querySelectorAll("#rows tr[data-id]").length === 2`)
		o.tabTo("Ansehen")
		o.until(`document.getElementById("mail").open && document.querySelector("#mail iframe") !== null`)
		o.do("close it", chromedp.KeyEvent("\u001b"))
		o.until(`!document.getElementById("mail").open && document.activeElement.closest("#rows") !== null`)
		o.tabTo("Jetzt senden")
		o.until(`document.querySelectorAll("#rows tr[data-id]").length === 1 && document.getElementById("news").textContent === "Gesendet."`)
		o.tabTo("Verwerfen")
		o.until(`document.querySelector("#nothing:not([hidden])") !== null`)

		o.do("withdrawals", chromedp.Navigate(s.URL+"/verwaltung/widerrufe/"), chromedp.WaitVisible("#rows tr[data-id]"))
		o.until(`document.querySelector("#rows tr[data-id] td a")?.textContent === "BK-2026-0001"`)
		o.tabTo("BK-2026-0001")
		o.do("wait for the order", chromedp.WaitVisible("#order h3"))
		o.until(`location.search === "?o=1"`)
		o.do("close the order", chromedp.KeyEvent("\u001b"))
		o.until(`!document.getElementById("order").open`)

		o.do("receipts", chromedp.Navigate(s.URL+"/verwaltung/zahlungseingaenge/"), chromedp.WaitVisible("#nothing:not([hidden])"),
			chromedp.SetUploadFiles("#statement", []string{file}))
		o.until(`document.querySelectorAll("#rows tr[data-id]").length === 2`)
		o.tabTo("Auf BK-2026-0001 buchen")
		o.until(receiptRow("Anna") + ` === undefined`)
		wantStatus(t, s, 1, order.StatusPaid)
		o.tabTo("Gebucht")
		o.until(receiptRow("Anna") + ` !== undefined`)
		o.tabTo("Zurücknehmen")
		o.until(`document.querySelector("#nothing:not([hidden])") !== null`)
		wantStatus(t, s, 1, order.StatusPaymentOpen)
		o.tabTo("Offen")
		o.until(`document.querySelectorAll("#rows tr[data-id]").length === 2`)
		o.tabTo("Erledigen")
		o.until(`document.activeElement.id === "settle-note"`)
		o.do("why", chromedp.KeyEvent("vom Vermieter"))
		o.tabTo("Erledigt")
		o.until(`document.querySelectorAll("#rows tr[data-id]").length === 1`)
	})
}
