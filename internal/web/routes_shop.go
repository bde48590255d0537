package web

import (
	"net/http"
	"strings"

	"kontor/internal/shop"
)

// shopRoutes are the routes of the storefront: its pages in each language, and
// what they load.
func (s *Server) shopRoutes() []route {
	all := []route{
		{"GET", "/assets/{version}/{file}", site, s.shopFile},
		{"POST", "/api/warenkorb", site, s.priceBasket},
		{"GET", "/bilder/{category}/{file}", site, s.productPicture},
		{"GET", noticesPath + "{file}", site, s.officialNotice},
		{"GET", "/bilder/produkt/{slug}/{file}", site, s.productPhoto},
	}
	for _, language := range shop.Languages {
		all = append(all, s.pagesIn(language)...)
	}
	return all
}

// shopFile answers with a script or style sheet of the storefront.
func (s *Server) shopFile(w http.ResponseWriter, r *http.Request) error {
	return shopFiles.serve(w, r, s.public)
}

// pagesIn are the storefront's pages in a language.
func (s *Server) pagesIn(language shop.Language) []route {
	var all []route
	page := func(method, path string, show shopHandler) {
		path = languagePrefix(language) + path
		all = append(all, route{method, path, site, s.inLanguage(language, show)})
		if bare := withoutSlash(path); bare != "" && method == http.MethodGet {
			all = append(all, route{method, bare, site, addSlash})
		}
	}
	page("GET", "/{$}", s.lasting(s.cataloguePage))
	page("GET", "/karten/{$}", s.lasting(s.cards))
	page("GET", "/produkt/{slug}", s.lasting(s.productPage))
	page("GET", "/warenkorb/{$}", s.lasting(s.basketPage))
	page("GET", checkoutPath+"{$}", s.impersonal(s.checkoutPage))
	page("GET", "/danke/{token}", s.thanksPage)
	page("GET", accountPath+"{$}", s.impersonal(s.accountPage))
	page("GET", "/versand/{$}", s.lasting(s.deliveryPage))
	page("GET", "/recht/{text}/{$}", s.lasting(s.legalPage))
	page("GET", "/widerruf/{$}", s.impersonal(s.withdrawalPage))
	page("POST", "/widerruf/{$}", s.withdraw)
	page("GET", "/widerruf/eingang/{token}", s.withdrawalConfirmation)
	return all
}

// addSlash sends visitors on who forgot the slash at the end.
func addSlash(w http.ResponseWriter, r *http.Request) error {
	target := *r.URL
	target.Scheme, target.Host = "", ""
	target.Path, target.RawPath = strings.TrimSuffix(r.URL.Path, "/")+"/", ""
	http.Redirect(w, r, target.String(), http.StatusPermanentRedirect)
	return nil
}
