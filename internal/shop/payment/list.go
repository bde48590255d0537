package payment

import (
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// Opening requests the payment of a basket: a new one, or the one that the same
// checkout page requested before.
type Opening struct {
	Payment     *Payment
	Idempotency *checkout.Idempotency // nil: the request cannot be repeated safely
	Prices      checkout.PriceCheck
	Terms       *checkout.Terms
}

// Opened is the result of an [Opening].
type Opened struct {
	Payment  Payment
	Mine     bool // the caller holds the lease, and so calls PayPal
	Replayed bool // an earlier request with the same idempotency key opened it
}

// Change is one step of a payment, with everything that follows from it.
type Change struct {
	ID       int64
	Actor    string                 // for the history
	Apply    func(*Payment)         // pure; may run more than once, each time on the current entry
	Prefix   string                 // of order numbers
	Mails    message.MailLimit      // for the customer's address
	Delivery checkout.DeliveryTimes // for the order that it may become
	At       time.Time
	Note     string // by the actor, for the history; never logged
	// Owe returns the messages that the step causes. order is nil unless the step
	// places one.
	Owe func(before, after *Payment, order *order.Order) []message.Message
}

// Changed is the result of a [Change].
type Changed struct {
	Before, Payment Payment
	Order           *order.Order // placed by this very step; nil: none
	Messages        []message.Message
}

// RefundChange is one step of an operator's refund, with everything that follows from
// it.
type RefundChange struct {
	PaymentID, ID int64
	Apply         func(*Refund, *Payment) error // pure; may run more than once; an error changes nothing
	At            time.Time
	// Owe returns the messages that the step causes; order is the payment's.
	Owe func(before, after *Refund, of *Payment, order *order.Order) []message.Message
}

// ChangedRefund is the result of a [RefundChange].
type ChangedRefund struct {
	Refund   Refund
	Messages []message.Message
}

// DisputeChange is PayPal's state of a dispute, with everything that follows from it.
type DisputeChange struct {
	Said PayPalDispute
	At   time.Time
	// Owe returns the messages that the change causes. of is nil if the journal knows
	// none of the contested captures.
	Owe func(before, after *Dispute, of *Payment) []message.Message
}

// Event is one entry of a payment's history.
type Event struct {
	At       time.Time
	Actor    string
	From, To State
	Reason   string
}

// Actors in the history of payments.
const (
	ActorBuyer   = "Kunde"
	ActorWebhook = "PayPal"
	ActorJob     = "Abgleich"
)

// Details is one payment with its history, the operator's refunds and the buyer's
// disputes, oldest first, and the twins of its order.
type Details struct {
	Payment
	Events   []Event
	Refunds  []Refund
	Disputes []Dispute
	Twins    []order.Twin
}

// Filter selects payments for the administration. Zero fields do not filter.
type Filter struct {
	State       State
	Cases       bool  // only those that wait for the operator, see [Payment.IsCase]
	Uncancelled bool  // only those that ask to cancel their order, see [Payment.AsksToCancel]
	Limit       int   // payments on a page, as for [order.Filter]
	Before      int64 // cursor: only payments with smaller ids; 0: from the newest
}

// Page is one page of payments, newest first.
type Page struct {
	Payments []Payment
	Next     int64           // cursor of the next page; 0: this is the last
	Counts   map[State]int64 // of all payments, regardless of the filter
	Cases    int64           // payments that wait for the operator, regardless of the filter
	Strays   []Dispute       // open disputes about captures that the journal does not know, regardless of the filter

	Uncancelled int64 // payments that ask to cancel their order, regardless of the filter
}

// Balance shows that all captured money is accounted for. All amounts are euro
// cents.
type Balance struct {
	Captured shop.Cents // taken by PayPal, according to the journal
	Ordered  shop.Cents // totals of the orders that belong to payments, less what was refunded on them
	Refunded shop.Cents // returned to buyers
	Underway shop.Cents // refunds in progress
	Unclear  shop.Cents // cases for the operator
	ByHand   shop.Cents // dealt with by the operator, see [Payment.SettleByHand], less what was refunded since

	Contested shop.Cents // part of Ordered: buyers contest it, and PayPal has not decided
	Cancelled shop.Cents // part of Ordered: from cancelled orders, and still with the shop

	Open, Cases int64 // payments in progress, and those that wait for the operator, see [Payment.IsCase]
	Uncancelled int64 // payments that ask to cancel their order, see [Payment.AsksToCancel]
}

// Difference returns the money that is unaccounted for, or claimed by an order without
// an capture. Unless it is 0, something is wrong.
func (b *Balance) Difference() shop.Cents {
	return b.Captured - b.Ordered - b.Refunded - b.Underway - b.Unclear - b.ByHand
}
