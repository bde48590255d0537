package storetest

import (
	"errors"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/stock"
	"kontor/internal/shop/tax"
)

func stockImported(s *suite) {
	s.tracked("wolle", 5)
	s.tracked("garn", 5)
	three := int64(3)
	s.wantImport(nil, "neu", stock.Change{Slug: "wolle", By: 2}, stock.Change{Slug: "neu", To: &three, Expected: &stock.Expected{}},
		stock.Change{Slug: "garn", End: true})
	s.wantLeft("wolle", "7")
	s.wantLeft("neu", "3")
	s.wantLeft("garn", "uncounted")

	s.wantImport(stock.ErrShort, "neuer", stock.Change{Slug: "neu", By: 1}, stock.Change{Slug: "wolle", By: -8})
	s.wantImport(stock.ErrChanged, "neuer", stock.Change{Slug: "wolle", To: &three, Expected: &stock.Expected{}})
	s.wantLeft("wolle", "7")
	s.wantLeft("neu", "3")
	if _, err := s.Store.Product(s.t.Context(), "neuer"); !errors.Is(err, catalogue.ErrProductNotFound) {
		s.t.Errorf("a product of a refused table: %v", err)
	}
}

// wantImport imports a new product and counts.
func (s *suite) wantImport(want error, slug string, counts ...stock.Change) {
	s.t.Helper()
	_, state, err := s.Store.WholeProducts(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	p := catalogue.Product{
		Slug: slug, Names: map[shop.Language]string{"de": "Wolle", "en": "Wool", "fr": "Laine", "it": "Lana"},
		CategorySlug: "garn", TaxClass: tax.Standard, Price: 7.9, Active: true, Texts: &catalogue.Texts{},
	}
	if err := s.Store.ImportProducts(s.t.Context(), []catalogue.Replacement{{After: p}}, counts, noon, state); !errors.Is(err, want) {
		s.t.Errorf("import of %s: %v, want %v", slug, err, want)
	}
}
