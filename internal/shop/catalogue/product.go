package catalogue

import (
	"maps"
	"regexp"
	"strings"

	"kontor/internal/shop"
)

// Product is one entry of the catalogue.
type Product struct {
	Slug            string // lower-case letters, digits and hyphens
	Names           map[shop.Language]string
	CategorySlug    string
	Price           float64 // euro, tax included
	UnitPrice       float64 // euro per Unit; 0: not sold by measure
	Unit            string  // what the unit price refers to: "1 kg", "1 l", "1 m"
	Active          bool
	BestsellerLabel bool                     // set by the operator; unrelated to the computed list
	Photo           string                   // hash of the operator's own picture; empty: a drawn one is shown
	Alt             map[shop.Language]string // description of the operator's picture; empty: the name is used
	Demo            bool                     // came with the demo, and nobody has made it their own
	Version         int64
}

var slugPattern = regexp.MustCompile(`^[a-z0-9]+(?:-[a-z0-9]+)*$`)

// Check returns [ErrInvalidProduct] with a text that names the field if the product
// cannot be stored.
func (p *Product) Check() error {
	switch {
	case len(p.Slug) > 100 || !slugPattern.MatchString(p.Slug):
		return ErrInvalidProduct.With("Das Kürzel darf nur Kleinbuchstaben, Ziffern und Bindestriche enthalten.")
	case !slugPattern.MatchString(p.CategorySlug) || len(p.CategorySlug) > 100:
		return ErrInvalidProduct.With("Die Kategorie darf nur Kleinbuchstaben, Ziffern und Bindestriche enthalten.")
	case !shop.AmountValid(p.Price):
		return ErrInvalidProduct.With("Der Preis muss eine Zahl von 0 an sein.")
	case !shop.AmountValid(p.UnitPrice) || (p.UnitPrice > 0) != (p.Unit != "") || shop.TooLong(p.Unit):
		return ErrInvalidProduct.With("Grundpreis und Einheit gehören zusammen.")
	}
	for _, language := range shop.Languages {
		name := p.Names[language]
		if strings.TrimSpace(name) == "" || shop.TooLong(name) || strings.ContainsFunc(name, shop.Unprintable) {
			return ErrInvalidProduct.With("Der Name fehlt in der Sprache „" + string(language) + "“ oder ist zu lang.")
		}
		if alt := p.Alt[language]; shop.TooLong(alt) || strings.ContainsFunc(alt, shop.Unprintable) {
			return ErrInvalidProduct.With("Die Bildbeschreibung in der Sprache „" + string(language) + "“ ist zu lang oder hat mehr als eine Zeile.")
		}
	}
	return nil
}

// SameGoods reports whether two entries offer the same thing: only whether it is sold,
// its label, its picture and its origin may differ.
func (p *Product) SameGoods(q *Product) bool {
	return p.Slug == q.Slug && maps.Equal(p.Names, q.Names) && p.CategorySlug == q.CategorySlug &&
		p.Price == q.Price && p.UnitPrice == q.UnitPrice && p.Unit == q.Unit && maps.Equal(p.Alt, q.Alt)
}
