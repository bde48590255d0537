package storetest

import (
	"errors"
	"fmt"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/catalogue"
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
