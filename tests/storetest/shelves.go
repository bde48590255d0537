package storetest

import (
	"errors"
	"strings"
	"sync"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
)

var shelfScenarios = []scenario{
	{"categories, makers and groups are read back, changed and removed", shelvesKept},
	{"a product needs a maker and a group that exist, and brings its category", shelvesNeeded},
	{"P21 what a product cost is known, also after it was deleted", pricesKept},
	{"P30 whatever changes what is sold raises the catalogue's number, and no order does", catalogueRaised},
	{"a maker is not removed while a product comes to it", makerRaced},
}

func shelvesKept(s *suite) {
	ctx := s.t.Context()
	category := catalogue.Category{
		Slug: "garn", Names: inGerman("Garne"), SearchWords: inGerman("wolle"), Position: 3, Textile: true, Measure: catalogue.Grams, Google: "Arts & Crafts",
	}
	maker := catalogue.Maker{
		Slug: "spinnerei", Name: "Spinnerei", Brand: "Öland", Address: "Weg 1\n1234 Bern", Contact: "a@example.org", Country: "CH",
		EUName: "Vertreter", EUAddress: "Gasse 2", EUContact: "https://example.org/",
	}
	group := catalogue.Group{Slug: "oeland", Names: inGerman("Öland"), Feature1: "farbe", Feature2: "staerke"}
	gotCategory, err1 := s.Store.CreateCategory(ctx, category)
	gotMaker, err2 := s.Store.CreateMaker(ctx, maker)
	gotGroup, err3 := s.Store.CreateGroup(ctx, group)
	category.Version, maker.Version, group.Version = 1, 1, 1
	diff := cmp.Diff(category, gotCategory) + cmp.Diff(maker, gotMaker) + cmp.Diff(group, gotGroup)
	if err := errors.Join(err1, err2, err3); err != nil || diff != "" {
		s.t.Fatalf("created: %v\n%s", err, diff)
	}
	if _, err := s.Store.CreateMaker(ctx, maker); !errors.Is(err, catalogue.ErrSlugTaken) {
		s.t.Errorf("the same slug again: %v", err)
	}

	maker.Name = "Spinnerei & Söhne"
	changed, err := s.Store.ChangeMaker(ctx, maker)
	if err != nil || changed.Name != maker.Name || changed.Version != 2 {
		s.t.Errorf("changed: %+v, %v", changed, err)
	}
	if _, err := s.Store.ChangeMaker(ctx, maker); !errors.Is(err, shop.ErrStale) {
		s.t.Errorf("changed over an old version: %v", err)
	}
	if _, err := s.Store.ChangeGroup(ctx, catalogue.Group{Slug: "x"}); !errors.Is(err, catalogue.ErrGroupNotFound) {
		s.t.Errorf("changed what there is not: %v", err)
	}
	if all, err := s.Store.Makers(ctx); err != nil || len(all) != 1 || all[0] != changed {
		s.t.Errorf("makers %+v, %v", all, err)
	}

	if err := s.Store.DeleteMaker(ctx, "spinnerei", 1); !errors.Is(err, shop.ErrStale) {
		s.t.Errorf("delete an old version: %v", err)
	}
	if err := s.Store.DeleteMaker(ctx, "spinnerei", 2); err != nil {
		s.t.Error(err)
	}
	if _, err := s.Store.Maker(ctx, "spinnerei"); !errors.Is(err, catalogue.ErrMakerNotFound) {
		s.t.Errorf("the deleted maker: %v", err)
	}
	if err := s.Store.DeleteCategory(ctx, "unbekannt", 0); !errors.Is(err, catalogue.ErrCategoryNotFound) {
		s.t.Errorf("delete what there is not: %v", err)
	}
}

func shelvesNeeded(s *suite) {
	ctx := s.t.Context()
	first := catalogue.Product{Slug: "wolle", Names: inGerman("Wolle"), CategorySlug: "garn", Price: 7.9}
	wool, err := s.Store.CreateProduct(ctx, first, noon)
	if err != nil || len(wool.Hints) != 1 || !strings.Contains(wool.Hints[0], "„garn“") {
		s.t.Fatalf("hints %q, want one about the new category; %v", wool.Hints, err)
	}
	all, err := s.Store.Categories(ctx)
	if err != nil || len(all) != 1 || all[0].Slug != "garn" || all[0].Names["de"] != "Garn" {
		s.t.Fatalf("categories %+v, %v", all, err)
	}
	for _, change := range []func(*catalogue.Product){
		func(p *catalogue.Product) { p.Maker = "niemand" },
		func(p *catalogue.Product) { p.Group = "keine" },
	} {
		wrong := wool
		wrong.Slug, wrong.CategorySlug = "neu", "neue-kategorie"
		change(&wrong)
		if _, err := s.Store.CreateProduct(ctx, wrong, noon); !errors.Is(err, catalogue.ErrInvalidProduct) {
			s.t.Errorf("created with an unknown reference: %v", err)
		}
		wrong.Slug, wrong.CategorySlug = wool.Slug, wool.CategorySlug
		if _, err := s.Store.ChangeProduct(ctx, wrong, noon); !errors.Is(err, catalogue.ErrInvalidProduct) {
			s.t.Errorf("changed to an unknown reference: %v", err)
		}
	}
	if _, err := s.Store.Category(ctx, "neue-kategorie"); !errors.Is(err, catalogue.ErrCategoryNotFound) {
		s.t.Errorf("a refused product brought its category: %v", err)
	}
	err = s.Store.DeleteCategory(ctx, "garn", 0)
	if !errors.Is(err, catalogue.ErrInUse) || err.Error() != "In der Kategorie ist noch 1 Produkt." {
		s.t.Errorf("delete a category in use: %v", err)
	}
	s.product("seide")
	if err = s.Store.DeleteCategory(ctx, "garn", 1); err == nil || err.Error() != "In der Kategorie sind noch 2 Produkte." {
		s.t.Errorf("delete a category in use: %v", err)
	}
}

func pricesKept(s *suite) {
	ctx := s.t.Context()
	p := s.product("wolle", func(p *catalogue.Product) { p.Price = 5.95 })
	later := noon
	for _, price := range []float64{6.95, 6.95, 4.95} { // the second one changes something else
		later = later.AddDate(0, 0, 1)
		p.Price, p.Active = price, !p.Active
		var err error
		if p, err = s.Store.ChangeProduct(ctx, p, later); err != nil {
			s.t.Fatal(err)
		}
	}
	if err := s.Store.DeleteProduct(ctx, "wolle", 0, noon); err != nil {
		s.t.Fatal(err)
	}
	got, err := s.Store.PriceHistory(ctx, "wolle")
	want := catalogue.PriceHistory{{From: noon, Price: 595}, {From: noon.AddDate(0, 0, 1), Price: 695}, {From: later, Price: 495}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		s.t.Errorf("price history: %v\n%s", err, diff)
	}

	again := p
	again.Price, again.Reduced, again.ReducedSince = 3.95, true, later.AddDate(0, 0, 5)
	created, err := s.Store.CreateProduct(ctx, again, later.AddDate(0, 0, 5))
	if err != nil || !created.Reduced || !created.ReducedSince.Equal(again.ReducedSince) || created.PriceBefore != 495 {
		s.t.Errorf("created again, reduced: %+v, %v", created, err)
	}
	if listed := s.products()[0]; listed.PriceBefore != 495 || !listed.Reduced {
		s.t.Errorf("listed as %+v", listed)
	}
}

func catalogueRaised(s *suite) {
	ctx := s.t.Context()
	number := func() (n int64) {
		if err := s.SQL.QueryRow(`SELECT coalesce(max(stand), 0) FROM katalog_stand`).Scan(&n); err != nil {
			s.t.Fatal(err)
		}
		return n
	}
	p := s.product("wolle")
	maker, err := s.Store.CreateMaker(ctx, catalogue.Maker{Slug: "spinnerei", Name: "Spinnerei"})
	if err != nil {
		s.t.Fatal(err)
	}
	last := number()
	for _, step := range []struct {
		what string
		do   func() error
	}{
		{"a change", func() (err error) { p, err = s.Store.ChangeProduct(ctx, p, noon); return err }},
		{"a picture", func() error { _, err := s.Store.SetPhoto(ctx, "wolle", photo("a", false), noon); return err }},
		{"no picture", func() error {
			p := s.mustProduct("wolle")
			p.Pictures = nil
			_, err := s.Store.ChangeProduct(ctx, p, noon)
			return err
		}},
		{"a maker", func() error { _, err := s.Store.ChangeMaker(ctx, maker); return err }},
		{"no maker", func() error { return s.Store.DeleteMaker(ctx, "spinnerei", 0) }},
		{"no demo", func() error { _, _, _, err := s.Store.RemoveDemo(ctx, noon); return err }},
		{"no product", func() error { return s.Store.DeleteProduct(ctx, "wolle", 0, noon) }},
	} {
		if err := step.do(); err != nil {
			s.t.Fatalf("%s: %v", step.what, err)
		}
		now := number()
		if now <= last {
			s.t.Errorf("%s did not raise the number %d", step.what, last)
		}
		last = now
	}
	s.place()
	if now := number(); now != last {
		s.t.Errorf("an order raised the number from %d to %d", last, now)
	}
}

// makerRaced changes a product's maker while that is removed: one of both is refused.
func makerRaced(s *suite) {
	ctx := s.t.Context()
	p := s.product("wolle")
	for range 5 {
		if _, err := s.Store.CreateMaker(ctx, catalogue.Maker{Slug: "spinnerei", Name: "Spinnerei"}); err != nil {
			s.t.Fatal(err)
		}
		var racing sync.WaitGroup
		var changing, removing error
		racing.Go(func() {
			withMaker := p
			withMaker.Maker = "spinnerei"
			_, changing = s.Store.ChangeProduct(ctx, withMaker, noon)
		})
		racing.Go(func() { removing = s.Store.DeleteMaker(ctx, "spinnerei", 0) })
		racing.Wait()
		if (changing == nil) == (removing == nil) {
			s.t.Fatalf("changed with %v, removed with %v", changing, removing)
		}
		if removing == nil {
			continue
		}
		p = s.mustProduct("wolle")
		p.Maker = ""
		var err error
		if p, err = s.Store.ChangeProduct(ctx, p, noon); err != nil {
			s.t.Fatal(err)
		}
		if err := s.Store.DeleteMaker(ctx, "spinnerei", 0); err != nil {
			s.t.Fatal(err)
		}
	}
}
