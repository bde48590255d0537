package shop

// vatPercents is the standard rate of value added tax in each destination. Exports out
// of the customs union are exempt.
//
// Source: § 12 UStG, § 10 UStG 1994 (Austria), the Luxembourg VAT law of 1979, article
// 39, as amended in 2024; § 6 UStG for exports.
var vatPercents = map[Country]int64{"de": 19, "at": 20, "lu": 17, "ch": 0}

// TaxCase says whether the prices of a delivery contain value added tax.
type TaxCase string

const (
	TaxIncluded TaxCase = "included" // prices contain the destination's tax
	TaxExport   TaxCase = "export"   // none, because the goods leave the customs union
	TaxExempt   TaxCase = "untaxed"  // none, because the shop is a small business: § 19 UStG
)

// TaxTo returns the tax case of a shop's deliveries to c, for all pages, messages and
// documents alike; an empty c means that the destination is not known. A small business
// has the same case for all destinations.
func TaxTo(c Country, small bool) TaxCase {
	switch {
	case small:
		return TaxExempt
	case c.Imports():
		return TaxExport
	}
	return TaxIncluded
}

// Imports reports whether buyers in c pay tax on import themselves, whatever the shop's
// prices contain.
func (c Country) Imports() bool { return c.Valid() && vatPercents[c] == 0 }

// VATPercent returns the rate of the value added tax in prices of goods delivered to c;
// 0: none, because the delivery is an export.
func (c Country) VATPercent() int64 { return vatPercents[c] }

// VATWithin returns the value added tax in an amount for goods delivered to c, rounded
// half up to a cent.
func (c Country) VATWithin(gross Cents) Cents {
	percent := Cents(c.VATPercent())
	return (2*gross*percent + 100 + percent) / (2 * (100 + percent))
}
