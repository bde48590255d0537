package storefront

import (
	"net/http"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/web/kit"
)

// relatedAtMost is how many other products a product's page shows.
const relatedAtMost = 4

// productPageView is the page of one product.
type productPageView struct {
	*shopPage
	Product     productView
	CategoryURL string
	Guarantee   guaranteeView
	Related     []productView // of the same category
}

// productPage shows one product of the catalogue.
func (s *Storefront) productPage(w http.ResponseWriter, r *http.Request, p *shopPage) error {
	products, err := s.shop.Catalogue.Products(r.Context())
	if err != nil {
		return err
	}
	found := bySlugs(products, []string{r.PathValue("slug")})
	if len(found) == 0 {
		return kit.ErrNotFound
	}
	p.Title = found[0].Names[p.Language]
	view := productPageView{shopPage: p, Guarantee: s.guarantee(p), CategoryURL: p.Path("/?" + fieldCategory + "=" + found[0].CategorySlug)}
	if view.Product, err = p.product(&found[0]); err != nil {
		return err
	}
	view.Product.Eager = true
	if view.Related, err = p.products(related(products, &found[0], p.Language)); err != nil {
		return err
	}
	return pages.Show(w, http.StatusOK, "product.html", view)
}

// related returns some other products of the same category: those that follow by name,
// so that each page links to others.
func related(products []catalogue.Product, to *catalogue.Product, language shop.Language) []catalogue.Product {
	all := catalogue.Browse{Category: to.CategorySlug, Sort: catalogue.SortName, Language: language}.Of(products)
	var after, before []catalogue.Product
	for _, p := range all {
		switch {
		case p.Slug == to.Slug:
			before, after = after, nil
		default:
			after = append(after, p)
		}
	}
	others := append(after, before...)
	return others[:min(relatedAtMost, len(others))]
}
