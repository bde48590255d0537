package checkout

import (
	"slices"

	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// Placement is an order to be stored.
type Placement struct {
	Order       *order.Order
	Prefix      string // of the order number
	AttemptID   string // random, unique to this attempt: resolves a lost answer to COMMIT
	Idempotency *Idempotency
	Prices      PriceCheck
	Terms       Terms             // to check the prices
	Mails       message.MailLimit // for the customer's address
	Messages    []message.Message // owed because of the order, stored with it; their OrderID is not set yet
	// OweTwins returns the messages about the twins that the stored order has; nil: none.
	OweTwins func(*order.Order) []message.Message
}

// Idempotency identifies a request that may be repeated without taking effect twice.
type Idempotency struct {
	Route       string // scope of the key, e.g. "/api/orders"
	Key         string // 1 to 255 visible ASCII characters
	Fingerprint string // SHA-256 of the body, in hex
}

// Placed is the result of a [Placement]: the answer and, unless it is a replay, the
// messages to send.
type Placed struct {
	Order    *order.Order      // if Replayed, only ID and Number are set
	Replayed bool              // an earlier request with the same key placed it
	Messages []message.Message // owed because of the order; none if Replayed
}

// Owed returns the messages owed because of the order as stored.
func (p *Placement) Owed(stored *order.Order) []message.Message {
	if p.OweTwins == nil {
		return p.Messages
	}
	return slices.Concat(p.Messages, p.OweTwins(stored))
}

// Check returns [ErrIdempotencyKey] unless the key is 1 to 255 visible ASCII
// characters.
func (i *Idempotency) Check() error {
	if len(i.Key) == 0 || len(i.Key) > 255 {
		return ErrIdempotencyKey
	}
	for _, c := range []byte(i.Key) {
		if c <= ' ' || c > '~' {
			return ErrIdempotencyKey
		}
	}
	return nil
}
