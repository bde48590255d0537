package catalogue

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"kontor/internal/shop"
)

// Browse selects what a visitor sees of the catalogue. The zero value selects all of
// it.
type Browse struct {
	Query    string // words that must all be in the name
	Category string // slug; empty: every category
	Sort     Sorting
	Language shop.Language // of the names to search and sort by
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
)

// Sortings lists all sortings in the order of the menu.
var Sortings = []Sorting{SortRecommended, SortName, SortCheapest, SortDearest, SortUnitPrice}

// Of returns the selected active products in order. The given slice is not changed.
func (b Browse) Of(products []Product) []Product {
	words := strings.Fields(fold(b.Query))
	var candidates []candidate
	for i := range products {
		p := &products[i]
		if !p.Active || b.Category != "" && b.Category != p.CategorySlug {
			continue
		}
		name := fold(p.Names[b.Language])
		if containsAll(name+" "+strings.ReplaceAll(p.Slug, "-", " "), words) {
			candidates = append(candidates, candidate{p, name})
		}
	}
	slices.SortStableFunc(candidates, b.compare)
	found := make([]Product, len(candidates))
	for i, c := range candidates {
		found[i] = *c.Product
	}
	return found
}

// candidate is a product with its folded name. Each name is folded only once, since
// names are compared thousands of times while they are sorted.
type candidate struct {
	*Product
	name string
}

func containsAll(text string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

func (b Browse) compare(p, q candidate) int {
	byName := cmp.Or(cmp.Compare(p.name, q.name), cmp.Compare(p.Slug, q.Slug))
	switch b.Sort {
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

// CategoriesOf returns the distinct categories of the active products, sorted by slug.
func CategoriesOf(products []Product) []string {
	var all []string
	for _, p := range products {
		if p.Active {
			all = append(all, p.CategorySlug)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// fold reduces a text to what shoppers may type: lower case, without accents, and with
// ss for ß.
func fold(text string) string {
	if isASCII(text) {
		return strings.ToLower(text)
	}
	text = strings.ToLower(norm.NFKD.String(text))
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, text)
	return strings.ReplaceAll(text, "ß", "ss")
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
