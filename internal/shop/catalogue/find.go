package catalogue

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"kontor/internal/shop"
	"kontor/internal/shop/search"
	"kontor/internal/shop/stock"
)

// SearchTexts are what products can be found by that is too long to be kept with them.
type SearchTexts struct {
	Keywords    string // in the language of the search
	Foreign     string // keywords in the other languages
	Description string
}

// Found is what a search found, the most suitable first.
type Found struct {
	Products []*Product
	Whole    bool // each has all the words that were typed; otherwise most of them
}

// searches are the indexes of the catalogue, one for each language.
type searches [4]struct {
	building sync.Mutex // held while it is built
	index    *search.Index
	of       *Assortment
	products []*Product // in the order in which they were indexed
}

// Find returns the active products that a search in a language finds, in the words of
// their names, texts, categories and makers. Among equal matches, sold-out products come
// last. The index is built by the first search after a change of the catalogue.
func (s *Service) Find(ctx context.Context, query string, language shop.Language, left stock.Stock) (Found, error) {
	a, err := s.Assortment(ctx)
	if err != nil {
		return Found{}, err
	}
	index, products, err := s.index(ctx, a, language)
	if err != nil {
		return Found{}, err
	}
	hits, whole := index.Find(query)
	gone := func(hit search.Hit) int {
		if left.SoldOut(products[hit.Document].Slug) {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(hits, func(a, b search.Hit) int { return cmp.Or(cmp.Compare(b.Score, a.Score), gone(a)-gone(b)) })
	found := Found{Products: make([]*Product, len(hits)), Whole: whole}
	for i, hit := range hits {
		found.Products[i] = products[hit.Document]
	}
	return found, nil
}

func (s *Service) index(ctx context.Context, a *Assortment, language shop.Language) (*search.Index, []*Product, error) {
	kept := &s.searches[max(0, slices.Index(shop.Languages, language))]
	kept.building.Lock()
	defer kept.building.Unlock()
	if kept.of != a && (kept.of == nil || kept.of.State <= a.State) {
		texts, err := s.store.SearchTexts(ctx, language)
		if err != nil {
			return nil, nil, err
		}
		kept.products = a.sorted(SortRecommended, language)
		kept.index, kept.of = search.New(language, a.documents(kept.products, texts, language)), a
	}
	return kept.index, kept.products, nil
}

// documents are what the products can be found by.
func (a *Assortment) documents(products []*Product, texts map[string]SearchTexts, language shop.Language) []search.Document {
	documents := make([]search.Document, len(products))
	for i, p := range products {
		also := texts[p.Slug]
		d := search.Document{
			search.Number:      p.Number + " " + p.GTIN,
			search.Name:        p.Names[language],
			search.Keyword:     also.Keywords + " " + p.Feature1[language] + " " + p.Feature2[language],
			search.Trait:       p.Slug + " " + p.Composition(language),
			search.Foreign:     also.Foreign,
			search.Description: also.Description,
		}
		for _, other := range shop.Languages {
			if other != language {
				d[search.Foreign] += " " + p.Names[other]
			}
		}
		if group := a.Group(p); group != nil {
			d[search.Name] += " " + InLanguage(group.Names, language)
		}
		if category := a.Category(p.CategorySlug); category != nil {
			d[search.Category] = InLanguage(category.Names, language) + " " + category.SearchWords[language]
		}
		if maker := a.Maker(p); maker != nil {
			d[search.Trait] += " " + strings.Join([]string{maker.Name, maker.Brand}, " ")
		}
		documents[i] = d
	}
	return documents
}
