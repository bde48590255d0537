//go:build !nobrowser

package web_test

import (
	"context"
	"testing"

	"github.com/chromedp/chromedp"

	"kontor/internal/demo"
	"kontor/tests/shoptest"
)

// Goods are received by name or slug, counted unless somebody bought meanwhile, and found in
// the journal; all of it in every look, on a phone as well.
func TestP10_StockInABrowser(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	s.Stock(demo.Products()...)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, "/verwaltung/bestand/", "#nothing:not([hidden])")
		o.until(`document.getElementById("nothing").textContent.startsWith("Noch wird kein Produkt gezählt")`)
		o.do("receive", chromedp.SendKeys(`#arrival [name="produkt"]`, "merino"), chromedp.SendKeys(`#arrival [name="menge"]`, "12\n"))
		o.until(`document.querySelector("#arrival-problem:not([hidden])")?.textContent === "Zu „merino“ passen 3 Produkte. Das Kürzel ist eindeutig."`)
		o.do("receive", evaluate(`document.querySelector('#arrival [name="produkt"]').value = "`+countedWool+`"`), chromedp.SendKeys(`#arrival [name="menge"]`, "\n"))
		o.until(`document.getElementById("arrived").textContent === "Merinowolle Petrol, 50 g: 12 Stück eingebucht, jetzt 12."`)
		row := `document.querySelector('tr[data-id="` + countedWool + `"]')`
		o.until(row + `?.querySelector("strong")?.textContent === "12" && document.activeElement.name === "produkt"`)
		o.looksRight("stock")

		o.spoken("Merinowolle Petrol, 50 g zählen")
		o.until(`document.getElementById("count").open && document.querySelector("#count option").textContent === "ohne Partie, jetzt 12"`)
		o.looksRight("count of a product")
		s.Visitor().PostOrder(shoptest.Order(shoptest.Set("artikel.menge", 8))).Want(201)
		o.do("count", chromedp.SendKeys(`#count [name="bestand"]`, "11\n"))
		o.until(`document.querySelector("#count-problem:not([hidden])")?.textContent === "Der Bestand hat sich geändert (jetzt 4)." && document.querySelector("#count option").textContent === "ohne Partie, jetzt 4"`)
		o.do("count again", evaluate(`document.querySelector('#count [name="bestand"]').value = "3"`))
		o.press(`document.getElementById("count")`, "Speichern")
		o.until(row + `.querySelector("strong").textContent === "3" && !document.getElementById("count").open`)

		o.spoken("Journal von Merinowolle Petrol, 50 g")
		o.until(`[...document.querySelectorAll("#journal-list strong")].map(e => e.textContent).join() === "-1,-8,+12" && document.querySelector("#journal-list a").textContent.startsWith("BK-")`)
		o.looksRight("journal of a product")
		o.press(`document.getElementById("journal")`, "Schließen")

		o.do("what is not counted", chromedp.SetValue(`#which`, "ungezaehlt"), evaluate(`document.getElementById("which").dispatchEvent(new Event("change"))`))
		o.until(row + ` === null && document.querySelectorAll("#rows tr").length > 20`)
		o.do("what runs out", chromedp.SetValue(`#which`, "knapp"), evaluate(`document.getElementById("which").dispatchEvent(new Event("change"))`))
		o.until(row + ` !== null && document.querySelectorAll("#rows tr").length === 1`)
		o.spoken("Merinowolle Petrol, 50 g nicht mehr zählen")
		o.until(`document.getElementById("nothing").textContent.startsWith("Noch wird kein Produkt gezählt")`)
	})
}
