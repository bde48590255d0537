package payment

import (
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// PaymentOpening asks for the payment of a basket: a new one, or the one that
// the same checkout page asked for before.
type PaymentOpening struct {
	Payment     *Payment
	Idempotency *checkout.Idempotency // nil: the request may not be repeated safely
	Prices      checkout.PriceCheck
	Terms       *checkout.Terms
}

// OpenedPayment is what became of a [PaymentOpening].
type OpenedPayment struct {
	Payment  Payment
	Mine     bool // the caller holds the lease, and so asks PayPal
	Replayed bool // an earlier request with the same idempotency key opened it
}

// PaymentChange is one step of a payment with all that follows from it.
type PaymentChange struct {
	ID     int64
	Actor  string            // for the history
	Apply  func(*Payment)    // pure; it may run more than once, each time on the entry as it is
	Prefix string            // of order numbers
	Mails  message.MailLimit // of the customer's address
	At     time.Time
	Note   string // of the actor, for the history; never logged
	// Owe returns the messages that the step gives rise to. The order is nil
	// unless the step places one.
	Owe func(before, after *Payment, order *order.Order) []message.Message
}

// ChangedPayment is what became of a [PaymentChange].
type ChangedPayment struct {
	Before, Payment Payment
	Order           *order.Order // placed by this very step; nil: none
	Messages        []message.Message
}

// PaymentEvent is one entry of a payment's history.
type PaymentEvent struct {
	At       time.Time
	Actor    string
	From, To PaymentState
	Reason   string
}

// Who moves payments, for their history.
const (
	ActorBuyer   = "Kunde"
	ActorWebhook = "PayPal"
	ActorJob     = "Abgleich"
)

// PaymentDetails is one payment with its history and the operator's refunds,
// oldest first.
type PaymentDetails struct {
	Payment
	Events  []PaymentEvent
	Refunds []Refund
}

// PaymentFilter selects payments for the administration. Zero fields do not
// filter.
type PaymentFilter struct {
	State  PaymentState
	Limit  int   // payments on a page, as for [order.Filter]
	Before int64 // cursor: only payments with smaller ids; 0: from the newest
}

// PaymentPage is one page of payments, newest first.
type PaymentPage struct {
	Payments []Payment
	Next     int64                  // cursor of the following page; 0: this is the last
	Counts   map[PaymentState]int64 // of all payments, whatever the filter
}

// PaymentBalance proves that no captured money is without its place. All amounts
// are euro cents.
type PaymentBalance struct {
	Captured shop.Cents // PayPal took it, as the journal has it
	Ordered  shop.Cents // the totals of the orders that belong to payments, less what was given back of them
	Refunded shop.Cents // went back to buyers
	Underway shop.Cents // on its way back
	Unclear  shop.Cents // a human has to look
	ByHand   shop.Cents // a human has dealt with it, see [Payment.SettleByHand], less what was given back since

	Cancelled shop.Cents // of Ordered: of cancelled orders, and still with the shop

	Open, Cases int64 // payments under way, and those a human has to look at
}

// Difference is the money that has no place, or that an order claims without a
// capture. It is 0, or something is wrong.
func (b *PaymentBalance) Difference() shop.Cents {
	return b.Captured - b.Ordered - b.Refunded - b.Underway - b.Unclear - b.ByHand
}
