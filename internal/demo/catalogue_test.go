package demo

import (
	"strings"
	"testing"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/coupon"
)

func TestProducts(t *testing.T) {
	t.Parallel()
	products := Products()
	if len(products) != 30 {
		t.Errorf("%d products, want 30", len(products))
	}
	slugs := make(map[string]bool)
	categories := make(map[string]int)
	labels := 0
	for _, p := range products {
		if err := p.Check(); err != nil {
			t.Errorf("%s: %v", p.Slug, err)
		}
		if slugs[p.Slug] {
			t.Errorf("%s is in the catalogue twice", p.Slug)
		}
		if !p.Active || p.Price < 1 || p.Price > 30 {
			t.Errorf("%s: active %t, price %v; want an active product at 1 to 30 euro", p.Slug, p.Active, p.Price)
		}
		slugs[p.Slug] = true
		categories[p.CategorySlug]++
		if p.BestsellerLabel {
			labels++
		}
	}
	if len(categories) != 6 || labels != 3 {
		t.Errorf("categories %v and %d labels, want 6 and 3", categories, labels)
	}
}

func TestProductsAreTheCallers(t *testing.T) {
	t.Parallel()
	first := Products()
	first[0].Price, first[0].Names["de"] = 99, "verändert"
	if again := Products()[0]; again.Price == 99 || again.Names["de"] == "verändert" {
		t.Errorf("a caller's change reached the catalogue: %+v", again)
	}
}

// Names are translated and spelled as their language requires.
func TestProductNames(t *testing.T) {
	t.Parallel()
	for _, p := range Products() {
		seen := make(map[string]shop.Language)
		for _, language := range shop.Languages {
			name := p.Names[language]
			if other, twice := seen[name]; twice {
				t.Errorf("%s: %q in %s and %s", p.Slug, name, other, language)
			}
			seen[name] = language
			if strings.ContainsAny(name, "'\"") || strings.TrimSpace(name) != name {
				t.Errorf("%s in %s: %q is not set as printed text", p.Slug, language, name)
			}
		}
		if strings.ContainsRune(p.Names["en"], 'ß') || strings.Contains(p.Names["en"], "0,5") {
			t.Errorf("%s: %q is not English", p.Slug, p.Names["en"])
		}
	}
}

// Every product says all that buyers and the law want to know, in every language; a
// variant may leave it to the first of its group.
func TestProductTexts(t *testing.T) {
	t.Parallel()
	makers := make(map[string]catalogue.Maker)
	for _, m := range Makers() {
		if err := m.Check(); err != nil || !strings.HasSuffix(m.Contact, "@example.org") || m.Address == "" {
			t.Errorf("%+v: %v", m, err)
		}
		if outside := m.Country == "JP"; outside != (m.EUName != "") {
			t.Errorf("%s: who answers for it in the EU is %q", m.Slug, m.EUName)
		}
		makers[m.Slug] = m
	}
	textile := make(map[string]bool)
	for _, c := range Categories() {
		textile[c.Slug] = c.Textile
	}
	for _, p := range Products() {
		if makers[p.Maker].Slug == "" || p.Number == "" || p.Safety == catalogue.SafetyOpen || textile[p.CategorySlug] && len(p.Fibres) == 0 {
			t.Errorf("%s lacks facts: %+v", p.Slug, p.Facts)
		}
		for _, language := range shop.Languages {
			description, words := p.Texts.Description[language], p.Texts.SearchWords[language]
			if inherits := p.Group != "" && p.Place > 1; description == "" && !inherits || words == "" ||
				(p.Safety == catalogue.SafetyGiven) != (p.Texts.Warnings[language] != "") {
				t.Errorf("%s lacks texts in %s", p.Slug, language)
			}
			if strings.ContainsAny(description, "'\"") || language != "de" && strings.ContainsRune(description, 'ß') {
				t.Errorf("%s in %s is not set as printed text: %s", p.Slug, language, description)
			}
		}
	}
}

// The expected unit prices were calculated by hand.
func TestUnitPrices(t *testing.T) {
	t.Parallel()
	want := map[string]struct {
		price float64
		unit  string
	}{
		"merinowolle-petrol":     {119.00, "1 kg"}, // 5.95 × 1000/50
		"sockenwolle-herbstwald": {89.00, "1 kg"},  // 8.90 × 1000/100
		"baumwollgarn-natur":     {55.00, "1 kg"},  // 2.75 × 1000/50
		"mohairgarn-altrosa":     {300.00, "1 kg"}, // 7.50 × 1000/25
		"webband-wiesenblumen":   {1.90, "1 m"},    // 5.70 / 3
		"merinowolle-senf":       {119.00, "1 kg"},
		"merinowolle-beere":      {119.00, "1 kg"},
		"musselin-salbei":        {12.90, "1 m"}, // 1.29 × 100/10
		"baumwollstoff-punkte":   {12.90, "1 m"},
		"leinenstoff-natur":      {18.90, "1 m"}, // 9.45 / 0.5
		"jersey-streifen":        {15.90, "1 m"}, // 7.95 / 0.5
		"acrylfarben-set":        {99.58, "1 l"}, // 11.95 × 1000/120 = 99.583…
		"stoffmalfarbe-indigo":   {89.00, "1 l"}, // 4.45 × 1000/50
		"kreidefarbe-salbei":     {22.60, "1 l"}, // 16.95 × 1000/750
		"geschenkpapier-kraft":   {0.78, "1 m"},  // 7.80 / 10
		"bastelkleber":           {17.00, "1 l"}, // 4.25 × 1000/250
	}
	for _, p := range Products() {
		if w := want[p.Slug]; p.UnitPrice != w.price || p.Unit != w.unit {
			t.Errorf("%s: %v for %q, want %v for %q", p.Slug, p.UnitPrice, p.Unit, w.price, w.unit)
		}
		delete(want, p.Slug)
	}
	for slug := range want {
		t.Errorf("%s is not in the catalogue", slug)
	}
}

// Every product of the demo is in one of its categories, and all of these can be stored.
func TestCategories(t *testing.T) {
	t.Parallel()
	known := make(map[string]bool)
	for _, c := range Categories() {
		known[c.Slug] = true
		if err := c.Check(); err != nil {
			t.Errorf("%s: %v", c.Slug, err)
		}
	}
	for _, p := range Products() {
		if !known[p.CategorySlug] {
			t.Errorf("%s is in the unknown category %s", p.Slug, p.CategorySlug)
		}
	}
}

func TestCoupons(t *testing.T) {
	t.Parallel()
	coupons := Coupons()
	kinds := make(map[coupon.Kind]bool)
	once, dead := 0, 0
	for _, c := range coupons {
		if err := c.Check(); err != nil {
			t.Errorf("%s: %v", c.Code, err)
		}
		if c.Code != coupon.NormalizeCode(c.Code) {
			t.Errorf("%q is not in its normal spelling", c.Code)
		}
		kinds[c.Kind] = true
		if c.OncePerPerson {
			once++
		}
		if !c.Active {
			dead++
		}
	}
	if len(coupons) != 3 || once != 1 || dead != 1 || len(kinds) != 2 {
		t.Errorf("%d coupons, %d once per person, %d inactive, kinds %v", len(coupons), once, dead, kinds)
	}
}
