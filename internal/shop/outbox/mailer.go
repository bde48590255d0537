package outbox

import (
	"context"

	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// Mailer renders and sends messages. It is safe for concurrent use.
type Mailer interface {
	// Configured reports whether there is a sender. Without one nothing is ever
	// sent; rendering works nevertheless.
	Configured() bool
	// Available reports, without asking anybody, whether an attempt has a chance:
	// false while the circuit breaker is open, true once it lets an attempt
	// through again.
	Available() bool
	// Render writes a message about an order, which is nil for a message that is
	// about none. An error is final.
	Render(*message.Message, *order.Order) (message.MailContent, error)
	// Send hands a rendered message to the sender under its key. It returns within
	// a time-out of its own, whatever the sender does.
	//
	// Errors: message.ErrMailRefused, message.ErrMailPaused; any other is worth
	// another attempt with the same key.
	Send(context.Context, *message.Message) error
}
