package catalogue

import (
	"slices"
	"sync"

	"kontor/internal/shop"
)

// Assortment is the catalogue as one change left it, without long texts. It is shared:
// nobody changes it.
type Assortment struct {
	State      int64      // grows with each change
	Products   []Product  // by slug, including inactive ones
	Categories []Category // in the operator's order
	Makers     []Maker
	Groups     []Group

	products   map[string]*Product
	categories map[string]*Category
	makers     map[string]*Maker
	groups     map[string]*Group
	variants   map[string][]*Product // the active ones of a group, in their order
	firsts     map[string]*Product   // of the groups, also inactive ones
	filled     []*Category           // that have active products, in the operator's order
	orders     [4][sortings]order    // of the active products, by the language of their names
}

// order is the active products in one of their orders, once somebody asked for it.
type order struct {
	once     sync.Once
	products []*Product
}

// Arrange prepares what was read for use.
func (a *Assortment) Arrange() {
	a.products, a.variants = make(map[string]*Product, len(a.Products)), make(map[string][]*Product)
	a.firsts = make(map[string]*Product)
	offered := make(map[string]bool)
	for i := range a.Products {
		p := &a.Products[i]
		a.products[p.Slug] = p
		offered[p.CategorySlug] = offered[p.CategorySlug] || p.Active
		if p.Group != "" && p.Active {
			a.variants[p.Group] = append(a.variants[p.Group], p)
		}
		if first := a.firsts[p.Group]; p.Group != "" && (first == nil || p.precedes(first)) {
			a.firsts[p.Group] = p
		}
	}
	for _, variants := range a.variants {
		slices.SortStableFunc(variants, func(p, q *Product) int { return int(p.Place - q.Place) })
	}
	for i := range a.Categories {
		if c := &a.Categories[i]; offered[c.Slug] {
			a.filled = append(a.filled, c)
		}
	}
	a.categories = bySlug(a.Categories, func(c *Category) string { return c.Slug })
	a.makers = bySlug(a.Makers, func(m *Maker) string { return m.Slug })
	a.groups = bySlug(a.Groups, func(g *Group) string { return g.Slug })
}

func bySlug[T any](all []T, slug func(*T) string) map[string]*T {
	found := make(map[string]*T, len(all))
	for i := range all {
		found[slug(&all[i])] = &all[i]
	}
	return found
}

// Offered returns the active product with a slug; nil if there is none.
func (a *Assortment) Offered(slug string) *Product {
	if p := a.products[slug]; p != nil && p.Active {
		return p
	}
	return nil
}

// OfferedBy returns the active products with these slugs, in their order.
func (a *Assortment) OfferedBy(slugs []string) (found []*Product) {
	for _, slug := range slugs {
		if p := a.Offered(slug); p != nil {
			found = append(found, p)
		}
	}
	return found
}

// CategoryName returns what a category is called in a language: its German name if it
// has none there, and nothing if there is no such category.
func (a *Assortment) CategoryName(slug string, language shop.Language) string {
	if c := a.categories[slug]; c != nil {
		return InLanguage(c.Names, language)
	}
	return ""
}

// Filled returns the categories that have active products, in the operator's order.
func (a *Assortment) Filled() []*Category { return a.filled }

// Category returns a category; nil if there is none.
func (a *Assortment) Category(slug string) *Category { return a.categories[slug] }

// Maker returns who made a product; nil if that is unknown.
func (a *Assortment) Maker(p *Product) *Maker { return a.makers[p.Maker] }

// Group returns the group of which a product is a variant; nil if it is none.
func (a *Assortment) Group(p *Product) *Group { return a.groups[p.Group] }

// Variants returns the active products of a product's group, also itself, in their
// order; none if it is no variant.
func (a *Assortment) Variants(p *Product) []*Product { return a.variants[p.Group] }

// InLanguage returns a text in a language, in German if there is none.
func InLanguage(texts map[shop.Language]string, language shop.Language) string {
	if text := texts[language]; text != "" {
		return text
	}
	return texts[shop.Languages[0]]
}
