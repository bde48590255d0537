package web_test

import (
	"net/http"
	"strings"
	"testing"

	"kontor/internal/shop"
	"kontor/internal/web"
	"kontor/tests/shoptest"
)

// Law: § 19 UStG. No page of a small business says that prices contain value added
// tax; those with prices say why they do not.
func TestSmallBusinessNamesNoTax(t *testing.T) {
	t.Parallel()
	s := storefront(t, shoptest.Web(func(o *web.Options) { o.Tax.Small = true }))
	for _, language := range shop.Languages {
		prefix := "/" + string(language)
		if language == "de" {
			prefix = ""
		}
		for _, path := range []string{"/", "/produkt/bastelkleber", "/warenkorb/", "/kasse/", "/versand/"} {
			page := s.Anonymous().Get(prefix + path).Want(http.StatusOK).Text()
			for _, taxed := range []string{"inkl. MwSt", "include VAT", "incl. VAT", "VAT and shipping", "TTC", "TVA comprise", "TVA et livraison", "IVA inclus", "IVA e spedizione", "includono l’IVA"} {
				if strings.Contains(page, taxed) {
					t.Errorf("%s%s says %q", prefix, path, taxed)
				}
			}
			if !strings.Contains(page, "§ 19 UStG") {
				t.Errorf("%s%s does not say why there is no tax", prefix, path)
			}
		}
	}
	if page := storefront(t).Anonymous().Get("/").Text(); !strings.Contains(page, "inkl. MwSt.") || strings.Contains(page, "§ 19") {
		t.Error("another shop does not say that its prices contain tax")
	}
}
