package paypalsim

import (
	"cmp"
	"slices"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// Entry is what happened to one order, as the books have it.
type Entry struct {
	OrderID, CustomID, InvoiceID string
	Status                       string
	Confirm                      bool // the buyer ordered on the shop's page
	Amount                       payment.PayPalAmount
	CaptureIDs                   []string
	Captured                     shop.Cents // money that came to the merchant
	Pending                      shop.Cents // that may come
	Refunded                     shop.Cents // that went back
	Refunding                    shop.Cents // that is on its way back
}

// Held is the money that the merchant has of the order.
func (e Entry) Held() shop.Cents { return e.Captured - e.Refunded - e.Refunding }

// Books returns an entry for every order that there ever was.
func (s *Server) Books() []Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []Entry
	for _, o := range s.orders {
		all = append(all, o.entry())
	}
	slices.SortFunc(all, func(a, b Entry) int { return cmp.Compare(a.OrderID, b.OrderID) })
	return all
}

// Entry returns the books' entry of one order; of one that never was, the empty
// one.
func (s *Server) Entry(orderID string) Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o := s.orders[orderID]; o != nil {
		return o.entry()
	}
	return Entry{}
}

func (o *order) entry() Entry {
	e := Entry{OrderID: o.id, CustomID: o.customID, InvoiceID: o.invoiceID, Status: o.status, Confirm: o.confirm, Amount: o.amount}
	for _, c := range o.captures {
		e.CaptureIDs = append(e.CaptureIDs, c.id)
		switch {
		case c.paid():
			e.Captured += c.amount.Cents
		case c.status == payment.PayPalCapturePending:
			e.Pending += c.amount.Cents
		}
		for _, r := range c.refunds {
			switch r.status {
			case payment.PayPalRefundCompleted:
				e.Refunded += r.amount.Cents
			case payment.PayPalRefundPending:
				e.Refunding += r.amount.Cents
			}
		}
	}
	return e
}
