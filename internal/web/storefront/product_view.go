package storefront

import (
	"strings"
	"unicode/utf8"

	"kontor/internal/picture"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/web/kit"
)

// productView is a product as shown on a page of the storefront.
type productView struct {
	Page      *shopPage
	Slug      string
	Name      string
	Category  string // its name for people
	URL       string
	Picture   string // URL of a small picture
	Large     string // URL of a large picture
	Alt       string // description of the picture
	Price     string
	UnitPrice string // "1 kg = 119,00 €"; empty: not sold by measure
	Label     bool   // the operator's, unrelated to the computed best sellers
	Eager     bool   // near the top of the page, so its picture is fetched at once
}

func (p *shopPage) product(product *catalogue.Product) (productView, error) {
	category, err := p.category(product.CategorySlug)
	view := productView{
		Page: p, Slug: product.Slug, Name: product.Names[p.Language], Category: category,
		URL:     p.Path("/produkt/" + product.Slug),
		Picture: pictureURL(product, picture.Widths[0]),
		Large:   pictureURL(product, picture.Widths[1]),
		Price:   p.Amount(int64(shop.CentsOf(product.Price))),
		Label:   product.BestsellerLabel,
	}
	if err == nil {
		view.Alt, err = p.alt(product)
	}
	if err == nil && product.UnitPrice > 0 {
		view.UnitPrice, err = p.Text("shop.unitPrice", "Unit", product.Unit,
			"Price", p.Amount(int64(shop.CentsOf(product.UnitPrice))))
	}
	return view, err
}

func (p *shopPage) products(products []catalogue.Product) ([]productView, error) {
	views := make([]productView, len(products))
	for i := range products {
		view, err := p.product(&products[i])
		if err != nil {
			return nil, err
		}
		view.Eager = i < 4
		views[i] = view
	}
	return views, nil
}

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

// category returns a category's name for people; its slug if there is no text for it.
func (p *shopPage) category(slug string) (string, error) {
	if !knownCategories[slug] {
		return titled(slug), nil
	}
	return p.Text("shop.category." + slug)
}

// knownCategories have names among the texts.
var knownCategories = map[string]bool{
	"wolle": true, "kurzwaren": true, "stoffe": true, "farben": true, "papier": true, "werkzeug": true,
}

// titled makes a name from a slug: "Perlen Und Draht" from "perlen-und-draht".
func titled(slug string) string {
	words := strings.Split(slug, "-")
	for i, word := range words {
		_, size := utf8.DecodeRuneInString(word)
		words[i] = strings.ToUpper(word[:size]) + word[size:]
	}
	return strings.Join(words, " ")
}
