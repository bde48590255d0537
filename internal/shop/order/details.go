package order

import "kontor/internal/shop/message"

// Details is one order with its history, the messages about it (without their
// contents), the invoices issued for it and its parcels, each oldest first.
type Details struct {
	Order
	Events   []Event
	Messages []message.Message
	Issued   []Invoice

	Refunds   []Refund // that were carried out
	Dismissed []string // occasions of proposals
	Parcels   []Parcel
}

// Suits reports whether messages of this kind, sent on the operator's request, are true
// of an order in that state.
func Suits(k message.Kind, s Status) bool {
	switch k {
	case message.KindConfirmation: // of an order that came while there was no sender
		return s != StatusCancelled
	case message.KindPaid:
		return s == StatusPaid
	}
	return k == message.KindCancelled && s == StatusCancelled
}
