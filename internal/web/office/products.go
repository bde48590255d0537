package office

import (
	"net/http"
	"slices"

	"kontor/internal/jsvalue"
	"kontor/internal/shop/catalogue"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// listProducts answers GET /api/verwaltung/produkte, including inactive products, without
// long texts; all that match unless the request limits the page.
func (s *Office) listProducts(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	q := kit.ReadQuery(r.URL.RawQuery)
	selection := catalogue.Selection{
		Query: q.Text("q"), Category: q.Text("kategorie"), Group: q.Text("gruppe"), Maker: q.Text("hersteller"), After: q.Text("cursor"),
	}
	if q.Text("limit") != "" {
		selection.Limit = q.Limit()
	}
	lacks := q.Text("fehlt")
	if lacks != "" && !slices.Contains(catalogue.DutyKeys, lacks) {
		q.Refuse("fehlt")
	}
	if q.Err != nil {
		return q.Err
	}
	missing, err := s.shop.Catalogue.Duties(r.Context())
	if err != nil {
		return err
	}
	if lacks != "" {
		selection.Lacks = func(p *catalogue.Product) bool { return missing(*p).Has(lacks) }
	}
	products, err := s.shop.Catalogue.Products(r.Context())
	if err != nil {
		return err
	}
	products, left, err := s.inStock(r.Context(), products, q.Text("bestand"))
	if err != nil {
		return err
	}
	page, next := selection.Of(products)
	answer := productsAnswer{OK: true, Produkte: kit.Mapped(page, func(p *catalogue.Product) productJSON {
		out := newProductJSON(p, missing(*p))
		out.Abgeleitet.Bestand = piecesOf(left, p.Slug)
		return out
	})}
	answer.Weiter = kit.NextPageAfter(w, r, next)
	return kit.WriteJSON(w, http.StatusOK, answer)
}

// showProduct answers GET /api/verwaltung/produkte/:slug.
func (s *Office) showProduct(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	product, err := s.shop.Catalogue.Product(r.Context(), kit.PathText(r, "slug"))
	if err != nil {
		return err
	}
	return s.writeProduct(w, r, http.StatusOK, &product)
}

// createProduct answers POST /api/verwaltung/produkte. A new product is active unless
// the request says otherwise; its price is required.
func (s *Office) createProduct(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	body, err := kit.ReadJSON(w, r)
	if err != nil {
		return err
	}
	product := catalogue.Product{Price: noPrice, Active: true, Facts: catalogue.Facts{Safety: catalogue.SafetyOpen, Minimum: 1}}
	f := fields{body: body, refusal: catalogue.ErrInvalidProduct}
	f.text("slug", &product.Slug)
	readProduct(&f, &product)
	if f.err != nil {
		return f.err
	}
	created, err := s.shop.Catalogue.CreateProduct(r.Context(), product)
	if err != nil {
		return err
	}
	return s.writeProduct(w, r, http.StatusCreated, &created)
}

// noPrice is an invalid price: a product whose price was forgotten must not be given
// away.
const noPrice = -1

// changeProduct answers PATCH /api/verwaltung/produkte/:slug; fields missing from the
// request stay unchanged. A demo product that is changed in more than whether it is
// sold and labelled is the operator's own from then on, unless the request says otherwise.
func (s *Office) changeProduct(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	body, err := kit.ReadJSON(w, r)
	if err != nil {
		return err
	}
	changed, err := change[catalogue.Product]{
		load:    s.shop.Catalogue.Product,
		version: versionProduct,
		apply:   func(p *catalogue.Product) error { return applyProduct(body, p) },
		save:    s.shop.Catalogue.ChangeProduct,
	}.carryOut(r, kit.PathText(r, "slug"))
	if err != nil {
		return err
	}
	return s.writeProduct(w, r, http.StatusOK, &changed)
}

func applyProduct(body jsvalue.Value, p *catalogue.Product) error {
	f := applyFields(body, p)
	f.fixed("slug", p.Slug, jsvalue.Trim)
	return f.finish()
}

// applyFields sets the fields that the body names.
func applyFields(body jsvalue.Value, p *catalogue.Product) *fields {
	f := &fields{body: body, refusal: catalogue.ErrInvalidProduct}
	before := p.Clone()
	readProduct(f, p)
	if !f.has("demo") && !p.SameGoods(&before) {
		p.Demo = false
	}
	return f
}

// deleteProduct answers DELETE /api/verwaltung/produkte/:slug.
func (s *Office) deleteProduct(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	slug := kit.PathText(r, "slug")
	version, err := demanded(r, slug, s.shop.Catalogue.Product, versionProduct)
	if err != nil {
		return err
	}
	if err := s.shop.Catalogue.DeleteProduct(r.Context(), slug, version); err != nil {
		return err
	}
	return kit.WriteDone(w)
}

func (s *Office) writeProduct(w http.ResponseWriter, r *http.Request, status int, p *catalogue.Product) error {
	missing, err := s.shop.Catalogue.Duties(r.Context())
	if err != nil {
		return err
	}
	left, err := s.shop.Stock.Stock(r.Context(), p.Slug)
	if err != nil {
		return err
	}
	answer := newWholeProductJSON(p, missing(*p))
	answer.Abgeleitet.Bestand = piecesOf(left, p.Slug)
	w.Header().Set("ETag", versionTag(p.Version))
	return kit.WriteJSON(w, status, productAnswer{true, answer, append([]string{}, p.Hints...)})
}

func versionProduct(p *catalogue.Product) int64 { return p.Version }
