//go:build !nobrowser

package web_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/tests/shoptest"
)

// write sets the editor's fields by name.
func (o office) write(values map[string]string) {
	o.t.Helper()
	for name, value := range values {
		o.do("write "+name, evaluate(fmt.Sprintf(`document.querySelector('#edit-form [name=%q]').value = %q`, name, value)))
	}
}

// spoken presses the button with that accessible name.
func (o office) spoken(name string) {
	o.t.Helper()
	button := fmt.Sprintf(`[...document.querySelectorAll("#rows button")].find(b => b.ariaLabel === %q)`, name)
	o.until(button + ` !== undefined`)
	o.do("press "+name, evaluate(button+`.click()`))
}

// looksRight checks the page's current state in every look, by turns with axe.
func (o office) looksRight(name string) {
	o.t.Helper()
	axe, err := os.ReadFile(axeScript)
	if err != nil {
		o.t.Fatalf("%v (./dev test installs it)", err)
	}
	for _, l := range looks() {
		media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: l.scheme}}}
		if _, err := chromedp.Call(o.ctx, emulation.SetEmulatedMedia, media); err != nil {
			o.t.Fatal(err)
		}
		o.do(name, chromedp.EmulateViewport(l.width, 900), chromedp.Steps(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
			return checkPage(ctx, o.t, target, fmt.Sprintf("%s, %s, %d px", name, l.scheme, l.width), l.script(name, string(axe)))
		})))
	}
}

// Coupons are created, tried, deactivated and undone; another operator's change
// meanwhile is not overwritten.
func TestCouponsInABrowser(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, "/verwaltung/gutscheine/", "#nothing:not([hidden])")
		o.looksRight("no coupons")
		spelled, err := chromedp.Run(ctx, chromedp.Evaluate[string](`import(document.querySelector('link[href$="/entry_form.js"]').href).then(form =>
			["5", "4,90", "4.90", "4.9", "1.234", "1.234,50", "1234,5", "-2", "1,2,3", "1.0,0", "12.345.6", "1e3", "Infinity", "zehn"].map(form.amount).join(" "))`, chromedp.EvalAwaitPromise))
		if want := "5 4.9 4.9 4.9 1234 1234.5 1234.5 -2 1,2,3 1.0,0 12.345.6 1e3 Infinity zehn"; err != nil || spelled != want {
			t.Errorf("amounts %s, %v, want %s", spelled, err, want)
		}
		o.press("document", "Neuer Gutschein")
		o.write(map[string]string{"code": "winter <b>10", "art": "prozent", "wert": "12,5", "gueltig_bis": "2026-12-31", "mindestsumme": "10.00"})
		o.looksRight("editor of coupons")
		o.press(`document.getElementById("edit")`, "Speichern")
		o.until(`document.querySelector("#rows tr")?.textContent.includes("WINTER <B>10") && !document.getElementById("edit").open`)
		o.until(`document.querySelector("#rows tr").innerText.includes("12,5 %") && document.querySelector("#rows b") === null`)

		visitor := s.Visitor()
		order := shoptest.Order(shoptest.Set("gutscheinCode", "Winter <b>10"))
		visitor.PostOrder(order).Want(http.StatusCreated)
		o.spoken("WINTER <B>10 ändern")
		s.Operator().Patch(couponsPath+"/winter%20%3Cb%3E10", shoptest.Body{"wert": 20}).Want(http.StatusOK)
		o.do("once per person", chromedp.Click(`#edit-form [name="einmalig_pro_person"]`))
		o.press(`document.getElementById("edit")`, "Speichern")
		o.until(`document.querySelector("#edit-problem:not([hidden])")?.textContent.includes("Jemand anderes hat den Eintrag inzwischen geändert")`)
		o.press(`document.getElementById("edit-problem")`, "Neuen Stand zeigen")
		o.until(`document.querySelector('#edit-form [name="wert"]').value === "20" && !document.querySelector('#edit-form [name="einmalig_pro_person"]').checked`)
		o.do("once per person", chromedp.Click(`#edit-form [name="einmalig_pro_person"]`))
		o.press(`document.getElementById("edit")`, "Speichern")
		o.until(`document.querySelector("#rows tr").innerText.includes("einmalig pro Person") && document.querySelector("#rows tr").innerText.includes("1-mal")`)
		visitor.PostOrder(order).Want(http.StatusConflict)

		o.do("try", chromedp.SendKeys(`#trial [name="code"]`, "winter <b>10"), chromedp.SendKeys(`#trial [name="email"]`, "ERIKA@example.org\n"))
		o.until(`document.getElementById("trial-verdict").textContent === "Diese E-Mail-Adresse nutzt den Gutschein schon mit BK-2026-0001."`)
		o.do("another person", chromedp.SendKeys(`#trial [name="email"]`, "x\n"))
		o.until(`document.getElementById("trial-verdict").textContent === "Der Gutschein gilt: 10,00\u00a0€ Rabatt."`)
		o.looksRight("coupons")

		o.spoken("Wer hat WINTER <B>10 benutzt?")
		o.until(`document.querySelector("#uses-list a")?.textContent === "BK-2026-0001"`)
		o.looksRight("uses of a coupon")
		o.press(`document.getElementById("uses")`, "Schließen")

		o.spoken("WINTER <B>10 abschalten")
		o.until(`document.querySelector("#rows tr").innerText.includes("abgeschaltet")`)
		o.press(`document.getElementById("undo")`, "Rückgängig")
		o.until(`document.querySelector("#rows tr").innerText.includes("gültig")`)
		s.Operator().Patch(couponsPath+"/winter%20%3Cb%3E10", shoptest.Body{"mindestsumme": 11}).Want(http.StatusOK)
		o.spoken("WINTER <B>10 löschen")
		o.until(`document.body.innerText.includes("WINTER <B>10: Jemand anderes war schneller.") && document.querySelector("#rows tr").innerText.includes("11,00")`)
		o.spoken("WINTER <B>10 löschen")
		o.until(`document.querySelector("#rows .problem:not([hidden])")?.textContent.includes("kann nur deaktiviert werden")`)
	})
}

// Products are written in four languages, deactivated and restored; another operator's
// change meanwhile is not overwritten.
func TestProductsInABrowser(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, "/verwaltung/produkte/", "#rows tr[data-id], #nothing:not([hidden])")
		o.press("document", "Neues Produkt")
		names := map[string]string{"slug": "Knopf", "kategorie_slug": "kurzwaren", "name_de": `<img src=x onerror="window.hit=1">`, "name_en": "Button", "name_fr": "Bouton", "name_it": "Bottone", "preis": "2,40"}
		o.write(names)
		o.looksRight("editor of products")
		o.press(`document.getElementById("edit")`, "Speichern")
		o.until(`document.querySelector("#edit-problem:not([hidden])")?.textContent.includes("Das Kürzel darf nur Kleinbuchstaben")`)
		o.write(map[string]string{"slug": "knopf-gold"})
		o.press(`document.getElementById("edit")`, "Speichern")
		row := `document.querySelector('tr[data-id="knopf-gold"]')`
		o.until(row + `?.innerText.includes("2,40\u00a0€")`)
		o.looksRight("products")
		s.Visitor().Get("/it/produkt/knopf-gold").Want(http.StatusOK)

		o.do("label", evaluate(row+`.querySelectorAll("input")[1].click()`))
		o.until(row + `.querySelectorAll("input")[1].checked && document.getElementById("news").textContent.includes("an")`)
		if p, err := s.DB.Product(ctx, "knopf-gold"); err != nil || !p.BestsellerLabel || p.Price != 2.4 || p.Names["fr"] != "Bouton" {
			t.Errorf("stored %+v, %v", p, err)
		}
		o.spoken(`Bilder von <img src=x onerror="window.hit=1">`)
		var photos []string
		for i, shade := range []uint8{99, 180} {
			photos = append(photos, filepath.Join(t.TempDir(), fmt.Sprint("knopf", i, ".png")))
			if err := os.WriteFile(photos[i], []byte(photoFile(t, shade)), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		const picture = `document.querySelectorAll("#photo-list li")`
		o.until(`!document.getElementById("photo-drawn").hidden && document.getElementById("photo-now").naturalWidth > 0`)
		o.do("upload", chromedp.SetUploadFiles("#photo-file", photos))
		o.until(picture + `.length === 2 && document.querySelector("#photo-list img").naturalWidth > 0 && document.getElementById("photo-drawn").hidden`)
		o.do("describe", evaluate(picture+`[1].querySelector("details").open = true, `+picture+`[1].querySelector("[name=alt_de]").value = "Von hinten"`))
		o.press(picture+`[1].querySelector("details")`, "Speichern")
		o.until(picture + `[1].querySelector("img").alt === "Von hinten"`)
		o.press(picture+`[1]`, "Nach vorn")
		o.until(picture + `[0].querySelector("img").alt === "Von hinten"`)
		o.looksRight("pictures of a product")
		o.press(picture+`[0]`, "Löschen")
		o.until(picture + `.length === 1 && document.getElementById("undo").textContent.startsWith("Bild gelöscht")`)
		o.press(`document.getElementById("undo")`, "Rückgängig")
		o.until(picture + `.length === 2 && ` + picture + `[0].querySelector("img").alt === "Von hinten"`)
		o.press(`document.getElementById("photo")`, "Fertig")

		s.Operator().Patch(productsPath+"/knopf-gold", shoptest.Body{"preis": 3, "inhalt": 10, "inhalt_einheit": "cm", "beschreibung_de": "Glänzt."}).Want(http.StatusOK)
		o.do("sell no more", evaluate(row+`.querySelectorAll("input")[0].click()`))
		o.until(row + `?.innerText.includes("3,00\u00a0€") && ` + row + `.querySelectorAll("input")[0].checked`)
		o.until(`document.querySelector("#undo [role=alert]")?.textContent.includes("Jemand anderes war schneller")`)
		o.spoken(`<img src=x onerror="window.hit=1"> löschen`)
		o.until(row + ` === null && document.getElementById("undo").textContent.includes("gelöscht")`)
		o.press(`document.getElementById("undo")`, "Rückgängig")
		o.until(row + ` !== null && window.hit === undefined`)
		if p, err := s.DB.Product(ctx, "knopf-gold"); err != nil || len(p.Pictures) != 2 || p.Alt()["de"] != "Von hinten" || p.Texts.Description["de"] != "Glänzt." {
			t.Errorf("restored %+v, %v", p, err)
		}
		o.spoken(`<img src=x onerror="window.hit=1"> ändern`)
		o.until(`document.querySelector("#edit [name=grundpreis]").disabled && !document.getElementById("measured").hidden`)
		o.until(`document.querySelector("#edit [name=beschreibung_de]").value === "Glänzt." && document.getElementById("duties").textContent.includes("Hersteller")`)
		o.write(map[string]string{"preis": "4,00"})
		o.press(`document.getElementById("edit")`, "Speichern")
		o.until(row + `?.innerText.includes("40,00\u00a0€ je 1 m")`)
		if p, err := s.DB.Product(ctx, "knopf-gold"); err != nil || p.Texts.Description["de"] != "Glänzt." || p.Content.Amount != 10 {
			t.Errorf("what was not written changed: %+v, %v", p, err)
		}
		o.spoken(`<img src=x onerror="window.hit=1"> als Variante kopieren`)
		o.until(`document.querySelector("#edit [name=slug]").value === "knopf-gold-neu" && !document.getElementById("copied").hidden`)
		o.press(`document.getElementById("edit")`, "Abbrechen")
		s.Operator().Get("/api/verwaltung/produktgruppen/knopf-gold").Want(http.StatusNotFound)
		o.spoken(`<img src=x onerror="window.hit=1"> als Variante kopieren`)
		o.until(`document.getElementById("edit").open`)
		o.write(map[string]string{"slug": "knopf-silber", "name_de": "Silberknopf", "merkmal1_de": "Silber", "fasern": "60 wolle, 40 seide"})
		o.do("feature", evaluate(`document.getElementById("feature").value = "staerke"`))
		o.press(`document.getElementById("edit")`, "Speichern")
		o.until(`document.querySelector('tr[data-id="knopf-silber"]') !== null`)
		if p, err := s.DB.Product(ctx, "knopf-silber"); err != nil || p.Group != "knopf-gold" || p.Place != 2 || p.Active || len(p.Fibres) != 2 || p.Texts.Description["de"] != "Glänzt." {
			t.Errorf("the variant is %+v, %v", p, err)
		}
		if g, err := s.DB.Group(ctx, "knopf-gold"); err != nil || g.Feature1 != "staerke" {
			t.Errorf("the group is %+v, %v", g, err)
		}
		o.do("what lacks something", evaluate(`document.getElementById("lacking").click()`))
		o.until(`document.querySelectorAll("#rows tr").length === 2`)
		o.do("search", chromedp.SendKeys("#q", "bottone"))
		o.until(`document.querySelectorAll("#rows tr").length === 2 && location.search === "?q=bottone"`)
	})
}

// A large catalogue is shown in parts, and searched as a whole.
func TestManyProductsInABrowser(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	for i := range 130 {
		name := fmt.Sprintf("Garn Nummer %03d", i)
		s.Stock(catalogue.Product{
			Slug: fmt.Sprintf("garn-%03d", i), CategorySlug: "wolle", Price: 1, Active: true,
			Names: map[shop.Language]string{"de": name, "en": name, "fr": name, "it": name},
		})
	}
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, "/verwaltung/produkte/", "#rows tr[data-id]")
		o.until(`document.querySelectorAll("#rows tr").length === 100 && document.getElementById("found").textContent === "130 Produkte"`)
		o.press("document", "Weitere zeigen (30)")
		o.until(`document.querySelectorAll("#rows tr").length === 130 && document.activeElement.closest("tr")?.dataset.id === "garn-100" && document.getElementById("paging").childElementCount === 0`)
		o.do("search", chromedp.SendKeys("#q", "garn 12"))
		o.until(`document.querySelectorAll("#rows tr").length === 12 && document.getElementById("found").textContent === "12 von 130 Produkten"`)
	})
}
