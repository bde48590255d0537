package checkout

import (
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// Placement is an order on its way into the store.
type Placement struct {
	Order       *order.Order
	Prefix      string // of the order number
	AttemptID   string // random, unique to this attempt: settles a lost answer to COMMIT
	Idempotency *Idempotency
	Prices      PriceCheck
	Terms       Terms             // what the prices are checked by
	Mails       message.MailLimit // of the customer's address
	Messages    []message.Message // owed because of the order, stored with it; their OrderID is not set yet
}

// Idempotency names a request that may be sent again without being done again.
type Idempotency struct {
	Route       string // scope of the key, e.g. "/api/orders"
	Key         string // 1 to 255 visible ASCII characters
	Fingerprint string // SHA-256 of the body, in hex
}

// Placed is what became of a [Placement]: what is answered, and what has to be
// told to people unless it is a replay.
type Placed struct {
	Order    *order.Order      // when Replayed, only ID and Number are set
	Replayed bool              // an earlier request with the same key placed it
	Messages []message.Message // owed because of the order; none when Replayed
}

// Check returns [ErrIdempotencyKey] when the key is not 1 to 255 visible ASCII
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
