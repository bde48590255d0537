//go:build !nobrowser

package web_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"kontor/tests/chromium"
	"kontor/tests/mailtest"
	"kontor/tests/shoptest"
)

// mailRow is the row of the list whose text begins with kind.
func mailRow(kind string) string {
	return fmt.Sprintf(`[...document.querySelectorAll("#rows tr[data-id]")].find(row => row.querySelector(".what").textContent.startsWith(%q))`, kind)
}

// H49, S1: the operator sees the state and content of each message, resends what
// failed, and gives up what need not be sent. Nothing in a message runs.
func TestH49_MailsInABrowser(t *testing.T) {
	t.Parallel()
	s, provider := startMailShop(t)
	provider.SetFault(mailtest.Reject)
	const hostile = `"><img src=x onerror="top.hit=1"><script>top.hit=1</script>`
	s.Visitor().PostOrder(shoptest.Order(shoptest.Set("kunde", shoptest.Body{"name": hostile, "email": "erika@example.org"}))).Want(http.StatusCreated)
	provider.SetFault(mailtest.None)
	browseIn(chromium.OpenWhole(t), t, func(ctx context.Context) { // the shell complains about messages to the sandboxed frame
		o := enterPage(ctx, t, s, mailsPage+"?zustand=gescheitert", "#rows tr[data-id]")
		o.until(`document.querySelectorAll("#rows tr[data-id]").length === 2 && document.querySelector("#tabs [aria-pressed=true]").textContent === "Gescheitert 2"`)
		o.looksRight("mails")

		o.press(mailRow("Eingang"), "Ansehen")
		o.until(`document.querySelector("#mail iframe") !== null && document.getElementById("mail-title").textContent.includes("BK-2026-0001")`)
		o.until(`performance.getEntriesByType("resource").some(r => r.name.endsWith("/ansicht"))`)
		o.until(`document.querySelector("#mail pre").textContent.includes("<script>") && window.hit === undefined && document.querySelector("#mail img, #mail script") === null`)
		o.looksRight("what a mail says")
		o.press(`document.getElementById("mail")`, "Schließen")

		o.press(mailRow("Eingang"), "Jetzt senden")
		o.until(`document.querySelectorAll("#rows tr[data-id]").length === 1 && document.getElementById("news").textContent === "Gesendet."`)
		o.press(mailRow("Bestellbenachrichtigung"), "Verwerfen")
		o.until(`document.querySelector("#nothing:not([hidden])")?.textContent === "Hier ist keine E-Mail."`)
		o.press("document", "Verworfen")
		o.until(mailRow("Bestellbenachrichtigung") + `?.textContent.includes("verworfen") && location.search === "?zustand=verworfen"`)
		if n := len(provider.Messages()); n != 1 {
			t.Errorf("%d messages were sent, want 1", n)
		}

		o.do("the sent one", chromedp.Navigate(s.URL+mailsPage+"?bestellung=1&zustand=gesendet"), chromedp.WaitVisible("#rows tr[data-id]"))
		o.until(`document.getElementById("about").textContent.startsWith("nur zu BK-2026-0001")`)
		o.press(mailRow("Eingang"), "Ansehen")
		o.press(`document.getElementById("mail")`, "Noch einmal senden")
		o.until(`document.getElementById("news").textContent === "Gesendet." && !document.getElementById("mail").open`)
		o.press("document", "Alle zeigen")
		o.until(`location.search === "?zustand=gesendet" && document.querySelectorAll("#rows tr[data-id]").length === 2`)
	})
}

// An expired session leads to the code page and back; a refusal is shown beside its
// message; the page says when the database is away.
func TestMailsInTrouble(t *testing.T) {
	t.Parallel()
	s, provider := startMailShop(t)
	provider.SetFault(mailtest.Reject)
	s.Visitor().PostOrder(shoptest.Order()).Want(http.StatusCreated)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, mailsPage, "#rows tr[data-id]")
		s.Operator().Post("/api/verwaltung/mails/1/verwerfen", shoptest.Body{}).Want(http.StatusOK)
		o.do("discard what is discarded", evaluate(`document.querySelector('#rows tr[data-id="1"] .controls button:last-of-type').click()`))
		o.until(`document.querySelector('#rows tr[data-id="1"] .problem:not([hidden])') !== null`)
		s.Clock.Advance(25 * time.Hour)
		o.press(mailRow("Eingang"), "Jetzt senden")
		o.do("enter again", chromedp.WaitVisible(`form[action="/api/zugang/verwaltung"]`), chromedp.SendKeys("#code", s.AdminCode+"\n"), chromedp.WaitVisible("#rows tr[data-id]"))
		o.until(`location.pathname === "` + mailsPage + `"`)
		if n := len(provider.Messages()); n != 0 {
			t.Errorf("%d messages were sent, want none", n)
		}
		if err := s.DB.Close(); err != nil {
			t.Fatal(err)
		}
		o.press("document", "Offen")
		o.until(`document.querySelector("#trouble:not([hidden])") !== null`)
	})
}
