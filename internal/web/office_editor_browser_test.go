//go:build !nobrowser

package web_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"kontor/tests/shoptest"
)

// Cut goods are priced by the metre, and only as a piece can cost. The parts of the editor
// are chosen with the keyboard too, and the one with a field that is wrong shows itself.
func TestCutGoodsInABrowser(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	admin := s.Operator()
	admin.Post(productsPath, newProduct+`,"slug":"musselin","preis":1.29,"inhalt":10,"inhalt_einheit":"cm","schnittware":true}`).Want(http.StatusCreated)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, "/verwaltung/produkte/", "#rows tr[data-id]")
		o.do("open", evaluate(`document.querySelector('tr[data-id="musselin"] .todo button').click()`))
		o.until(`document.getElementById("edit").open && document.activeElement.closest("dialog")`)
		o.do("the second part", chromedp.Focus(`#edit [role=tab][aria-selected="true"]`), chromedp.KeyEvent(kb.ArrowRight))
		o.until(`document.activeElement.textContent === "Preis" && document.getElementById("metre").value === "12,90" && document.getElementById("metre").checkVisibility()`)
		o.looksRight("price of cut goods")
		metre := func(value string) {
			o.do("metre", evaluate(`metre.value = "`+value+`", metre.dispatchEvent(new Event("input"))`))
		}
		metre("12,95")
		o.until(`document.getElementById("metre-problem").innerText === "12,95\u00a0€ je Meter lässt sich nicht in 10-cm-Stücke teilen; möglich sind 12,90\u00a0€ und 13,00\u00a0€."`)
		o.press(`document.getElementById("edit")`, "Speichern")
		metre("13")
		o.until(`document.getElementById("metre-problem").hidden && document.querySelector("#edit [name=preis]").value === "1,30"`)
		o.write(map[string]string{"name_fr": ""})
		o.press(`document.getElementById("edit")`, "Speichern")
		o.until(`document.querySelector("#edit [name=name_fr]").checkVisibility() && !metre.checkVisibility()`)
		if p, err := s.DB.Product(ctx, "musselin"); err != nil || p.Price != 1.29 {
			t.Errorf("what no piece can cost was stored: %v, %v", p.Price, err)
		}
		o.write(map[string]string{"name_fr": "Mousseline"})
		o.press(`document.getElementById("edit")`, "Speichern")
		o.until(`document.querySelector('tr[data-id="musselin"]').innerText.includes("1,30\u00a0€") && document.querySelector('tr[data-id="musselin"]').innerText.includes("je 10 cm")`)
	})
}
