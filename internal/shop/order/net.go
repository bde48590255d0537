package order

import (
	"kontor/internal/shop"
	"kontor/internal/shop/tax"
)

// Net returns the order at prices without the tax that they contain; rate gives the rate
// of a class. Its total is the net amount of the order's. Net prices are of whole cents,
// so a line of several pieces may differ by a few: those are part of the total alone, like
// everything by which an order does not add up.
func (o *Order) Net(rate func(tax.Class) tax.Rate) Order {
	net := *o
	net.Items = append([]Item(nil), o.Items...)
	var total shop.Cents
	var rest [extraCount]shop.Cents
	for _, c := range o.ByClass() {
		nets := rate(c.Class).Nets(c.Gross)
		for n, i := range c.Lines {
			if pieces := shop.Cents(net.Items[i].Quantity); pieces > 0 && !net.Items[i].Free {
				net.Items[i].Price = ((nets[n] + pieces/2) / pieces).Euro()
			}
		}
		for n := range rest {
			rest[n] += nets[len(c.Lines)+n]
		}
		for _, amount := range nets {
			total += amount
		}
	}
	net.Shipping, net.Discount, net.Total = rest[0].Euro(), (-rest[1]).Euro(), total.Euro()
	return net
}

// Priced returns the order at the prices that a document shows: for an intra-Community
// supply those without tax.
func (d *Details) Priced(by *tax.Seller, i Invoice) *Details {
	taxed := by.Treatment(d.TaxCase(*by, i), d.Country)
	if !taxed.NetPrice {
		return d
	}
	net := *d
	net.Order = d.Net(func(class tax.Class) tax.Rate { return by.Rate(taxed, class, i.Supply) })
	return &net
}
