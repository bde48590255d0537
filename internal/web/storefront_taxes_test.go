package web_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"kontor/internal/shop"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// taxedWords say that prices contain value added tax.
var taxedWords = regexp.MustCompile(`inkl\. MwSt|incl\. VAT|includ(e|ing) VAT|TTC|TVA comprise|TVA et livraison|IVA inclus|IVA e spedizione|includono l’IVA`)

// swissImport is how what buyers in Switzerland have to know begins.
var swissImport = map[shop.Language]string{
	"de": "Preise ohne MWST (Ausfuhr). Einfuhrsteuer 8,1 % (Bücher 2,6 %), allfällige Zölle",
	"en": "Prices without VAT (export). You pay Swiss import VAT of 8.1% (books 2.6%), any duty",
	"fr": "Prix sans TVA (exportation). Vous payez au transporteur la TVA à l’importation de 8,1 % (livres 2,6 %)",
	"it": "Prezzi senza IVA (esportazione). Paga al corriere l’IVA d’importazione dell’8,1 % (libri 2,6 %)",
}

// F5: basket and page of thanks say of an order to Switzerland, in every language,
// that there is no tax in it and what is paid on the import. One to another country
// says neither, and a small business says to all why it charges none.
func TestF5_TaxOfTheDestination(t *testing.T) {
	t.Parallel()
	for _, small := range []bool{false, true} {
		s := storefront(t, shoptest.Web(func(o *web.Options) { o.Tax.Small = small }))
		for _, country := range shop.Countries {
			order := shoptest.Order(shoptest.Set("land", string(country)))
			path := s.Anonymous().PostOrder(order).Want(http.StatusCreated).Header.Get("Location")
			for _, language := range shop.Languages {
				basket := basketOf(string(country), line("merinowolle-petrol", 2))
				basket["sprache"] = string(language)
				for name, text := range map[string]string{
					"basket": s.Anonymous().Post("/api/warenkorb", basket).Want(http.StatusOK).Text(),
					"thanks": s.Anonymous().Get(inLanguage(language, path)).Want(http.StatusOK).Text(),
				} {
					wantTaxes(t, fmt.Sprintf("%s to %s in %s, small business %t", name, country, language, small), text,
						!small && country != "ch", country == "ch", swissImport[language])
					if strings.Contains(text, "§ 19 UStG") != small {
						t.Errorf("%s: whether it is a small business: %s", name, text)
					}
				}
			}
		}
	}
}

func wantTaxes(t *testing.T, name, text string, taxed, imported bool, sentence string) {
	t.Helper()
	if taxedWords.MatchString(text) != taxed {
		t.Errorf("%s says %q", name, taxedWords.FindString(text))
	}
	if strings.Contains(text, sentence) != imported {
		t.Errorf("%s: the tax on imports:\n%s", name, text)
	}
}

// The page about shipping says for whom costs contain tax and for whom they do not.
func TestF5_DeliveryPageNamesTheTaxOnImports(t *testing.T) {
	t.Parallel()
	s := storefront(t)
	except := map[shop.Language]string{"de": "außer bei Lieferungen in die Schweiz", "en": "except for deliveries to Switzerland", "fr": "sauf pour les livraisons en Suisse", "it": "tranne per le spedizioni in Svizzera"}
	for _, language := range shop.Languages {
		page := s.Anonymous().Get(inLanguage(language, "/versand/")).Want(http.StatusOK).Text()
		for _, want := range []string{except[language], swissImport[language]} {
			if !strings.Contains(page, want) {
				t.Errorf("%s lacks %q", language, want)
			}
		}
	}
}
