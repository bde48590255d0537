package catalogue

import (
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/tax"
)

// Product is one entry of the catalogue.
type Product struct {
	Slug            string // lower-case letters, digits and hyphens
	Names           map[shop.Language]string
	CategorySlug    string
	TaxClass        tax.Class // empty: [tax.Standard]
	Price           float64   // euro, tax included; the price to pay
	UnitPrice       float64   // euro per Unit; 0: not sold by measure. Computed if there is a content
	Unit            string    // what the unit price refers to: "1 kg", "1 l", "1 m"
	Active          bool
	BestsellerLabel bool      // set by the operator; unrelated to the computed list
	Pictures        []Picture // the operator's own, in the order shown; none: a drawn one is shown
	Demo            bool      // came with the demo, and nobody has made it their own
	Version         int64

	Facts
	Texts *Texts // nil: not read, as in lists; stored like that, they stay as they are

	Described, Translated, Warned bool // in German, in all languages, with warnings; as stored

	Reduced      bool       // the price is a reduction, announced as such
	ReducedSince time.Time  // when the reduction began; zero: the price is not reduced
	PriceBefore  shop.Cents // the price to cross out; 0: the price is not reduced

	Hints []string // German sentences about the latest change, for the operator; not stored
}

// Texts are the parts of a product that are too long to be kept in memory for all of
// them. A missing language is missing in the map, or empty.
type Texts struct {
	Description map[shop.Language]string // Markdown
	SearchWords map[shop.Language]string // found by shoppers, but never shown
	Material    map[shop.Language]string // of goods other than textiles
	Warnings    map[shop.Language]string // of the maker, about dangers
}

var slugPattern = regexp.MustCompile(`^[a-z0-9]+(?:-[a-z0-9]+)*$`)

const slugText = "darf nur Kleinbuchstaben, Ziffern und Bindestriche enthalten."

func slugValid(slug string) bool { return len(slug) <= 100 && slugPattern.MatchString(slug) }

// Check returns [ErrInvalidProduct] with a text that names the field if the product
// cannot be stored.
func (p *Product) Check() error {
	switch {
	case !slugValid(p.Slug):
		return ErrInvalidProduct.With("Das Kürzel " + slugText)
	case !slugValid(p.CategorySlug):
		return ErrInvalidProduct.With("Die Kategorie " + slugText)
	case !shop.AmountValid(p.Price):
		return ErrInvalidProduct.With("Der Preis muss eine Zahl von 0 an sein.")
	case !shop.AmountValid(p.UnitPrice) || (p.UnitPrice > 0) != (p.Unit != "") || shop.TooLong(p.Unit):
		return ErrInvalidProduct.With("Grundpreis und Einheit gehören zusammen.")
	case p.TaxClass != "" && !slices.Contains(tax.Classes, p.TaxClass):
		return ErrInvalidProduct.With("„steuerklasse“ muss voll, ermaessigt oder null sein.")
	}
	for _, language := range shop.Languages {
		name := p.Names[language]
		if strings.TrimSpace(name) == "" || shop.TooLong(name) || strings.ContainsFunc(name, shop.Unprintable) {
			return ErrInvalidProduct.With("Der Name fehlt in der Sprache „" + string(language) + "“ oder ist zu lang.")
		}
	}
	if err := checkPictures(p.Pictures); err != nil {
		return err
	}
	if err := p.Facts.check(); err != nil {
		return err
	}
	return p.Texts.check()
}

func (t *Texts) check() error {
	if t == nil {
		return nil
	}
	for _, text := range []struct {
		name  string
		texts map[shop.Language]string
		most  int
	}{
		{"Die Beschreibung", t.Description, 10_000},
		{"Die Suchwörter", t.SearchWords, shop.MaxText},
		{"Das Material", t.Material, shop.MaxText},
		{"Die Warnhinweise", t.Warnings, 2_000},
	} {
		if err := checkTexts(text.name, text.texts, text.most, true); err != nil {
			return err
		}
	}
	return nil
}

// Clone returns a copy that shares nothing that callers change.
func (p *Product) Clone() Product {
	c := *p
	c.Names, c.Pictures = maps.Clone(p.Names), clonePictures(p.Pictures)
	c.Feature1, c.Feature2 = maps.Clone(p.Feature1), maps.Clone(p.Feature2)
	if p.Texts != nil {
		c.Texts = &Texts{
			Description: maps.Clone(p.Texts.Description), SearchWords: maps.Clone(p.Texts.SearchWords),
			Material: maps.Clone(p.Texts.Material), Warnings: maps.Clone(p.Texts.Warnings),
		}
	}
	return c
}

// SameGoods reports whether two entries offer the same thing: only whether it is sold,
// its label, which pictures it has and its origin may differ.
func (p *Product) SameGoods(q *Product) bool {
	return p.Slug == q.Slug && maps.Equal(p.Names, q.Names) && p.CategorySlug == q.CategorySlug &&
		p.TaxClass == q.TaxClass && p.Price == q.Price && p.UnitPrice == q.UnitPrice && p.Unit == q.Unit && maps.Equal(p.Alt(), q.Alt()) &&
		p.Reduced == q.Reduced && reflect.DeepEqual(p.Facts, q.Facts) && reflect.DeepEqual(p.Texts, q.Texts)
}

// cutInto says in each language what a piece of goods is that are cut to length.
var cutInto = map[shop.Language]string{"de": "je %d cm", "en": "per %d cm", "fr": "par %d cm", "it": "per %d cm"}

// ItemName returns the name under which a product is ordered. For goods that are cut to
// length it ends in what one piece is, so that no quantity needs more words:
// "Musselin Salbei (je 10 cm)".
func (p *Product) ItemName(language shop.Language) string {
	name := p.Names[language]
	if p.Cut && cutInto[language] != "" {
		name += " (" + fmt.Sprintf(cutInto[language], p.Content.Amount) + ")"
	}
	return name
}
