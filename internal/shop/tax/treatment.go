package tax

import (
	"cmp"

	"kontor/internal/shop"
)

// Case is the kind of a supply, which decides whose tax is due.
type Case string

// The cases.
const (
	Domestic              Case = "inland"           // the goods stay in the country of the seat
	DistanceAtSeat        Case = "fernverkauf_sitz" // to consumers of another member state, below the threshold
	DistanceAtDestination Case = "fernverkauf_ziel" // likewise, above it: taxed where the goods arrive
	IntraCommunity        Case = "ig_lieferung"     // to a business of another member state, which pays the tax itself
	Export                Case = "ausfuhr"          // the goods leave the customs union of the seat
)

// Seller is what the tax offices know of the shop.
type Seller struct {
	Seat    shop.Country
	Small   bool     // exempt by the law of its seat; in Switzerland: not registered
	OSSFrom shop.Day // from then on consumers in other member states pay their own country's tax; empty: the seat's
	Rates   Rates    // in force
}

// Sale is what decides the case of a supply.
type Sale struct {
	To       shop.Country
	Day      shop.Day // of the supply
	Business bool     // the buyer has a VAT id, and VIES confirmed it: an id alone proves nothing
}

// Treatment is how a supply is taxed.
type Treatment struct {
	Case Case
	// Country is the one whose tax the prices contain. For an intra-Community supply it
	// is the seat: its tax is taken off the price. Empty: the prices contain no tax.
	Country shop.Country
	// NetPrice is set when the buyer pays the price without that tax.
	NetPrice bool
}

// Taxed reports whether the buyer pays tax to the seller.
func (t Treatment) Taxed() bool { return t.Country != "" && !t.NetPrice }

// Distance reports whether the goods go to a consumer in another member state.
func (c Case) Distance() bool { return c == DistanceAtSeat || c == DistanceAtDestination }

// Treat returns how a sale is taxed as long as the [Threshold] is not passed.
//
// Sources: § 3c and § 4 Nr. 1 UStG, articles 33 and 59c of Directive 2006/112/EC;
// article 23 MWSTG.
func (s *Seller) Treat(sale Sale) Treatment { return s.Treatment(s.caseOf(sale), sale.To) }

func (s *Seller) caseOf(sale Sale) Case {
	switch {
	case sale.To == s.Seat:
		return Domestic
	case s.exports(sale.To):
		return Export
	case sale.Business && !s.Small:
		return IntraCommunity
	case s.OSS(sale.Day):
		return DistanceAtDestination
	}
	return DistanceAtSeat
}

// OSS reports whether consumers in other member states pay their own country's tax on a
// day, whatever has been sold.
func (s *Seller) OSS(day shop.Day) bool { return s.OSSFrom != "" && day >= s.OSSFrom }

// Treatment returns how a supply is taxed whose case is known.
//
// Small businesses: § 19 UStG, § 6 Abs. 1 Z 27 UStG 1994, article 57 of the Luxembourg
// law, article 10 MWSTG. Their exemption is that of the seat, so they owe a
// destination's tax like everybody.
func (s *Seller) Treatment(c Case, to shop.Country) Treatment {
	t := Treatment{Case: c, Country: s.Seat, NetPrice: c == IntraCommunity}
	switch {
	case c == Export:
		t.Country = ""
	case c == DistanceAtDestination:
		t.Country = to
	}
	if s.Small && t.Country == s.Seat {
		t.Country = ""
	}
	return t
}

const switzerland shop.Country = "ch"

// exports reports whether goods that go to a country leave the customs union of the
// seat.
func (s *Seller) exports(to shop.Country) bool {
	return to.Valid() && to != s.Seat && (to == switzerland || s.Seat == switzerland)
}

// ImportText returns the key of the text that says what buyers in a country pay on import,
// whatever the shop's prices contain; empty: nothing.
func (s *Seller) ImportText(to shop.Country) string {
	switch {
	case !s.exports(to):
		return ""
	case to == switzerland:
		return "order.importTax"
	}
	return "order.importTaxAbroad"
}

// WordsExempt is how the words of small businesses begin; their seat follows.
// [WordsNone] are those that do not mention tax.
const (
	WordsExempt = "untaxed-"
	WordsNone   = WordsExempt + string(switzerland)
)

// WordsIntraCommunity is the name of the words of intra-Community supplies, which only
// documents use: what a buyer pays is not decided before.
const WordsIntraCommunity = "intracommunity"

// Words returns the name of the texts that say what prices contain if the goods go to a
// country, for all pages, messages and documents alike; an empty country is not known
// yet. A small business has the same words everywhere, as long as it charges no tax.
func (s *Seller) Words(to shop.Country, day shop.Day) string {
	return s.WordsOf(s.Treat(Sale{To: cmp.Or(to, s.Seat), Day: day}))
}

// WordsOf is [Seller.Words] for a supply whose treatment is known.
func (s *Seller) WordsOf(t Treatment) string {
	switch {
	case s.Small && !t.Taxed():
		return WordsExempt + string(s.Seat)
	case t.Case == Export:
		return "export"
	case t.Case == IntraCommunity:
		return WordsIntraCommunity
	}
	return "included"
}

// Rate returns the rate of the tax that prices of a class contain.
func (s *Seller) Rate(t Treatment, class Class, day shop.Day) Rate {
	if t.Country == "" {
		return 0
	}
	return s.Rates.On(t.Country, class, day)
}
