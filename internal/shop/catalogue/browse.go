package catalogue

import (
	"cmp"
	"slices"

	"kontor/internal/shop"
)

// Browse selects what a visitor sees of the catalogue. The zero value selects all of
// it.
type Browse struct {
	Category string // slug; empty: every category
	Sort     Sorting
	Language shop.Language // of the names to sort by
}

// Sorting is the order in which a visitor sees products.
type Sorting string

// The sortings; any other text means [SortRecommended].
const (
	SortRecommended Sorting = ""           // with the operator's label first, then by name
	SortName        Sorting = "name"       // from A to Z
	SortCheapest    Sorting = "preis"      // the lowest price first
	SortDearest     Sorting = "preis-ab"   // the highest price first
	SortUnitPrice   Sorting = "grundpreis" // lowest price by measure first; products without one last

	sortings = 5
)

// Sortings lists all sortings in the order of the menu.
var Sortings = []Sorting{SortRecommended, SortName, SortCheapest, SortDearest, SortUnitPrice}

// Browse returns the selected active products in order. The result may be shared:
// callers must not change it.
func (a *Assortment) Browse(b Browse) []*Product {
	sorted := a.sorted(b.Sort, b.Language)
	if b.Category == "" {
		return sorted
	}
	var found []*Product
	for _, p := range sorted {
		if p.CategorySlug == b.Category {
			found = append(found, p)
		}
	}
	return found
}

// Among returns those of the found products that are selected. They stay in the order
// in which they suit the search unless another one is wanted.
func (a *Assortment) Among(found []*Product, b Browse) []*Product {
	if b.Sort != SortRecommended && slices.Contains(Sortings, b.Sort) {
		suits := make(map[*Product]bool, len(found))
		for _, p := range found {
			suits[p] = true
		}
		found = slices.DeleteFunc(slices.Clone(a.sorted(b.Sort, b.Language)), func(p *Product) bool { return !suits[p] })
	}
	if b.Category == "" {
		return found
	}
	return slices.DeleteFunc(slices.Clone(found), func(p *Product) bool { return p.CategorySlug != b.Category })
}

// sorted returns all active products in an order. Each order is computed once.
func (a *Assortment) sorted(sorting Sorting, language shop.Language) []*Product {
	o := &a.orders[max(0, slices.Index(shop.Languages, language))][max(0, slices.Index(Sortings, sorting))]
	o.once.Do(func() { o.products = a.sort(sorting, language) })
	return o.products
}

// candidate is a product with its folded name. Each name is folded only once, since
// names are compared thousands of times while they are sorted.
type candidate struct {
	*Product
	name string
}

func (a *Assortment) sort(sorting Sorting, language shop.Language) []*Product {
	var candidates []candidate
	for i := range a.Products {
		if p := &a.Products[i]; p.Active {
			candidates = append(candidates, candidate{p, shop.Fold(p.Names[language])})
		}
	}
	slices.SortStableFunc(candidates, sorting.compare)
	sorted := make([]*Product, len(candidates))
	for i, c := range candidates {
		sorted[i] = c.Product
	}
	return sorted
}

func (s Sorting) compare(p, q candidate) int {
	byName := cmp.Or(cmp.Compare(p.name, q.name), cmp.Compare(p.Slug, q.Slug))
	switch s {
	case SortName:
		return byName
	case SortCheapest:
		return cmp.Or(cmp.Compare(p.Price, q.Price), byName)
	case SortDearest:
		return cmp.Or(cmp.Compare(q.Price, p.Price), byName)
	case SortUnitPrice:
		return cmp.Or(first(p.UnitPrice > 0, q.UnitPrice > 0), cmp.Compare(p.UnitPrice, q.UnitPrice), byName)
	}
	return cmp.Or(first(p.BestsellerLabel, q.BestsellerLabel), byName)
}

// first sorts what has a property before what has not.
func first(p, q bool) int {
	switch {
	case p == q:
		return 0
	case p:
		return -1
	}
	return 1
}
