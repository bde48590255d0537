package catalogue_test

import (
	"math"
	"strings"
	"testing"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/tests/refusal"
)

func TestProductCheck(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(*catalogue.Product)
		fails  bool
	}{
		"as it is":              {func(*catalogue.Product) {}, false},
		"by measure":            {func(p *catalogue.Product) { p.UnitPrice, p.Unit = 119, "1 kg" }, false},
		"given away":            {func(p *catalogue.Product) { p.Price = 0 }, false},
		"capital in slug":       {func(p *catalogue.Product) { p.Slug = "Wolle" }, true},
		"umlaut in slug":        {func(p *catalogue.Product) { p.Slug = "knöpfe" }, true},
		"hyphen at the end":     {func(p *catalogue.Product) { p.Slug = "wolle-" }, true},
		"two hyphens":           {func(p *catalogue.Product) { p.Slug = "wolle--rot" }, true},
		"newline behind slug":   {func(p *catalogue.Product) { p.Slug = "wolle\n" }, true},
		"S50 homoglyph slug":    {func(p *catalogue.Product) { p.Slug = "wоlle" }, true}, // a Cyrillic о
		"slug too long":         {func(p *catalogue.Product) { p.Slug = strings.Repeat("w", 101) }, true},
		"no category":           {func(p *catalogue.Product) { p.CategorySlug = "" }, true},
		"negative price":        {func(p *catalogue.Product) { p.Price = -1 }, true},
		"price NaN":             {func(p *catalogue.Product) { p.Price = math.NaN() }, true},
		"price infinite":        {func(p *catalogue.Product) { p.Price = math.Inf(1) }, true},
		"unit price alone":      {func(p *catalogue.Product) { p.UnitPrice = 119 }, true},
		"unit alone":            {func(p *catalogue.Product) { p.Unit = "1 kg" }, true},
		"unit price NaN":        {func(p *catalogue.Product) { p.UnitPrice, p.Unit = math.NaN(), "1 kg" }, true},
		"no French name":        {func(p *catalogue.Product) { delete(p.Names, "fr") }, true},
		"blank Italian name":    {func(p *catalogue.Product) { p.Names["it"] = " " }, true},
		"English name too long": {func(p *catalogue.Product) { p.Names["en"] = strings.Repeat("w", 501) }, true},
		"control in name":       {func(p *catalogue.Product) { p.Names["de"] = "Wolle\x07" }, true},
	} {
		product := catalogue.Product{
			Slug: "wolle-rot-2", CategorySlug: "wolle", Price: 5.95, Active: true,
			Names: map[shop.Language]string{"de": "Wolle", "en": "Wool", "fr": "Laine", "it": "Lana"},
			Facts: catalogue.Facts{Safety: catalogue.SafetyOpen, Minimum: 1}, Texts: new(catalogue.Texts),
		}
		tt.change(&product)
		var want *shop.Error
		if tt.fails {
			want = catalogue.ErrInvalidProduct
		}
		refusal.Want(t, name, product.Check(), want)
	}
}
