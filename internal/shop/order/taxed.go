package order

import (
	"slices"

	"kontor/internal/shop"
	"kontor/internal/shop/tax"
)

// TaxParts divides the order's total by tax classes.
func (o *Order) TaxParts() []tax.Part {
	if !o.Fits() {
		return []tax.Part{{Class: tax.Standard, Gross: o.TotalCents()}}
	}
	extras := o.extras()
	return tax.Parts(o.TaxLines(), extras[:]...)
}

// Fits reports whether the sums of the order are not beyond any amount, as only those of
// one that does not add up can be.
func (o *Order) Fits() bool { return o.GoodsValue() <= shop.MaxCents }

// TaxLines returns the order's items as lines of a document.
func (o *Order) TaxLines() []tax.Line {
	lines := make([]tax.Line, len(o.Items))
	for i, item := range o.Items {
		lines[i] = tax.Line{Class: item.TaxClass, Gross: item.Gross()}
		if item.TaxClass == "" {
			lines[i].Class = tax.Standard
		}
	}
	return lines
}

// extraCount is how many amounts the total contains besides the items.
const extraCount = 3

// extras are the amounts that the total contains besides the items: delivery, the discount
// as a negative amount, and by how much the order does not add up.
func (o *Order) extras() [extraCount]shop.Cents {
	return [extraCount]shop.Cents{shop.CentsOf(o.Shipping), -shop.CentsOf(o.Discount), o.TotalCents() - o.ExpectedTotal()}
}

// ClassAmounts are the amounts of an order that are taxed by one class.
type ClassAmounts struct {
	Class tax.Class
	Lines []int        // indexes of the items of that class
	Gross []shop.Cents // of those items, then the class's part of delivery, discount, and difference of the sums
}

// ByClass divides the order's amounts by tax classes, in the order of [tax.Classes].
func (o *Order) ByClass() []ClassAmounts {
	lines, all := o.TaxLines(), make([]ClassAmounts, len(tax.Classes))
	for n, class := range tax.Classes {
		c := &all[n]
		c.Class = class
		for i, line := range lines {
			if line.Class == class {
				c.Lines, c.Gross = append(c.Lines, i), append(c.Gross, line.Gross)
			}
		}
		for _, extra := range o.extras() {
			c.Gross = append(c.Gross, tax.Spread(lines, extra)[class])
		}
	}
	return all
}

// BeforeClasses reports whether the order is from before the shop knew tax classes, when
// it charged the standard rate of the destination.
func (o *Order) BeforeClasses() bool {
	return slices.ContainsFunc(o.Items, func(i Item) bool { return i.TaxClass == "" })
}

// Gross returns the price of all pieces of a line; 0 for a gift.
func (i Item) Gross() shop.Cents {
	alone := Order{Items: []Item{i}}
	return alone.GoodsValue()
}

// TaxShare is what a document charges or takes back of one tax class.
type TaxShare struct {
	tax.Part
	Of shop.Cents // the gross sum of that class of which it is a part: so far not taken back
}

// TaxShares divides the amount of one of the order's invoices by tax classes.
func (d *Details) TaxShares(i Invoice) []TaxShare {
	left := d.TaxParts()
	if i.Kind == InvoiceRegular {
		return taken(left, left)
	}
	corrected := d.Corrected(i)
	for _, earlier := range d.Issued {
		if earlier.Kind == InvoiceCorrection && earlier.Seq < i.Seq && d.Corrected(earlier).Seq == corrected.Seq {
			for n, part := range tax.Take(left, earlier.Amount) {
				left[n].Gross -= part.Gross
			}
		}
	}
	return taken(left, tax.Take(left, i.Amount))
}

// TaxCase returns how a document is taxed: as decided when it was issued, as the invoice
// that it takes back, or else by the seller's rules.
func (d *Details) TaxCase(by tax.Seller, i Invoice) tax.Case {
	if corrected := d.Corrected(i); i.Case == "" && i.Kind != InvoiceRegular {
		i.Case = corrected.Case
	}
	if i.Case != "" {
		return i.Case
	}
	if d.BeforeClasses() && !by.Small {
		by.OSSFrom = i.Supply // as the shop did then
	}
	return by.Treat(tax.Sale{To: d.Country, Day: i.Supply, Business: d.Business(by.Seat)}).Case
}

// NetAtSeat returns what a document adds to the sales that count towards
// [tax.Threshold]: its amount without the tax of the seat, negative if it takes
// something back.
func (d *Details) NetAtSeat(by *tax.Seller, i Invoice) (net shop.Cents) {
	as := by.Treatment(tax.DistanceAtSeat, d.Country)
	for _, share := range d.TaxShares(i) {
		net += share.Gross - by.Rate(as, share.Class, i.Supply).Back(share.Of, share.Gross)
	}
	if i.Kind != InvoiceRegular {
		net = -net
	}
	return net
}

func taken(of, parts []tax.Part) (shares []TaxShare) {
	for i, part := range parts {
		if part.Gross != 0 {
			shares = append(shares, TaxShare{part, of[i].Gross})
		}
	}
	return shares
}
