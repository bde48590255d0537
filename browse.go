package kontor

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Browse is what a visitor wants to see of the catalogue. Its zero value is all
// of it.
type Browse struct {
	Query    string // words that the name contains, all of them
	Category string // slug; empty: every category
	Sort     Sorting
	Language Language // of the names that are searched and sorted
}

// Sorting is the order in which a visitor sees products.
type Sorting string

// The orders; any other text means [SortRecommended].
const (
	SortRecommended Sorting = ""           // with the operator's label first, then by name
	SortName        Sorting = "name"       // from A to Z
	SortCheapest    Sorting = "preis"      // the lowest price first
	SortDearest     Sorting = "preis-ab"   // the highest price first
	SortUnitPrice   Sorting = "grundpreis" // the lowest price by measure first; what has none comes last
)

// Sortings are all orders, as pages offer them.
var Sortings = []Sorting{SortRecommended, SortName, SortCheapest, SortDearest, SortUnitPrice}

// Of returns the active products that the visitor wants to see, in order. The
// products given stay as they are.
func (b Browse) Of(products []Product) []Product {
	words := strings.Fields(fold(b.Query))
	var found []Product
	for _, p := range products {
		if p.Active && (b.Category == "" || b.Category == p.CategorySlug) && containsAll(b.searched(&p), words) {
			found = append(found, p)
		}
	}
	slices.SortStableFunc(found, b.compare)
	return found
}

// searched is the text of a product in which words are looked for.
func (b Browse) searched(p *Product) string {
	return fold(p.Names[b.Language] + " " + strings.ReplaceAll(p.Slug, "-", " "))
}

func containsAll(text string, words []string) bool {
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

func (b Browse) compare(p, q Product) int {
	byName := cmp.Or(cmp.Compare(fold(p.Names[b.Language]), fold(q.Names[b.Language])), cmp.Compare(p.Slug, q.Slug))
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

// first puts what has a property before what has not.
func first(p, q bool) int {
	switch {
	case p == q:
		return 0
	case p:
		return -1
	}
	return 1
}

// CategoriesOf returns the categories of the active products by slug, each once.
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

// fold spells a text as shoppers may type it: lower case, without accents, and
// with ss for ß.
func fold(text string) string {
	text = strings.ToLower(norm.NFKD.String(text))
	text = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, text)
	return strings.ReplaceAll(text, "ß", "ss")
}
