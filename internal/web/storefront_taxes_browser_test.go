//go:build !nobrowser

package web_test

import (
	"fmt"
	"strings"
	"testing"
)

// F5: as soon as somebody has chosen Switzerland no page says that prices contain
// tax, and as soon as it is another country again they say so again.
func TestF5_PagesFollowTheCountryInABrowser(t *testing.T) {
	t.Parallel()
	s := storefront(t)
	const text = `document.body.innerText.replaceAll("\u00a0", " ")`
	for _, language := range languages(0) {
		visit(t, s, func(g *guest) {
			g.putInBasket("")
			says := func(path string, swiss bool) {
				g.t.Helper()
				g.until(fmt.Sprintf(`/%s/.test(%s) === %t`, taxedWords, text, !swiss))
				if strings.HasSuffix(path, "/kasse/") || strings.HasSuffix(path, "/warenkorb/") {
					g.until(fmt.Sprintf(`document.querySelector("main dd.total") && %s.includes(%q) === %t`, text, swissImport[language], swiss))
				}
			}
			kasse := inLanguage(language, "/kasse/")
			g.open(kasse)
			g.basketIs(1)
			says(kasse, false)
			for _, country := range []string{"ch", "at"} {
				g.open(kasse)
				g.basketIs(1)
				ask[bool](g, fmt.Sprintf(`(land => { land.value = %q; land.dispatchEvent(new Event("change", {bubbles: true})); return true; })(document.querySelector("#land"))`, country))
				says(kasse, country == "ch")
				if country == "ch" {
					g.check("checkout to Switzerland in " + string(language))
				}
				for _, path := range []string{"/warenkorb/", "/produkt/merinowolle-petrol", "/"} {
					g.open(inLanguage(language, path))
					says(path, country == "ch")
				}
			}
		})
	}
}
