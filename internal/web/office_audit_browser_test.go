//go:build !nobrowser

package web_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"

	"kontor/tests/shoptest"
)

// W27, S1: the operator reads who did what, and comes from an order to what was done with
// it; a name is text and no markup.
func TestW27_AuditLogInABrowser(t *testing.T) {
	t.Parallel()
	const page = "/verwaltung/protokoll/"
	s := shoptest.Start(t)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, page, "#rows tr[data-id]")
		anna := s.Operator()
		anna.Post(sessionsPath+"/name", shoptest.Body{"name": `<img src=x onerror="window.hit=1">`}).Want(http.StatusOK)
		for _, id := range []string{"1", "2"} {
			anna.PostOrder(shoptest.Order()).Want(http.StatusCreated)
			anna.Patch(ordersPath+"/"+id, shoptest.Body{"status": "bezahlt"}).Want(http.StatusOK)
		}
		o.do("reload", chromedp.Reload(), chromedp.WaitVisible(`#rows tr[data-id="5"]`))
		o.until(`document.querySelector("#rows tr").textContent.includes("zahlungOffen → bezahlt") && document.querySelector("#rows img") === null && window.hit === undefined`)
		o.looksRight("the audit log")
		o.do("one kind", evaluate(`document.getElementById("action").value = "name"; document.getElementById("action").dispatchEvent(new Event("change"))`))
		o.until(`document.querySelectorAll("#rows tr[data-id]").length === 1 && location.search === "?aktion=name"`)
		o.do("an order", chromedp.Navigate(s.URL+"/verwaltung/?o=1"), chromedp.WaitVisible(`#order a[href^="/verwaltung/protokoll/"]`))
		o.do("its entries", chromedp.Click(`#order a[href^="/verwaltung/protokoll/"]`), chromedp.WaitVisible("#rows tr[data-id]"))
		o.until(`document.querySelectorAll("#rows tr[data-id]").length === 1 && document.getElementById("subject").value === "bestellung BK-2026-0001"`)
	})
}

// The operator gives a name, sees who else is signed in, and ends those sessions.
func TestOperatorSessionsInABrowser(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	browse(t, func(ctx context.Context) {
		other, third := enterFrom(s, firefox), enterFrom(s, iphone)
		o := enterPage(ctx, t, s, "/verwaltung/sitzungen/", "#rows tr[data-id]")
		o.until(`document.querySelectorAll("#rows tr[data-id]").length === 3`)
		o.looksRight("sessions")
		o.do("a name", chromedp.SendKeys("#name", "Anna\n"))
		o.until(`document.getElementById("news").textContent === "Gespeichert: Anna." && document.querySelector("#rows").textContent.includes("Anna")`)
		o.do("end one", evaluate(`[...document.querySelectorAll("#rows button")].find((b) => b.getAttribute("aria-label").includes("Firefox unter Linux")).click()`))
		o.until(`document.querySelectorAll("#rows tr[data-id]").length === 2`)
		other.Get(ordersPath).Want(http.StatusUnauthorized)
		third.Get(ordersPath).Want(http.StatusOK)
		o.do("end the others", chromedp.Click("#end-others"))
		o.until(`document.querySelectorAll("#rows tr[data-id]").length === 1 && document.getElementById("others").hidden`)
		third.Get(ordersPath).Want(http.StatusUnauthorized)
		o.looksRight("the own session alone")
	})
}
