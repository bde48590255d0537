package outbox

import (
	"context"

	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// Mailer renders and sends messages. It is safe for concurrent use.
type Mailer interface {
	// Configured reports whether there is a sender. Without one nothing is ever sent;
	// rendering still works.
	Configured() bool
	// Available reports, without contacting the sender, whether an attempt could
	// succeed: false while the circuit breaker is open, true once it lets an attempt
	// through again.
	Available() bool
	// Render writes a message about an order, which is nil for a message about none. An
	// error is final.
	Render(*message.Message, *order.Order) (message.MailContent, error)
	// Send hands a rendered message to the sender under its key. It returns within a
	// time-out of its own, whatever the sender does.
	//
	// Errors: message.ErrMailRefused, message.ErrMailPaused; after any other error,
	// another attempt with the same key may succeed.
	Send(context.Context, *message.Message) error
}
