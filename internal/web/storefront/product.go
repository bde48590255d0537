package storefront

import (
	"cmp"
	"html/template"
	"net/http"

	"kontor/internal/legaltext"
	"kontor/internal/picture"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/web/kit"
)

// relatedAtMost is how many other products a product's page shows.
const relatedAtMost = 4

// productPageView is the page of one product.
type productPageView struct {
	*shopPage
	Product     cardView
	Pictures    []pictureView
	Category    string
	CategoryURL string
	Minimum     int64  // pieces
	Length      string // of a piece that is cut: "10 cm"; empty: it is sold by number
	Delivery    []deliveryTimeView
	Least       string // what has to be ordered at least; empty: one piece
	Features    []featureView
	About       textView
	Facts       []fact
	Animal      bool // has parts of animal origin
	Safety      *safetyView
	Structured  any // what search engines read
	Guarantee   guaranteeView
	Related     []cardView // of the same category
}

// pictureView is one of a product's pictures.
type pictureView struct{ Small, Large, Alt string }

// textView is a text of the operator.
type textView struct {
	HTML template.HTML
	Lang shop.Language // if it is not the page's
}

// productPage shows one product of the catalogue.
func (s *Storefront) productPage(w http.ResponseWriter, r *http.Request, p *shopPage) error {
	a, err := s.shop.Catalogue.Assortment(r.Context())
	if err != nil {
		return err
	}
	if a.Offered(r.PathValue("slug")) == nil {
		return kit.ErrNotFound
	}
	product, err := s.shop.Catalogue.Complete(r.Context(), r.PathValue("slug"))
	if err != nil {
		return err
	}
	view, err := s.productView(p, a, &product)
	if err != nil {
		return err
	}
	return pages.Show(w, http.StatusOK, "product.html", view)
}

func (s *Storefront) productView(p *shopPage, a *catalogue.Assortment, product *catalogue.Product) (*productPageView, error) {
	view := &productPageView{
		shopPage: p, Guarantee: s.guarantee(p), Minimum: product.Minimum, Animal: product.Animal,
		Category: a.CategoryName(product.CategorySlug, p.Language), CategoryURL: p.Path(categoryPath(product.CategorySlug)),
	}
	single := catalogue.Single(product)
	steps := []func() error{
		func() (err error) { view.Product, err = p.card(&single); return err },
		func() (err error) { view.Pictures, err = p.pictures(product); return err },
		func() (err error) { view.About, err = p.text(product.Texts.Description); return err },
		func() (err error) { view.Facts, err = p.facts(a, product); return err },
		func() (err error) { view.Safety, err = p.safety(a, product); return err },
		func() (err error) { view.Features, err = p.features(a, product); return err },
		func() (err error) {
			view.Delivery, err = p.deliveryTimes(s.shop.Checkout.Terms.Delivery, product)
			return err
		},
		func() (err error) {
			view.Related, err = p.cards(a.Related(product, p.Language, relatedAtMost))
			return err
		},
		func() (err error) { return view.measure(product) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	p.Title, p.Script = view.Product.Name, "product.js"
	p.describe(cmp.Or(legaltext.Opening([]byte(catalogue.InLanguage(product.Texts.Description, p.Language))),
		view.Product.Name+" · "+view.Category), view.Pictures[0].Large)
	view.Structured = s.structuredProduct(view, a, product)
	return view, nil
}

// measure says in which steps the product is sold, and how much at least.
func (v *productPageView) measure(product *catalogue.Product) (err error) {
	if product.Cut {
		v.Length = v.content(product.Content)
		if product.Minimum > 1 {
			least := product.Content
			least.Amount *= product.Minimum
			v.Least, err = v.Text("goods.least", "Length", v.content(least))
		}
		return err
	}
	if product.Minimum > 1 {
		v.Least, err = v.Text("goods.leastPieces", "N", product.Minimum)
	}
	return err
}

// pictures are the operator's own pictures of a product, or else a drawn one.
func (p *shopPage) pictures(product *catalogue.Product) ([]pictureView, error) {
	if len(product.Pictures) == 0 {
		alt, err := p.alt(product)
		drawn := pictureURL(product, picture.Widths[0])
		return []pictureView{{Small: drawn, Large: drawn, Alt: alt}}, err
	}
	views := make([]pictureView, len(product.Pictures))
	for i := range product.Pictures {
		own := &product.Pictures[i]
		views[i] = pictureView{
			Small: kit.PhotoURL(product, own, picture.Widths[0]), Large: kit.PhotoURL(product, own, picture.Widths[1]),
			Alt: cmp.Or(own.Alt[p.Language], product.Names[p.Language]),
		}
	}
	return views, nil
}

// text returns a Markdown text in the page's language, or else in German.
func (p *shopPage) text(texts map[shop.Language]string) (view textView, err error) {
	source := catalogue.InLanguage(texts, p.Language)
	if texts[p.Language] == "" && source != "" {
		view.Lang = shop.Languages[0]
	}
	html, err := legaltext.Fragment([]byte(source))
	view.HTML = template.HTML(html)
	return view, err
}

// Picture returns what the link to one of the pictures is called, counted from 0.
func (v *productPageView) Picture(i, all int) (string, error) {
	return v.Text("goods.pictureOf", "N", i+1, "All", all)
}
