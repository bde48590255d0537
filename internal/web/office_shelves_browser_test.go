//go:build !nobrowser

package web_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"kontor/tests/shoptest"
)

// Categories, makers and groups are written, changed and deleted on pages beside the products; those
// that products refer to stay.
func TestShelvesInABrowser(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, "/verwaltung/kategorien/", "#nothing:not([hidden])")
		o.press("document", "Neue Kategorie")
		o.write(map[string]string{"slug": "perlen", "name_de": "Perlen", "name_it": "Perline", "position": "3", "grundpreis_art": "g"})
		o.looksRight("editor of categories")
		o.press(`document.getElementById("edit")`, "Speichern")
		o.until(`document.querySelector('tr[data-id="perlen"]')?.innerText.includes("Inhalt")`)
		o.looksRight("categories")
		s.Operator().Post(productsPath, newProduct+`}`).Want(201)
		s.Operator().Patch(productsPath+"/garn-rot", shoptest.Body{"kategorie_slug": "perlen"}).Want(200)
		o.spoken("Perlen löschen")
		o.until(`document.querySelector("#rows .problem:not([hidden])")?.textContent.includes("In der Kategorie ist noch 1 Produkt.")`)

		o.do("groups", chromedp.Navigate(s.URL+"/verwaltung/produktgruppen/"), chromedp.WaitVisible("#nothing:not([hidden])"))
		o.press("document", "Neue Gruppe")
		o.write(map[string]string{"slug": "garne", "name_de": "Garne", "merkmal1": "farbe", "merkmal2": "farbe"})
		o.press(`document.getElementById("edit")`, "Speichern")
		o.until(`document.querySelector("#edit-problem:not([hidden])")?.textContent === "Die beiden Merkmale müssen verschieden sein."`)
		o.write(map[string]string{"merkmal2": "staerke"})
		o.looksRight("editor of groups")
		o.press(`document.getElementById("edit")`, "Speichern")
		o.until(`document.querySelector('tr[data-id="garne"]')?.innerText.includes("Farbe, Stärke")`)
		o.looksRight("groups")

		o.do("makers", chromedp.Navigate(s.URL+"/verwaltung/hersteller/"), chromedp.WaitVisible("#nothing:not([hidden])"))
		o.press("document", "Neuer Hersteller")
		o.write(map[string]string{"slug": "spinnerei", "name": "Spinnerei Moos", "anschrift": "Weg 1, 04109 Leipzig", "kontakt": "spinnerei", "land": "DE"})
		o.looksRight("editor of makers")
		o.press(`document.getElementById("edit")`, "Speichern")
		o.until(`document.querySelector("#edit-problem:not([hidden])")?.textContent.includes("„kontakt“ muss eine E-Mail-Adresse")`)
		o.write(map[string]string{"kontakt": "post@spinnerei.test"})
		o.press(`document.getElementById("edit")`, "Speichern")
		o.until(`document.querySelector('tr[data-id="spinnerei"]')?.innerText.includes("post@spinnerei.test")`)
		o.looksRight("makers")
		o.spoken("Spinnerei Moos löschen")
		o.until(`!document.getElementById("nothing").hidden && document.getElementById("undo").textContent.includes("gelöscht")`)
	})
}

// A table is tried, its mistakes are listed, and what is right is taken over as a whole.
func TestImportInABrowser(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t)
	s.Operator().Post(productsPath, newProduct+`}`).Want(201)
	browse(t, func(ctx context.Context) {
		o := enterPage(ctx, t, s, "/verwaltung/produkte/import/", "#table")
		o.looksRight("import")
		file := filepath.Join(t.TempDir(), "produkte.csv")
		choose := func(content string) {
			if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			o.do("choose", chromedp.SetUploadFiles("#table", []string{file}))
		}
		choose("slug;preis\ngarn-rot;teuer\n")
		o.until(`document.getElementById("import-mistakes").innerText.includes("„preis“ muss eine Zahl wie 4,95 sein.") && document.getElementById("import-summary").textContent.endsWith(" 1 Fehler.") && document.getElementById("apply").hidden`)
		o.looksRight("mistakes of an import")
		choose("slug;preise\ngarn-rot;4\n")
		o.until(`document.getElementById("import-problem").textContent === "Zeile 1: Unbekannte Spalte „preise“."`)
		choose("slug;preis\ngarn-rot;4,40\n")
		o.until(`document.getElementById("apply").textContent === "1 Produkt übernehmen" && !document.getElementById("apply").hidden`)
		if p, err := s.DB.Product(ctx, "garn-rot"); err != nil || p.Price != 3.5 {
			t.Errorf("a probe changed %+v, %v", p, err)
		}
		o.press("document", "1 Produkt übernehmen")
		o.until(`document.getElementById("import-summary").textContent.startsWith("Übernommen: 1 Zeile, 0 neu, 1 geändert")`)
		if p, err := s.DB.Product(ctx, "garn-rot"); err != nil || p.Price != 4.4 {
			t.Errorf("imported %+v, %v", p, err)
		}
	})
}
