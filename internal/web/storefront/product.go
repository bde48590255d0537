package storefront

import (
	"net/http"

	"kontor/internal/picture"
	"kontor/internal/shop/catalogue"
	"kontor/internal/web/kit"
)

// relatedAtMost is how many other products a product's page shows.
const relatedAtMost = 4

// productPageView is the page of one product.
type productPageView struct {
	*shopPage
	Product     cardView
	Large, Alt  string // the picture and what it shows
	Category    string
	CategoryURL string
	Guarantee   guaranteeView
	Related     []cardView // of the same category
}

// productPage shows one product of the catalogue.
func (s *Storefront) productPage(w http.ResponseWriter, r *http.Request, p *shopPage) error {
	a, err := s.shop.Catalogue.Assortment(r.Context())
	if err != nil {
		return err
	}
	product := a.Offered(r.PathValue("slug"))
	if product == nil {
		return kit.ErrNotFound
	}
	p.Title = product.Names[p.Language]
	view := productPageView{
		shopPage: p, Guarantee: s.guarantee(p), Large: pictureURL(product, picture.Widths[1]),
		Category: a.CategoryName(product.CategorySlug, p.Language), CategoryURL: p.Path(categoryPath(product.CategorySlug)),
	}
	single := catalogue.Single(product)
	if view.Product, err = p.card(&single); err != nil {
		return err
	}
	if view.Alt, err = p.alt(product); err != nil {
		return err
	}
	if view.Related, err = p.cards(a.Related(product, p.Language, relatedAtMost)); err != nil {
		return err
	}
	return pages.Show(w, http.StatusOK, "product.html", view)
}
