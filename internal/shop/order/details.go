package order

import "kontor/internal/shop/message"

// OrderDetails is one order with its history, the messages about it, without their
// contents, and the invoices that were issued; the oldest entries are first.
type OrderDetails struct {
	Order
	Events   []Event
	Messages []message.Message
	Issued   []Invoice // beside the first: see [OrderDetails.Invoices]
}

// Suits reports whether messages of this kind, which the operator asks for, tell
// the truth about an order in that state.
func Suits(k message.MessageKind, s Status) bool {
	return k == message.MessagePaid && s == StatusPaid || k == message.MessageCancelled && s == StatusCancelled
}
