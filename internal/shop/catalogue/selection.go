package catalogue

import (
	"strings"

	"kontor/internal/shop"
)

// Selection is the part of the catalogue that an operator wants to see. The zero value
// is all of it.
type Selection struct {
	Query    string // words that must all be in a name, the slug or a number
	Category string // slug; empty: every category
	Group    string
	Maker    string
	Lacks    func(*Product) bool // nil: whatever they lack
	After    string              // the last slug of the page before; empty: from the first on
	Limit    int                 // products at most; 0: all
}

// Of returns the selected products in the order given, which is by slug, and where the
// next page begins; empty if this is the last.
func (s Selection) Of(products []Product) (page []Product, next string) {
	words := strings.Fields(shop.Fold(s.Query))
	for i := range products {
		p := &products[i]
		if p.Slug <= s.After || !s.matches(p) || !containsAll(p.searched(), words) {
			continue
		}
		if s.Limit > 0 && len(page) == s.Limit {
			return page, page[s.Limit-1].Slug
		}
		page = append(page, *p)
	}
	return page, ""
}

func (s Selection) matches(p *Product) bool {
	return (s.Category == "" || s.Category == p.CategorySlug) && (s.Group == "" || s.Group == p.Group) &&
		(s.Maker == "" || s.Maker == p.Maker) && (s.Lacks == nil || s.Lacks(p))
}

// searched returns what operators know a product by.
func (p *Product) searched() string {
	parts := []string{p.Slug, strings.ReplaceAll(p.Slug, "-", " "), p.Number, p.GTIN}
	for _, name := range p.Names {
		parts = append(parts, name)
	}
	return shop.Fold(strings.Join(parts, "\n"))
}

func containsAll(text string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}
