package storefront

import (
	"net/http"

	"kontor/internal/shop"
	"kontor/internal/web/kit"
)

// pageRoutes are the pages of the storefront in each language, and their files.
func (s *Storefront) pageRoutes() []kit.Route {
	all := []kit.Route{
		kit.On("GET", "/assets/{version}/{file}", kit.Site, s.shopFile),
		kit.On("GET", "/bilder/{category}/{file}", kit.Site, s.productPicture),
		kit.On("GET", noticesPath+"{file}", kit.Site, s.officialNotice),
		kit.On("GET", "/bilder/produkt/{slug}/{file}", kit.Site, s.productPhoto),
		kit.On("GET", orderPagePath+"{token}/{nummer}", kit.Site, s.orderDocument),
	}
	for _, language := range shop.Languages {
		all = append(all, s.pagesIn(language)...)
	}
	return all
}

// shopFile answers with a script or style sheet of the storefront.
func (s *Storefront) shopFile(w http.ResponseWriter, r *http.Request) error {
	return assets.Serve(w, r, s.Public)
}

// pagesIn are the storefront's pages in a language.
func (s *Storefront) pagesIn(language shop.Language) []kit.Route {
	var all []kit.Route
	page := func(method, path string, show shopHandler) {
		path = languagePrefix(language) + path
		all = append(all, kit.On(method, path, kit.Site, s.inLanguage(language, show)))
		if bare := kit.WithoutSlash(path); bare != "" && method == http.MethodGet {
			all = append(all, kit.On(method, bare, kit.Site, kit.AddSlash))
		}
	}
	page("GET", "/{$}", s.lasting(s.stocked(s.cataloguePage)))
	page("GET", "/karten/{$}", s.lasting(s.stocked(s.cardsPart)))
	page("GET", "/kategorie/{slug}/{$}", s.lasting(s.stocked(s.categoryPage)))
	page("GET", "/produkt/{slug}", s.lasting(s.stocked(s.productPage)))
	page("GET", "/warenkorb/{$}", s.lasting(s.basketPage))
	page("GET", checkoutPath+"{$}", s.impersonal(s.checkoutPage))
	page("GET", "/danke/{token}", s.thanksPage)
	page("GET", orderPagePath+"{token}", s.orderPage)
	page("GET", accountPath+"{$}", s.impersonal(s.accountPage))
	page("GET", "/versand/{$}", s.lasting(s.deliveryPage))
	page("GET", "/recht/{text}/{$}", s.lasting(s.legalPage))
	page("GET", "/widerruf/{$}", s.impersonal(s.withdrawalPage))
	page("POST", "/widerruf/{$}", s.withdraw)
	page("GET", "/widerruf/eingang/{token}", s.withdrawalConfirmation)
	return all
}
