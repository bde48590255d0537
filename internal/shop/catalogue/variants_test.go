package catalogue

import (
	"testing"

	"kontor/internal/shop"
)

func TestVariantsInheritFromTheFirst(t *testing.T) {
	t.Parallel()
	de := func(text string) map[shop.Language]string { return map[shop.Language]string{"de": text} }
	first := Product{Slug: "blau", Names: de("Blau"), Described: true, Warned: true,
		Facts: Facts{Group: "garn", Place: 1, Maker: "spinnerei", Fibres: []Share{{"wolle", 100}}, Safety: SafetyGiven, Signal: "achtung"},
		Texts: &Texts{Description: de("Weich."), Warnings: de("Kleinteile."), Material: de("Horn")}}
	bare := Product{Slug: "rot", Names: de("Rot"), Facts: Facts{Group: "garn", Place: 2, Safety: SafetyOpen}, Texts: &Texts{}}
	own := Product{Slug: "gelb", Names: de("Gelb"), Described: true,
		Facts: Facts{Group: "garn", Place: 2, Maker: "andere", Fibres: []Share{{"seide", 100}}, Safety: SafetyNone},
		Texts: &Texts{Description: de("Fein.")}}
	alone := Product{Slug: "allein", Facts: Facts{Safety: SafetyOpen}}
	a := Assortment{Products: []Product{alone, first, own, bare}}
	a.Arrange()
	for _, p := range a.Products {
		want := &a.Products[1]
		if p.Slug == "allein" || p.Slug == "blau" {
			want = nil
		}
		if got := a.FirstVariant(&p); got != want {
			t.Errorf("the first variant for %s: %+v", p.Slug, got)
		}
	}
	bare.Inherit(&first)
	if bare.Maker != "spinnerei" || len(bare.Fibres) != 1 || bare.Safety != SafetyGiven || bare.Signal != "achtung" || !bare.Described || !bare.Warned ||
		bare.Names["de"] != "Rot" || bare.Texts.Description["de"] != "Weich." || bare.Texts.Warnings["de"] != "Kleinteile." || bare.Texts.Material["de"] != "Horn" {
		t.Errorf("inherited %+v, %+v", bare, bare.Texts)
	}
	own.Inherit(&first)
	if own.Maker != "andere" || own.Fibres[0].Fibre != "seide" || own.Safety != SafetyNone || own.Warned || own.Texts.Description["de"] != "Fein." || own.Texts.Warnings != nil {
		t.Errorf("what a variant says itself is replaced: %+v, %+v", own, own.Texts)
	}
}

func TestGoodsCutToLengthAreNamedByTheirPiece(t *testing.T) {
	t.Parallel()
	p := Product{Names: map[shop.Language]string{"de": "Musselin", "fr": "Gaze"}, Facts: Facts{Content: Content{10, Centimetres}, Cut: true}}
	if p.ItemName("de") != "Musselin (je 10 cm)" || p.ItemName("fr") != "Gaze (par 10 cm)" {
		t.Errorf("%q, %q", p.ItemName("de"), p.ItemName("fr"))
	}
	p.Cut = false
	if p.ItemName("de") != "Musselin" {
		t.Error(p.ItemName("de"))
	}
}
