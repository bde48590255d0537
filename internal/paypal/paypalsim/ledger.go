package paypalsim

import (
	"cmp"
	"slices"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// Entry is the recorded history of one order.
type Entry struct {
	OrderID, CustomID, InvoiceID string
	Status                       string
	Confirm                      bool // the buyer ordered on the shop's page
	Amount                       payment.PayPalAmount
	CaptureIDs                   []string
	Captured                     shop.Cents // money that the merchant received
	Pending                      shop.Cents // money that may still arrive
	Refunded                     shop.Cents // money that was returned
	Refunding                    shop.Cents // money on its way back
}

// Held is the money of the order that the merchant has now.
func (e Entry) Held() shop.Cents { return e.Captured - e.Refunded - e.Refunding }

// Books returns an entry for every order that ever existed.
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

// Entry returns the entry of one order; the zero Entry if it never existed.
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
