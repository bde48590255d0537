package checkout

import (
	"fmt"
	"time"

	"kontor"
)

// owedFor returns the messages that a step of a payment gives rise to: those of
// the order that it places, and what the operator has to know.
func owedFor(before, after *kontor.Payment, order *kontor.Order, s kontor.Sending, at time.Time) []kontor.Message {
	var messages []kontor.Message
	if order != nil {
		messages = Owed(order, after.Key, s)
	}
	if note, ok := after.Note(before); ok {
		messages = append(messages, operatorNote(after, note, s, at))
	}
	return messages
}

// operatorNote returns a message to the operator about a payment. Its key is
// made of the payment's version, so that each step has its own.
func operatorNote(p *kontor.Payment, note kontor.OperatorNote, s kontor.Sending, at time.Time) kontor.Message {
	m := kontor.Message{
		Key: fmt.Sprintf("zahlung-%s-%d", p.Key, p.Version), Kind: kontor.MessageOperatorNote,
		Language: kontor.Languages[0], Note: &note, CreatedAt: at,
	}
	m.Begin(s, at)
	return m
}
