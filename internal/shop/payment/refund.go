package payment

import (
	"time"

	"kontor/internal/shop"
)

// Refund is money of a paid order that the operator gives back, wholly or in
// part. All refunds of a payment together are never more than its capture.
type Refund struct {
	ID        int64
	PaymentID int64
	Key       string     // random; names the request to PayPal
	Request   string     // the operator's own name of the request, so that it is done once; empty: none
	Amount    shop.Cents // above 0; when it is asked for, 0 means all that is left
	Note      string     // the operator's reason
	Actor     string
	State     RefundState
	PayPalID  string // PayPal's id; empty before it answered
	Reason    string // why it failed, PayPal's word

	Tries                int
	NextAt               time.Time // when PayPal is asked again; zero: never
	LeaseUntil           time.Time
	CreatedAt, UpdatedAt time.Time
}

// RefundState is the state of a [Refund].
type RefundState string

// The states of a refund.
const (
	RefundOpen   RefundState = "laeuft"      // ordered; PayPal has not done it yet, or has not said so
	RefundDone   RefundState = "erstattet"   // the money is back
	RefundFailed RefundState = "gescheitert" // it will not happen
)

// RequestID names the refund's request to PayPal.
func (r *Refund) RequestID() string { return r.Key + "-erstattung" }

// NewRefund returns a refund of a payment's order, not yet stored.
func NewRefund(payment int64, amount shop.Cents, note, request, actor string, at time.Time) *Refund {
	return &Refund{
		PaymentID: payment, Key: newPaymentKey(), Request: request, Amount: amount, Note: note, Actor: actor,
		State: RefundOpen, NextAt: at, CreatedAt: at, UpdatedAt: at,
	}
}

// Check returns the first broken rule of a new refund of a payment, and sets an
// amount that was left open.
//
// Errors: [ErrNotRefundable], [ErrRefundTooMuch].
func (r *Refund) Check(p *Payment) error {
	left := p.Left()
	switch {
	case p.State != PaymentCompleted || p.SettledByHand() || left <= 0:
		return ErrNotRefundable
	case r.Amount == 0:
		r.Amount = left
	case r.Amount < 0 || r.Amount > left:
		return ErrRefundTooMuch
	}
	return nil
}

// Lease lets the caller alone ask PayPal for a while.
func (r *Refund) Lease(at time.Time) { r.LeaseUntil = at.Add(PaymentLease) }

// Observe takes in what PayPal says of the refund.
func (r *Refund) Observe(said PayPalRefund, at time.Time) {
	r.PayPalID = said.ID
	switch said.Status {
	case PayPalRefundCompleted:
		r.end(RefundDone, "", at)
	case PayPalRefundFailed, PayPalRefundCancelled:
		r.end(RefundFailed, said.Status, at)
	default:
		r.Undecided(at)
	}
}

// Refused takes in PayPal's no.
func (r *Refund) Refused(refusal *PayPalRefusal, at time.Time) {
	if refusal.issue() == PayPalIssuePendingCapture {
		r.Undecided(at)
		return
	}
	r.end(RefundFailed, refusal.issue(), at)
}

// Undecided notes that PayPal has not decided yet, or has not said so.
func (r *Refund) Undecided(at time.Time) {
	r.UpdatedAt, r.LeaseUntil = at, time.Time{}
	r.NextAt = at.Add(captureLooks[min(r.Tries, len(captureLooks)-1)])
}

func (r *Refund) end(s RefundState, reason string, at time.Time) {
	r.State, r.Reason, r.UpdatedAt, r.NextAt, r.LeaseUntil = s, reason, at, time.Time{}, time.Time{}
}

// Left is what the shop still has of the money that was captured.
func (p *Payment) Left() shop.Cents { return p.Capture.Amount - p.Returned - p.Capture.Outside }
