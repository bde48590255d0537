//go:build !nobrowser

package web_test

import (
	"context"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"kontor/internal/demo"
	"kontor/internal/shop/audit"
	administration "kontor/internal/web/office"
)

// The page shows the worst first, what to do about it, and what is on and off.
func TestConditionInABrowser(t *testing.T) {
	t.Parallel()
	d := &doctor{alarming: true, condition: administration.Condition{
		Findings: []administration.Finding{
			{Check: "schema", Level: "ok", Text: "Schema 24, alle Schritte sind gemacht"},
			{Check: "rueckstand", Level: "warnung", Text: "2 Zahlungen warten auf eine Entscheidung", Remedy: "unter Zahlungen entscheiden"},
			{Check: "platz", Level: "fehler", Text: "12,0 MiB frei von 252,0 GiB in /var/lib/kontor: zu wenig, um Bestellungen anzunehmen", Remedy: "Platz schaffen"},
		},
		Services: []administration.Service{
			{Name: "E-Mail-Versand", On: true, Text: "Kunden bekommen Bestätigungen, Sie erfahren von Bestellungen."},
			{Name: "Sicherungen", On: true, Text: "Der Shop sichert sich von selbst und prüft jede Sicherung."},
			{Name: "PayPal", Text: "Kunden können nicht mit PayPal zahlen. An mit PAYPAL_CLIENT_ID und PAYPAL_CLIENT_SECRET."},
		},
		Copy: &administration.Copy{
			At: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC), Path: "/mnt/sicherung/wollwerk-20261121T090000Z.tar.zst", Bytes: 2345678, Orders: 42, Verified: true,
		},
		Audit: audit.Head{Nr: 318, Hash: "7c1e09a4d1b2c3e4"},
	}}
	s := attended(t, d)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, "/verwaltung/zustand/", "#rows td")
		o.until(`document.querySelector("#rows tr").textContent.includes("PlatzFehler12,0 MiB") && document.querySelector("#rows tr:last-child").textContent.includes("in Ordnung")`)
		o.until(`document.getElementById("verdict").textContent.startsWith("1 Fehler, 1 Warnung, geprüft ")`)
		o.until(`document.querySelector("#services li:last-child").textContent.includes("PayPal aus")`)
		o.until(`document.getElementById("copy").textContent.includes(": 42 Bestellungen, 2,3 MB, geprüft, unverschlüsselt/mnt/sicherung/")`)
		o.until(`document.getElementById("head").textContent.startsWith("Letzter Eintrag: Nr. 318, 7c1e09a4. ")`)
		o.looksRight("condition")
		o.do("a usual screen", chromedp.EmulateViewport(1280, 900))
		o.until(`document.querySelector(".bar nav").scrollWidth <= document.querySelector(".bar nav").clientWidth`)

		d.condition.Findings, d.condition.Copy = d.condition.Findings[:1], nil
		o.press("document", "Neu prüfen")
		o.until(`document.getElementById("verdict").textContent.startsWith("Alles in Ordnung, geprüft ") && document.getElementById("news").textContent === "Geprüft."`)
		o.until(`document.getElementById("copy").textContent.includes("kontor backup")`)

		s.Stock(demo.Products()[:2]...)
		o.do("products", chromedp.Navigate(s.URL+"/verwaltung/produkte/"), chromedp.WaitVisible("#rows .demo"))
		o.looksRight("a product of the demo")
	})
}
