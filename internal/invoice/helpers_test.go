package invoice

import (
	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// first returns the invoice of an order from before documents were kept: with the
// order's number and day.
func first(o *order.Details) order.Invoice {
	return order.Invoice{
		Seq: 1, Number: o.Number, Kind: order.InvoiceRegular, Amount: o.TotalCents(), At: o.CreatedAt, Actor: order.ActorShop,
		Supply: shop.DayOf(o.CreatedAt),
	}
}

// PDF returns a document for people.
func PDF(seller Shop, o *order.Details, i order.Invoice) ([]byte, error) {
	s, err := newSubject(seller, o, i)
	if err != nil {
		return nil, err
	}
	file, _, err := s.pdf()
	return file, err
}

// XML returns a document for programs.
func XML(seller Shop, o *order.Details, i order.Invoice) ([]byte, error) {
	s, err := newSubject(seller, o, i)
	if err != nil {
		return nil, err
	}
	return s.xml()
}
