package storetest

import (
	"errors"
	"slices"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
)

var productScenarios = []scenario{
	{"a product is read back as it was created", productReadBack},
	{"a slug is given once", productTwice},
	{"changing keeps to the version that was read", productChanged},
	{"of many products all are changed or none", productsTogether},
	{"orders keep the lines of a deleted product", productDeleted},
	{"the catalogue shows every change at once", catalogueFollows},
	{"what the demo brought can be removed, and nothing else", demoRemoved},
	{"P23 variants keep what they inherited from the demo", demoInherited},
}

// product adds a product of 7.90 € to the catalogue.
func (s *suite) product(slug string, changes ...func(*catalogue.Product)) catalogue.Product {
	s.t.Helper()
	p := catalogue.Product{
		Slug: slug, Names: map[shop.Language]string{"de": "Wolle", "en": "Wool", "fr": "Laine", "it": "Lana"},
		CategorySlug: "garn", TaxClass: tax.Standard, Price: 7.9, Active: true,
	}
	for _, change := range changes {
		change(&p)
	}
	created, err := s.Store.CreateProduct(s.t.Context(), p, noon)
	if err != nil {
		s.t.Fatalf("create product %s: %v", slug, err)
	}
	created.Hints = nil // only the answer has them
	return created
}

func (s *suite) mustProduct(slug string) catalogue.Product {
	s.t.Helper()
	p, err := s.Store.Product(s.t.Context(), slug)
	if err != nil {
		s.t.Fatalf("product %s: %v", slug, err)
	}
	return p
}

func (s *suite) products() []catalogue.Product {
	s.t.Helper()
	products, err := s.Store.Products(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	return products
}

func productReadBack(s *suite) {
	want := catalogue.Product{
		Slug: "wolle", Names: map[shop.Language]string{"de": "Wolle „Öland“", "en": "Wool", "fr": "Laine d’été", "it": "Lana"},
		CategorySlug: "garn", TaxClass: tax.Reduced, Price: 7.9, UnitPrice: 15.8, Unit: "100 g", Active: true, BestsellerLabel: true, Demo: true,
		Facts: everyFact(s),
		Texts: &catalogue.Texts{
			Description: inGerman("Weich.\n\n**Waschbar.**"), SearchWords: inGerman("stricken"), Material: inGerman("Hornknopf"), Warnings: inGerman("Kleinteile"),
		},
		Described: true, Warned: true,
	}
	created := s.product("wolle", func(p *catalogue.Product) { *p = want })
	want.Version = created.Version
	first := s.product("acrylfarbe", func(p *catalogue.Product) { p.Active = false })
	short := want
	short.Texts, first.Texts = nil, nil
	if diff := cmp.Diff(want, created); diff != "" {
		s.t.Errorf("answer (-want +got):\n%s", diff)
	}
	for source, pair := range map[string][2]catalogue.Product{"Product": {want, s.mustProduct("wolle")}, "Products": {short, s.products()[1]}} {
		if diff := cmp.Diff(pair[0], pair[1]); diff != "" {
			s.t.Errorf("%s (-want +got):\n%s", source, diff)
		}
	}
	if diff := cmp.Diff(first, s.products()[0]); diff != "" {
		s.t.Errorf("products are not sorted by slug, or inactive ones are missing:\n%s", diff)
	}
	for _, unknown := range append([]string{"", "unbekannt"}, hostile...) {
		if _, err := s.Store.Product(s.t.Context(), unknown); !errors.Is(err, catalogue.ErrProductNotFound) {
			s.t.Errorf("unknown product %q: %v", unknown, err)
		}
	}
}

// everyFact returns facts none of which is as it is without them. Their maker and group
// exist.
func everyFact(s *suite) catalogue.Facts {
	if _, err := s.Store.CreateMaker(s.t.Context(), catalogue.Maker{Slug: "spinnerei", Name: "Spinnerei"}); err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.Store.CreateGroup(s.t.Context(), catalogue.Group{Slug: "oeland", Names: inGerman("Öland")}); err != nil {
		s.t.Fatal(err)
	}
	return catalogue.Facts{
		Maker: "spinnerei", Number: "SP-4711", GTIN: "4006381333931",
		Fibres: []catalogue.Share{{Fibre: "schurwolle", Percent: 75}, {Fibre: "polyamid", Percent: 25}}, Animal: true,
		Safety: catalogue.SafetyGiven, Hazards: []string{"GHS05", "GHS07"}, Signal: "gefahr",
		Content: catalogue.Content{Amount: 50, Unit: catalogue.Centimetres}, Cut: true, Minimum: 3, Width: 140,
		Group: "oeland", Place: 2, Feature1: inGerman("Petrol"), Feature2: inGerman("4 mm"), DeliveryDays: 5, DutyExemption: "Antiquität",
	}
}

// inGerman returns a text that is missing in the other languages.
func inGerman(text string) map[shop.Language]string {
	return map[shop.Language]string{"de": text, "en": "", "fr": "", "it": ""}
}

func productTwice(s *suite) {
	first := s.product("wolle")
	other := first
	other.Price = 1
	if _, err := s.Store.CreateProduct(s.t.Context(), other, noon); !errors.Is(err, catalogue.ErrProductExists) {
		s.t.Errorf("the same slug again: %v", err)
	}
	if diff := cmp.Diff(first, s.mustProduct("wolle")); diff != "" {
		s.t.Errorf("the first product changed:\n%s", diff)
	}
}

func productChanged(s *suite) {
	read := s.product("wolle")
	want := catalogue.Product{
		Slug: "wolle", Names: map[shop.Language]string{"de": "a", "en": "b", "fr": "c", "it": "d"},
		CategorySlug: "neu", TaxClass: tax.Zero, Price: 8, UnitPrice: 1, Unit: "1 m", BestsellerLabel: true, Version: read.Version,
		Facts: everyFact(s), Texts: &catalogue.Texts{Description: inGerman("Weich")}, Described: true,
	}
	changed, err := s.Store.ChangeProduct(s.t.Context(), want, noon)
	if err != nil {
		s.t.Fatal(err)
	}
	if changed.Version <= read.Version {
		s.t.Errorf("version %d after %d", changed.Version, read.Version)
	}
	want.Version = changed.Version
	show := want
	show.Texts = nil // as from a list: they stay
	if changed, err = s.Store.ChangeProduct(s.t.Context(), show, noon); err != nil {
		s.t.Fatal(err)
	}
	want.Version = changed.Version
	if diff := cmp.Diff(want, s.mustProduct("wolle")); diff != "" {
		s.t.Errorf("changed product (-want +got):\n%s", diff)
	}
	if _, err := s.Store.ChangeProduct(s.t.Context(), read, noon); !errors.Is(err, shop.ErrStale) {
		s.t.Errorf("change over an old version: %v", err)
	}
	if diff := cmp.Diff(want, s.mustProduct("wolle")); diff != "" {
		s.t.Errorf("a stale change was stored:\n%s", diff)
	}
	unknown := want
	unknown.Slug = "unbekannt"
	if _, err := s.Store.ChangeProduct(s.t.Context(), unknown, noon); !errors.Is(err, catalogue.ErrProductNotFound) {
		s.t.Errorf("change of an unknown product: %v", err)
	}
}

func productsTogether(s *suite) {
	ctx := s.t.Context()
	yarn, wool := s.product("garn"), s.product("wolle")
	change := func(p catalogue.Product, price float64) catalogue.Product {
		p.Price, p.Texts = price, nil
		return p
	}
	stale := change(wool, 2)
	stale.Version++
	unknown := change(wool, 2)
	unknown.Maker = "niemand"
	for _, second := range []catalogue.Product{stale, unknown} {
		if _, err := s.Store.ChangeProducts(ctx, []catalogue.Product{change(yarn, 1), second}, noon.Add(time.Hour), false); err == nil {
			s.t.Error("a change of two products, one of them impossible, was accepted")
		}
	}
	tried, err := s.Store.ChangeProducts(ctx, []catalogue.Product{change(yarn, 1), change(wool, 2)}, noon.Add(time.Hour), true)
	if err != nil || len(tried) != 2 || tried[1].Price != 2 {
		s.t.Errorf("tried: %+v, %v", tried, err)
	}
	if diff := cmp.Diff([]catalogue.Product{yarn, wool}, []catalogue.Product{s.mustProduct("garn"), s.mustProduct("wolle")}); diff != "" {
		s.t.Errorf("something changed:\n%s", diff)
	}
	if history, err := s.Store.PriceHistory(ctx, "garn"); len(history) != 1 || err != nil {
		s.t.Errorf("the price history is %v, %v", history, err)
	}
	changed, err := s.Store.ChangeProducts(ctx, []catalogue.Product{change(yarn, 1), change(wool, 2)}, noon.Add(time.Hour), false)
	if err != nil || len(changed) != 2 || s.mustProduct("garn").Price != 1 || s.mustProduct("wolle").Price != 2 {
		s.t.Errorf("changed: %+v, %v", changed, err)
	}
}

func productDeleted(s *suite) {
	s.product("wolle")
	o, read := s.place(in(order.StatusPaid)), s.mustProduct("wolle")
	if err := s.Store.DeleteProduct(s.t.Context(), "wolle", read.Version+1, noon); !errors.Is(err, shop.ErrStale) || len(s.products()) != 1 {
		s.t.Errorf("delete another version: %v", err)
	}
	if err := s.Store.DeleteProduct(s.t.Context(), "wolle", read.Version, noon); err != nil {
		s.t.Fatal(err)
	}
	if err := s.Store.DeleteProduct(s.t.Context(), "wolle", 0, noon); !errors.Is(err, catalogue.ErrProductNotFound) {
		s.t.Errorf("delete again: %v", err)
	}
	if len(s.products()) != 0 {
		s.t.Errorf("left are %+v", s.products())
	}
	if diff := cmp.Diff(*o, s.details(o.ID).Order); diff != "" {
		s.t.Errorf("the order changed:\n%s", diff)
	}
	if best := s.bestsellers(); len(best) != 1 || best[0] != "wolle" {
		s.t.Errorf("best sellers %q", best)
	}
}

func catalogueFollows(s *suite) {
	show := func(want ...catalogue.Product) {
		s.t.Helper()
		for range 2 {
			if diff := cmp.Diff(want, s.products(), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(catalogue.Product{}, "Texts")); diff != "" {
				s.t.Errorf("the catalogue (-want +got):\n%s", diff)
			}
		}
	}
	show()
	yarn := s.product("garn")
	show(yarn)
	wool := s.product("wolle")
	show(yarn, wool)
	yarn.Price = 1
	var err error
	if yarn, err = s.Store.ChangeProduct(s.t.Context(), yarn, noon); err != nil {
		s.t.Fatal(err)
	}
	show(yarn, wool)
	if err := s.Store.DeleteProduct(s.t.Context(), "wolle", 0, noon); err != nil {
		s.t.Fatal(err)
	}
	show(yarn)
	wool.Price = 2
	if wool, err = s.Store.CreateProduct(s.t.Context(), wool, noon.Add(time.Millisecond)); err != nil {
		s.t.Fatal(err)
	}
	show(yarn, wool)
}

func demoRemoved(s *suite) {
	fromDemo := func(c *coupon.Coupon) { c.Demo = true }
	for slug, contact := range map[string]string{"erfunden": "a@example.org", "geteilt": "b@example.org", "echt": "c@spinnerei.test"} {
		if _, err := s.Store.CreateMaker(s.t.Context(), catalogue.Maker{Slug: slug, Name: slug, Contact: contact}); err != nil {
			s.t.Fatal(err)
		}
	}
	if _, err := s.Store.CreateGroup(s.t.Context(), catalogue.Group{Slug: "farben", Names: map[shop.Language]string{"de": "Farben"}}); err != nil {
		s.t.Fatal(err)
	}
	s.product("eigen", func(p *catalogue.Product) { p.Maker = "geteilt" })
	for slug, maker := range map[string]string{"beispiel": "erfunden", "zweites": "geteilt", "drittes": "echt"} {
		s.product(slug, func(p *catalogue.Product) { p.Demo, p.Maker, p.Group = true, maker, "farben" })
	}
	own := s.coupon("EIGEN")
	s.coupon("BEISPIEL", fromDemo)
	s.coupon("BENUTZT", fromDemo)
	o := s.place(with("BENUTZT"))
	products, coupons, kept, err := s.Store.RemoveDemo(s.t.Context(), noon)
	if err != nil || products != 3 || coupons != 1 || !slices.Equal(kept, []string{"BENUTZT"}) {
		s.t.Fatalf("removed %d products, %d coupons, kept %q, %v", products, coupons, kept, err)
	}
	if left := s.products(); len(left) != 1 || left[0].Slug != "eigen" {
		s.t.Errorf("products left: %+v", left)
	}
	makers, err := s.Store.Makers(s.t.Context())
	if err != nil || len(makers) != 2 || makers[0].Slug != "echt" || makers[1].Slug != "geteilt" {
		s.t.Errorf("makers left: %+v, %v", makers, err)
	}
	if groups, err := s.Store.Groups(s.t.Context()); len(groups) != 0 || err != nil {
		s.t.Errorf("groups left: %+v, %v", groups, err)
	}
	used := s.mustCoupon("BENUTZT")
	if used.Active || used.Demo || used.Redemptions != 1 {
		s.t.Errorf("the coupon of an order: %+v", used)
	}
	if left := s.coupons(); len(left) != 2 {
		s.t.Errorf("coupons left: %+v", left)
	}
	if diff := cmp.Diff(own, s.mustCoupon("EIGEN")); diff != "" {
		s.t.Errorf("the operator's coupon changed:\n%s", diff)
	}
	if diff := cmp.Diff(*o, s.details(o.ID).Order); diff != "" {
		s.t.Errorf("the order changed:\n%s", diff)
	}
	if products, coupons, kept, err = s.Store.RemoveDemo(s.t.Context(), noon); products+coupons+int64(len(kept)) != 0 || err != nil {
		s.t.Errorf("again: %d, %d, %q, %v", products, coupons, kept, err)
	}
}
