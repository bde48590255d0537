package office

import (
	"maps"
	"net/http"

	"kontor/internal/jsvalue"
	"kontor/internal/picture"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// productJSON is a product on the wire: prices in euro; grundpreis and its unit are
// null for products not sold by measure. Contract: Administration API.
type productJSON struct {
	Slug              string   `json:"slug"`
	NameDE            string   `json:"name_de"`
	NameEN            string   `json:"name_en"`
	NameFR            string   `json:"name_fr"`
	NameIT            string   `json:"name_it"`
	KategorieSlug     string   `json:"kategorie_slug"`
	Preis             float64  `json:"preis"`
	Grundpreis        *float64 `json:"grundpreis"`
	GrundpreisEinheit *string  `json:"grundpreis_einheit"`
	Aktiv             bool     `json:"aktiv"`
	BestsellerLabel   bool     `json:"bestseller_label"`
	Bild              *string  `json:"bild"` // URL of the operator's picture; null: a drawn one is shown
	AltDE             string   `json:"alt_de"`
	AltEN             string   `json:"alt_en"`
	AltFR             string   `json:"alt_fr"`
	AltIT             string   `json:"alt_it"`
	Demo              bool     `json:"demo"`
	Version           int64    `json:"version"`
}

type productsAnswer struct {
	OK       bool          `json:"ok"`
	Produkte []productJSON `json:"produkte"`
}

type productAnswer struct {
	OK      bool        `json:"ok"`
	Produkt productJSON `json:"produkt"`
}

func newProductJSON(p *catalogue.Product) productJSON {
	out := productJSON{
		Slug:              p.Slug,
		NameDE:            p.Names["de"],
		NameEN:            p.Names["en"],
		NameFR:            p.Names["fr"],
		NameIT:            p.Names["it"],
		KategorieSlug:     p.CategorySlug,
		Preis:             p.Price,
		Grundpreis:        kit.NullIfZero(p.UnitPrice),
		GrundpreisEinheit: kit.NullIfZero(p.Unit),
		Aktiv:             p.Active,
		BestsellerLabel:   p.BestsellerLabel,
		AltDE:             p.Alt["de"],
		AltEN:             p.Alt["en"],
		AltFR:             p.Alt["fr"],
		AltIT:             p.Alt["it"],
		Demo:              p.Demo,
		Version:           p.Version,
	}
	if p.Photo != "" {
		address := kit.PhotoURL(p, picture.Widths[0])
		out.Bild = &address
	}
	return out
}

// readProduct reads the settable fields of a product, except for its slug.
func readProduct(f *fields, p *catalogue.Product) {
	for _, language := range shop.Languages {
		name := p.Names[language]
		f.text("name_"+string(language), &name)
		p.Names[language] = name
		alt := p.Alt[language]
		f.text("alt_"+string(language), &alt)
		p.Alt[language] = alt
	}
	f.text("kategorie_slug", &p.CategorySlug)
	f.number("preis", &p.Price)
	f.numberOrNull("grundpreis", &p.UnitPrice)
	f.textOrNull("grundpreis_einheit", &p.Unit)
	f.flag("aktiv", &p.Active)
	f.flag("bestseller_label", &p.BestsellerLabel)
	f.flag("demo", &p.Demo)
}

// listProducts answers GET /api/verwaltung/produkte, including inactive products.
func (s *Office) listProducts(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	products, err := s.shop.Catalogue.Products(r.Context())
	if err != nil {
		return err
	}
	return kit.WriteJSON(w, http.StatusOK, productsAnswer{true, kit.Mapped(products, newProductJSON)})
}

// createProduct answers POST /api/verwaltung/produkte. A new product is active unless
// the request says otherwise; its price is required.
func (s *Office) createProduct(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	body, err := kit.ReadJSON(w, r)
	if err != nil {
		return err
	}
	product := catalogue.Product{Names: make(map[shop.Language]string), Alt: make(map[shop.Language]string), Price: noPrice, Active: true}
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
	return writeProduct(w, http.StatusCreated, &created)
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
	return writeProduct(w, http.StatusOK, &changed)
}

func applyProduct(body jsvalue.Value, p *catalogue.Product) error {
	f := fields{body: body, refusal: catalogue.ErrInvalidProduct}
	f.fixed("slug", p.Slug, jsvalue.Trim)
	before := *p
	before.Names, before.Alt = maps.Clone(p.Names), maps.Clone(p.Alt)
	readProduct(&f, p)
	if !f.has("demo") && !p.SameGoods(&before) {
		p.Demo = false
	}
	return f.finish()
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

func writeProduct(w http.ResponseWriter, status int, p *catalogue.Product) error {
	w.Header().Set("ETag", versionTag(p.Version))
	return kit.WriteJSON(w, status, productAnswer{true, newProductJSON(p)})
}

func versionProduct(p *catalogue.Product) int64 { return p.Version }
