package kontor_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"kontor"
)

var hintCatalogue = map[string]kontor.Product{
	"wolle": {Slug: "wolle", Price: 10, Active: true},
	"garn":  {Slug: "garn", Price: 4.35, Active: true},
	"alt":   {Slug: "alt", Price: 10},
}

func TestH16_CheckPrices(t *testing.T) {
	t.Parallel()
	wool := kontor.Item{Slug: "wolle", Quantity: 3, Price: 10}
	for name, tt := range map[string]struct {
		order kontor.Order
		want  []kontor.Hint
	}{
		"right": {kontor.Order{Items: []kontor.Item{wool}, Shipping: 4.90, Total: 34.90}, nil},
		"total too small": {
			kontor.Order{Items: []kontor.Item{wool}, Shipping: 4.90, Total: 0.01},
			[]kontor.Hint{{Kind: kontor.HintTotal, Text: "Summe weicht ab (erwartet 34,90)"}},
		},
		"a cent off": {
			kontor.Order{Items: []kontor.Item{wool}, Total: 30.01},
			[]kontor.Hint{{Kind: kontor.HintTotal, Text: "Summe weicht ab (erwartet 30,00)"}},
		},
		"H25 same cents, other number": {kontor.Order{Items: []kontor.Item{wool}, Shipping: 0.1, Discount: 0.3, Total: 29.799999999999997}, nil},
		"price of another day": {
			kontor.Order{Items: []kontor.Item{{Slug: "garn", Quantity: 2, Price: 4}}, Total: 8},
			[]kontor.Hint{{Kind: kontor.HintPrice, Text: "Preis von garn weicht ab (Katalog 4,35)"}},
		},
		"price within the cent": {kontor.Order{Items: []kontor.Item{{Slug: "garn", Quantity: 1, Price: 4.3499999}}, Total: 4.35}, nil},
		"unknown article": {
			kontor.Order{Items: []kontor.Item{{Slug: "gold", Quantity: 1, Price: 1}}, Total: 1},
			[]kontor.Hint{{Kind: kontor.HintUnknown, Text: "Artikel nicht im Sortiment: gold"}},
		},
		"article taken off": {
			kontor.Order{Items: []kontor.Item{{Slug: "alt", Quantity: 1, Price: 10}}, Total: 10},
			[]kontor.Hint{{Kind: kontor.HintUnknown, Text: "Artikel nicht im Sortiment: alt"}},
		},
		"free article": {kontor.Order{Items: []kontor.Item{wool, {Slug: "garn", Quantity: 1, Free: true}}, Total: 30}, nil},
		"first of each kind, in order": {
			kontor.Order{Total: 5, Items: []kontor.Item{
				{Slug: "gold", Quantity: 1, Price: 1}, {Slug: "garn", Quantity: 1, Price: 1},
				{Slug: "silber", Quantity: 1, Price: 1}, {Slug: "wolle", Quantity: 1, Price: 1},
			}},
			[]kontor.Hint{
				{Kind: kontor.HintTotal, Text: "Summe weicht ab (erwartet 4,00)"},
				{Kind: kontor.HintUnknown, Text: "Artikel nicht im Sortiment: gold"},
				{Kind: kontor.HintPrice, Text: "Preis von garn weicht ab (Katalog 4,35)"},
			},
		},
	} {
		if diff := cmp.Diff(tt.want, tt.order.CheckPrices(hintCatalogue)); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

func TestHints(t *testing.T) {
	t.Parallel()
	order := kontor.Order{Hints: []kontor.Hint{{Kind: kontor.HintTotal, Text: "eins"}, {Kind: kontor.HintAlias, Text: "zwei"}}}
	if !order.HasHint(kontor.HintTotal) || !order.HasHint(kontor.HintAlias) || order.HasHint(kontor.HintPrice) {
		t.Error("HasHint does not tell which hints there are")
	}
	if got := order.HintTexts(); got != "eins; zwei" {
		t.Errorf("HintTexts = %q", got)
	}
	if none := new(kontor.Order); none.HasHint(kontor.HintTotal) || none.HintTexts() != "" {
		t.Error("an order without hints has some")
	}
}
