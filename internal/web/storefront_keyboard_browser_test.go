//go:build !nobrowser

package web_test

import (
	"net/http"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"kontor/tests/shoptest"
)

// Somebody without a mouse signs in, takes the data along and deletes the account.
// Rules D1, X1, L12.
func TestAccountWithTheKeyboardAlone(t *testing.T) {
	t.Parallel()
	shop := storefront(t, shoptest.SignIn())
	visit(t, shop, func(g *guest) {
		g.open("/konto/")
		g.tabTo(`a.sign-in[href*="google"]`)
		g.press(kb.Enter)
		g.until(`document.querySelector("#who")?.textContent === "Anna Anders"`)
		g.order("/konto/")
		g.tabTo(".orders summary")
		g.press(" ")
		g.until(`document.querySelector(".orders details").open`)
		g.tabTo(`a[href^="/api/konto/daten"]`)
		g.wantDownload(func() { g.press(kb.Enter) }, `"bestellnummer":"BK-2026-0001"`)

		g.tabTo("[data-erasing] summary")
		g.press(kb.Enter)
		g.tabTo("#word")
		g.press("NEIN" + kb.Enter)
		g.until(`document.activeElement.matches("[data-erase-problem]") && document.querySelector("#word").getAttribute("aria-invalid") === "true"`)
		if status := ask[int](g, `fetch("/api/konto").then(r => r.status)`); status != http.StatusOK {
			t.Fatalf("another word ended the account: %d", status)
		}
		g.tabBackTo("#word")
		g.press("LÖSCHEN") // in place of what Tab selected
		g.tabTo(".danger")
		g.press(" ")
		g.until(`document.querySelector("h1").textContent === "Ihr Konto ist gelöscht" && document.activeElement?.tagName === "H1"`)
	})
	order, err := shop.DB.Order(t.Context(), 1)
	if err != nil || order.CustomerID != 0 {
		t.Errorf("the order is %+v, %v", order, err)
	}
}

// Somebody without a mouse withdraws, after a mistake. Rules: L6, L12.
func TestL6_WithdrawalWithTheKeyboardAlone(t *testing.T) {
	t.Parallel()
	shop := storefront(t)
	visit(t, shop, func(g *guest) {
		g.open("/versand/")
		g.tabTo("footer .withdraw")
		g.press(kb.Enter)
		g.until(`document.querySelector("#vertrag")`)
		g.tabTo(`[value="pruefen"]`)
		g.press(kb.Enter)
		g.until(`[...document.querySelectorAll(".errors a")].map(a => a.hash).join() === "#name,#vertrag,#email"`)
		g.tabTo(`.errors a[href="#name"]`)
		g.follow()
		g.until(`document.activeElement?.id === "name"`)
		g.press("Erika Mustermann")
		for _, field := range []struct{ selector, text string }{{"#vertrag", "BK-2026-0042"}, {"#email", "erika@example.org"}, {"#grund", "Zu bunt"}} {
			g.tabTo(field.selector)
			g.press(field.text)
		}
		g.tabTo(`[value="pruefen"]`)
		g.press(" ")
		g.until(`document.querySelector('[value="bestaetigen"]')`)
		g.tabTo(`[value="bestaetigen"]`)
		g.press(kb.Enter)
		g.until(`location.pathname.includes("/eingang/") && document.querySelector("section .statement")?.innerText.includes("Zu bunt")`)
	})
	var list struct{ Widerrufe []struct{ Grund string } }
	shop.Operator().Get("/api/verwaltung/widerrufe").Into(&list)
	if len(list.Widerrufe) != 1 || list.Widerrufe[0].Grund != "Zu bunt" {
		t.Errorf("withdrawals %v", list.Widerrufe)
	}
}

// follow presses Enter on a link as one stroke, as keyboards do. In two halves the
// second one would reach the field to which the link leads, and send its form.
func (g *guest) follow() {
	g.t.Helper()
	for _, stroke := range []input.DispatchKeyEventParams{
		{Type: input.DispatchKeyEventTypeKeyDown, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 13, Text: "\r"},
		{Type: input.DispatchKeyEventTypeKeyUp, Key: "Enter", Code: "Enter", WindowsVirtualKeyCode: 13},
	} {
		if _, err := chromedp.Call(g.ctx, input.DispatchKeyEvent, stroke); err != nil {
			g.t.Fatal(err)
		}
	}
}
