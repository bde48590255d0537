package invoice

import (
	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
)

// sum is one line below the items.
type sum struct {
	label  string
	amount shop.Cents
}

// sums lists the parts of the total and the tax in it.
func (s *sheet) sums() {
	above, tax := s.toTotal(), s.taxes()
	s.room(float64(len(above)+len(tax)+2)*normalLine + 8)
	s.rule()
	s.font(regular, normal)
	for _, line := range above {
		s.sum(line)
	}
	s.font(bold, normal)
	s.sum(sum{s.text("order.total"), s.doc.Amount})
	s.tax(tax)
}

// part replaces items and sums when the document covers only a part of the order's
// total.
func (s *sheet) part() {
	s.rule()
	s.font(bold, normal)
	s.sum(sum{s.text("invoice.takenBack"), s.doc.Amount})
	s.tax(s.taxes())
}

func (s *sheet) tax(lines []sum) {
	s.down(1)
	s.font(regular, small)
	for _, line := range lines {
		s.sum(line)
	}
	if !s.taxed.Taxed() && s.seller.Tax.WordsOf(s.taxed) != tax.WordsNone {
		s.paragraph(s.text("invoice.untaxed"))
	}
	if key := s.seller.Tax.ImportText(s.order.Country); key != "" && s.doc.Kind == order.InvoiceRegular {
		s.paragraph(s.text(key))
	}
}

// toTotal lists the parts of the total. Orders are stored as they were sent: if the
// numbers of one do not add up, an extra line states the difference.
func (s *sheet) toTotal() []sum {
	o := s.order
	all := []sum{{s.text("order.subtotal"), o.GoodsValue()}}
	if discount := shop.CentsOf(o.Discount); discount != 0 {
		all = append(all, sum{s.discount(), -discount})
	}
	all = append(all, sum{s.text("order.shipping"), shop.CentsOf(o.Shipping)})
	if rest := o.TotalCents() - o.ExpectedTotal(); rest != 0 {
		all = append(all, sum{s.text("invoice.adjustment"), rest})
	}
	return all
}

func (s *sheet) discount() string {
	if s.order.CouponCode == "" {
		return s.text("order.discount")
	}
	return s.fitting(s.text("order.discountCoupon", "Code", s.order.CouponCode), eachEnd-quantityEnd)
}

func (s *sheet) sum(line sum) {
	y := s.pdf.GetY()
	s.put(quantityEnd, y, "L", line.label)
	s.put(right, y, "R", s.amount(s.sign*line.amount))
	s.down(normalLine)
}
