package storefront

import (
	"cmp"

	"kontor/internal/picture"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/web/kit"
)

// cardView is a product, or the variants of a group, as shown in the catalogue.
type cardView struct {
	Page     *shopPage
	Slug     string
	Name     string
	Lang     shop.Language // of the name, if it is not the page's
	URL      string
	Picture  string
	Variants string // "4 Farben"; empty: it is one product, which can be bought at once
	Price    priceView
	Stock    string // what is left: "Nur noch 3"; empty: there is nothing to say
	SoldOut  bool
	Label    bool // the operator's, unrelated to the computed best sellers
	Eager    bool // near the top of the page, so its picture is fetched at once
}

// priceView is what has to be said about a price.
type priceView struct {
	Price  string // "5,95 €", or of variants "ab 5,95 €"
	Before string // the price to cross out; empty: it is not reduced
	Unit   string // "1 kg = 119,00 €"; empty: not sold by measure
	Area   string // price of a square metre of fabric; empty: none
}

func (p *shopPage) price(product *catalogue.Product) (view priceView, err error) {
	view.Price = p.Amount(int64(shop.CentsOf(product.Price)))
	if product.PriceBefore > 0 {
		view.Before = p.Amount(int64(product.PriceBefore))
	}
	if product.UnitPrice > 0 {
		view.Unit, err = p.Text("shop.unitPrice", "Unit", product.Unit, "Price", p.Amount(int64(shop.CentsOf(product.UnitPrice))))
	}
	if area := product.AreaPrice(); area > 0 && err == nil {
		view.Area, err = p.Text("goods.area", "Price", p.Amount(int64(area)))
	}
	return view, err
}

// cards returns offers as the catalogue shows them.
func (p *shopPage) cards(offers []catalogue.Offer) ([]cardView, error) {
	views := make([]cardView, len(offers))
	for i := range offers {
		view, err := p.card(&offers[i])
		if err != nil {
			return nil, err
		}
		view.Eager = i < 4
		views[i] = view
	}
	return views, nil
}

func (p *shopPage) card(o *catalogue.Offer) (view cardView, err error) {
	view = cardView{
		Page: p, Slug: o.Slug, Name: o.Names[p.Language], URL: p.Path(productPath(o.Slug)),
		Picture: pictureURL(o.Product, picture.Widths[0]), Label: o.BestsellerLabel, SoldOut: o.SoldOut(p.left),
	}
	if view.Stock, err = p.stockOf(o); err != nil {
		return view, err
	}
	if view.Price, err = p.price(o.Lowest); err != nil || o.Group == nil {
		return view, err
	}
	view.Name = catalogue.InLanguage(o.Group.Names, p.Language)
	if o.Group.Names[p.Language] == "" && p.Language != shop.Languages[0] {
		view.Lang = shop.Languages[0]
	}
	if !o.Same {
		view.Price.Before = ""
		view.Price.Price, err = p.Text("goods.from", "Price", view.Price.Price)
	}
	if err == nil {
		view.Variants, err = p.Count("goods.variants."+cmp.Or(o.Group.Feature1, "andere"), int64(o.Variants))
	}
	return view, err
}

func productPath(slug string) string { return "/produkt/" + slug }

// alt describes a product's picture.
func (p *shopPage) alt(product *catalogue.Product) (string, error) {
	name := product.Names[p.Language]
	switch {
	case len(product.Pictures) == 0:
		return p.Text("shop.pictureOf", "Name", name)
	case product.Alt()[p.Language] == "":
		return name, nil
	}
	return product.Alt()[p.Language], nil
}

// pictureURL returns the URL of the first of the operator's own pictures in the given width, or else
// of a drawn one.
func pictureURL(product *catalogue.Product, width int) string {
	if len(product.Pictures) > 0 {
		return kit.PhotoURL(product, &product.Pictures[0], width)
	}
	return "/bilder/" + product.CategorySlug + "/" + product.Slug + ".svg"
}
