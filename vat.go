package kontor

// vatPercents is the standard rate of value added tax in each destination. What
// leaves the customs union is delivered free of it.
//
// Source: § 12 UStG, § 10 UStG 1994 (Austria), the Luxembourg VAT law of 1979,
// article 39, as since 2024; § 6 UStG for exports.
var vatPercents = map[Country]int64{"de": 19, "at": 20, "lu": 17, "ch": 0}

// VATPercent returns the rate of the value added tax that prices contain when the
// goods go to c; 0: none, because the delivery is an export.
func (c Country) VATPercent() int64 { return vatPercents[c] }

// VATWithin returns the value added tax that an amount contains when the goods go
// to c, rounded half up to a cent.
func (c Country) VATWithin(gross Cents) Cents {
	percent := Cents(c.VATPercent())
	return (2*gross*percent + 100 + percent) / (2 * (100 + percent))
}
