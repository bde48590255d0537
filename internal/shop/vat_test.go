package shop

import (
	"testing"

	"pgregory.net/rapid"
)

func TestVATWithin(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		country    Country
		gross, vat Cents
	}{
		{"de", 11900, 1900}, {"de", 2220, 354}, {"de", 0, 0}, {"de", 3, 0}, {"de", 4, 1},
		{"at", 12000, 2000}, {"at", 3, 1}, {"lu", 11700, 1700}, {"ch", 11900, 0},
		{"de", MaxCents, 15966386555},
	} {
		if got := c.country.VATWithin(c.gross); got != c.vat {
			t.Errorf("%s, %s €: %s, want %s", c.country, c.gross, got, c.vat)
		}
	}
}

// One function decides for all pages, messages and documents what prices contain.
func TestTaxTo(t *testing.T) {
	t.Parallel()
	for country, want := range map[Country]TaxCase{"": TaxIncluded, "de": TaxIncluded, "at": TaxIncluded, "lu": TaxIncluded, "ch": TaxExport, "fr": TaxIncluded} {
		if got := TaxTo(country, false); got != want || country.Imports() != (country == "ch") {
			t.Errorf("%q: %s, imports %t", country, got, country.Imports())
		}
		if got := TaxTo(country, true); got != TaxExempt {
			t.Errorf("%q, a small business: %s", country, got)
		}
	}
}

// The tax is the rate applied to the net amount, to within half a cent.
func TestVATWithinFitsTheNetAmount(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		country := rapid.SampledFrom(Countries).Draw(t, "country")
		gross := Cents(rapid.Int64Range(0, int64(MaxCents)).Draw(t, "gross"))
		vat, percent := country.VATWithin(gross), Cents(country.VATPercent())
		off := 100*vat - percent*(gross-vat) // 0 when exact; a cent of tax is 100 + percent
		if 2*off > 100+percent || 2*off <= -(100+percent) {
			t.Errorf("%s: %d of %d is off by %d", country, vat, gross, off)
		}
	})
}
