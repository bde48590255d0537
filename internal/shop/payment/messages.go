package payment

import (
	"fmt"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/outbox"
)

// owedFor returns the messages that a step of a payment causes: those of the order that
// it places, the buyer's when there is news without an order, and the operator's
// notifications.
func owedFor(before, after *Payment, order *order.Order, s message.Sending, at time.Time) []message.Message {
	var messages []message.Message
	if order != nil {
		messages = append(outbox.Owed(order, after.Key, s), outbox.OwedForTwins(order, s)...)
	}
	if kind := after.news(before); kind != "" && after.Basket != nil {
		messages = append(messages, toBuyer(after, kind, s, at))
	}
	if note, ok := after.Note(before); ok {
		messages = append(messages, operatorNote(after, note, s, at))
	}
	return messages
}

// news returns the kind of message by which the buyer learns of the step from before to
// p; empty: none. Money that becomes an order is news of its own.
func (p *Payment) news(before *Payment) message.Kind {
	switch {
	case p.State == StatePending && before.State != StatePending:
		return message.KindPaymentPending
	case p.State == StateDeclined && before.State == StatePending:
		return message.KindPaymentDenied
	case p.goesBack() && !before.goesBack():
		return message.KindPaymentReturned
	}
	return ""
}

// goesBack reports whether PayPal has confirmed that all money of the payment was
// returned to the buyer, or is on its way.
func (p *Payment) goesBack() bool {
	return p.State == StateRefunded || p.OwesRefund() && p.Refund.Status == PayPalRefundPending
}

// toBuyer returns a message to the buyer of a payment without an order. There is one of
// each kind for a payment, however often PayPal changes its mind.
func toBuyer(p *Payment, kind message.Kind, s message.Sending, at time.Time) message.Message {
	m := message.Message{
		Key: fmt.Sprintf("zahlung-%s-%s", p.Key, kind), Kind: kind, PaymentID: p.ID,
		Language: p.Basket.Language, To: p.Basket.Customer.Email, CreatedAt: at,
		Payment: &message.Paid{Number: p.Number, At: p.CreatedAt, Name: p.Basket.Customer.Name, Country: p.Basket.Country},
	}
	if p.Capture.Currency == CurrencyEuro {
		m.Payment.Amount = p.Capture.Amount
	}
	m.Begin(s, at)
	return m
}

// owedForRefund returns the messages that a step of an operator's refund causes: the
// customer's once the money was returned, and the operator's if it was not.
func owedForRefund(before, after *Refund, of *Payment, o *order.Order, s message.Sending, at time.Time) []message.Message {
	switch {
	case after.State == RefundDone && before.State != RefundDone && o != nil && o.Customer.Email != order.AnonymousEmail:
		return []message.Message{toCustomer(after, of, o, s, at)}
	case after.IsCase() && !before.IsCase():
		note := of.note("Erstattung nicht ausgeführt", fmt.Sprintf(
			"PayPal hat %s € nicht an den Käufer zurückgegeben: %s\n%s", after.Amount, Explain(after.Reason), after.Advice()))
		return []message.Message{toOperator(fmt.Sprintf("erstattung-%s-%d", after.Key, after.Attempt), note, s, at)}
	}
	return nil
}

// toCustomer returns the message about a refund that PayPal reports as done.
func toCustomer(r *Refund, of *Payment, o *order.Order, s message.Sending, at time.Time) message.Message {
	m := message.Message{
		Key: "erstattung-" + r.Key + "-kunde", Kind: message.KindRefund, OrderID: o.ID, PaymentID: of.ID,
		Language: o.Language, To: o.Customer.Email, CreatedAt: at,
		Payment: &message.Paid{
			Number: of.Number, At: of.CreatedAt, Name: o.Customer.Name, Country: o.Country, Amount: r.Amount,
		},
	}
	m.Begin(s, at)
	return m
}

// operatorNote returns a message to the operator about a payment. Its key contains the
// payment's version, so that each step has its own.
func operatorNote(p *Payment, note message.OperatorNote, s message.Sending, at time.Time) message.Message {
	return toOperator(fmt.Sprintf("zahlung-%s-%d", p.Key, p.Version), note, s, at)
}

// toOperator returns a message to the operator. The same key is sent once.
func toOperator(key string, note message.OperatorNote, s message.Sending, at time.Time) message.Message {
	m := message.Message{Key: key, Kind: message.KindOperatorNote, Language: shop.Languages[0], Note: &note, CreatedAt: at}
	m.Begin(s, at)
	return m
}
