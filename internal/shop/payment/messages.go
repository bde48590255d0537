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
// it places, and the operator's notifications.
func owedFor(before, after *Payment, order *order.Order, s message.Sending, at time.Time) []message.Message {
	var messages []message.Message
	if order != nil {
		messages = outbox.Owed(order, after.Key, s)
	}
	if note, ok := after.Note(before); ok {
		messages = append(messages, operatorNote(after, note, s, at))
	}
	return messages
}

// owedForRefund returns the messages that a step of an operator's refund causes.
func owedForRefund(before, after *Refund, of *Payment, s message.Sending, at time.Time) []message.Message {
	if before.IsCase() || !after.IsCase() {
		return nil
	}
	note := of.note("Erstattung nicht ausgeführt", fmt.Sprintf(
		"PayPal hat %s € nicht an den Käufer zurückgegeben: %s\n%s", after.Amount, Explain(after.Reason), after.Advice()))
	return []message.Message{toOperator(fmt.Sprintf("erstattung-%s-%d", after.Key, after.Attempt), note, s, at)}
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
