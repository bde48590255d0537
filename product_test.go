package kontor_test

import (
	"math"
	"strings"
	"testing"

	"kontor"
)

func TestProductCheck(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(*kontor.Product)
		fails  bool
	}{
		"as it is":              {func(*kontor.Product) {}, false},
		"by measure":            {func(p *kontor.Product) { p.UnitPrice, p.Unit = 119, "1 kg" }, false},
		"given away":            {func(p *kontor.Product) { p.Price = 0 }, false},
		"capital in slug":       {func(p *kontor.Product) { p.Slug = "Wolle" }, true},
		"umlaut in slug":        {func(p *kontor.Product) { p.Slug = "knöpfe" }, true},
		"hyphen at the end":     {func(p *kontor.Product) { p.Slug = "wolle-" }, true},
		"two hyphens":           {func(p *kontor.Product) { p.Slug = "wolle--rot" }, true},
		"newline behind slug":   {func(p *kontor.Product) { p.Slug = "wolle\n" }, true},
		"S50 homoglyph slug":    {func(p *kontor.Product) { p.Slug = "wоlle" }, true}, // a Cyrillic о
		"slug too long":         {func(p *kontor.Product) { p.Slug = strings.Repeat("w", 101) }, true},
		"no category":           {func(p *kontor.Product) { p.CategorySlug = "" }, true},
		"negative price":        {func(p *kontor.Product) { p.Price = -1 }, true},
		"price NaN":             {func(p *kontor.Product) { p.Price = math.NaN() }, true},
		"price infinite":        {func(p *kontor.Product) { p.Price = math.Inf(1) }, true},
		"unit price alone":      {func(p *kontor.Product) { p.UnitPrice = 119 }, true},
		"unit alone":            {func(p *kontor.Product) { p.Unit = "1 kg" }, true},
		"unit price NaN":        {func(p *kontor.Product) { p.UnitPrice, p.Unit = math.NaN(), "1 kg" }, true},
		"no French name":        {func(p *kontor.Product) { delete(p.Names, "fr") }, true},
		"blank Italian name":    {func(p *kontor.Product) { p.Names["it"] = " " }, true},
		"English name too long": {func(p *kontor.Product) { p.Names["en"] = strings.Repeat("w", 501) }, true},
		"control in name":       {func(p *kontor.Product) { p.Names["de"] = "Wolle\x07" }, true},
	} {
		product := kontor.Product{
			Slug: "wolle-rot-2", CategorySlug: "wolle", Price: 5.95, Active: true,
			Names: map[kontor.Language]string{"de": "Wolle", "en": "Wool", "fr": "Laine", "it": "Lana"},
		}
		tt.change(&product)
		var want *kontor.Error
		if tt.fails {
			want = kontor.ErrInvalidProduct
		}
		wantRefusal(t, name, product.Check(), want)
	}
}
