package storetest

import (
	"errors"
	"fmt"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/stock"
	"kontor/internal/shop/tax"
)

var productImportScenarios = []scenario{
	{"P15 P17 a table stores what single changes store, or nothing", tableStored},
}

func tableStored(s *suite) {
	s.product("alt")
	s.product("bleibt")
	products, state, err := s.Store.WholeProducts(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	changed := products[0].Clone()
	changed.Price, changed.Names["de"], changed.CategorySlug = 4.5, "Neuer Name", "papier"
	changed.Texts = &catalogue.Texts{Description: map[shop.Language]string{"de": "Weich.", "en": "", "fr": "", "it": ""}}
	table := []catalogue.Replacement{{Before: &products[0], After: changed}}
	for i := range 20 { // more than one statement takes
		p := products[0].Clone()
		p.Slug, p.Version, p.Price = fmt.Sprintf("neu-%02d", i), 0, float64(i)
		table = append(table, catalogue.Replacement{After: p})
	}
	ctx := audit.With(s.t.Context(), audit.By{Session: "1f0c9a7e", At: noon})
	wrong := append([]catalogue.Replacement{}, table...)
	wrong[20].After.Maker = "unbekannt"
	for _, refused := range []struct {
		table []catalogue.Replacement
		state int64
		want  error
	}{{table, state + 1, shop.ErrStale}, {wrong, state, catalogue.ErrInvalidProduct}} {
		if err := s.Store.ImportProducts(ctx, refused.table, nil, noon, refused.state); !errors.Is(err, refused.want) {
			s.t.Errorf("imported: %v, want %v", err, refused.want)
		}
	}
	if after, now, err := s.Store.WholeProducts(s.t.Context()); err != nil || now != state || cmp.Diff(products, after) != "" {
		s.t.Errorf("a refused table changed something: %s (%v)", cmp.Diff(products, after), err)
	}
	if err := s.Store.ImportProducts(ctx, table, nil, noon, state); err != nil {
		s.t.Fatal(err)
	}
	want := changed
	want.Version, want.Described = products[0].Version+1, true
	if diff := cmp.Diff(want, s.mustProduct("alt")); diff != "" {
		s.t.Errorf("changed (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(products[1].Version, s.mustProduct("bleibt").Version); diff != "" {
		s.t.Errorf("another product: %s", diff)
	}
	for slug, prices := range map[string]int{"alt": 1, "bleibt": 1, "neu-19": 1} { // the price of noon replaced the one of noon
		history, err := s.Store.PriceHistory(s.t.Context(), slug)
		if p := s.mustProduct(slug); err != nil || len(history) != prices || history[0].Price != shop.CentsOf(p.Price) {
			s.t.Errorf("%s cost %v (%v)", slug, history, err)
		}
	}
}

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
