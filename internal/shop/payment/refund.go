package payment

import (
	"time"

	"kontor/internal/shop"
)

// Refund is money of a paid order that the operator returns, wholly or in part. All
// refunds of a payment together never exceed its capture.
type Refund struct {
	ID        int64
	PaymentID int64
	Key       string     // random; the basis of the request id at PayPal
	Request   string     // the operator's own id of the request, so that it takes effect once; empty: none
	Amount    shop.Cents // above 0; in a request, 0 means all that is left
	Note      string     // the operator's reason
	Actor     string
	State     RefundState
	PayPalID  string // empty before PayPal answered
	Reason    string // why it failed, PayPal's term

	Tries                int
	NextAt               time.Time // when PayPal is called again; zero: never
	LeaseUntil           time.Time
	CreatedAt, UpdatedAt time.Time
}

// RefundState is the state of a [Refund].
type RefundState string

const (
	RefundOpen   RefundState = "laeuft"      // ordered; PayPal has not carried it out yet, or has not confirmed it
	RefundDone   RefundState = "erstattet"   // the money was returned
	RefundFailed RefundState = "gescheitert" // it will not happen
)

// RequestID returns the id of the refund's request to PayPal.
func (r *Refund) RequestID() string { return r.Key + "-erstattung" }

// NewRefund returns a refund of a payment's order, not yet stored.
func NewRefund(payment int64, amount shop.Cents, note, request, actor string, at time.Time) *Refund {
	return &Refund{
		PaymentID: payment, Key: newKey(), Request: request, Amount: amount, Note: note, Actor: actor,
		State: RefundOpen, NextAt: at, CreatedAt: at, UpdatedAt: at,
	}
}

// Check returns the first broken rule of a new refund of a payment, and fills in an
// amount that was left open.
//
// Errors: [ErrNotRefundable], [ErrRefundTooMuch].
func (r *Refund) Check(p *Payment) error {
	left := p.Left()
	switch {
	case p.State != StateCompleted || p.SettledByHand() || left <= 0:
		return ErrNotRefundable
	case r.Amount == 0:
		r.Amount = left
	case r.Amount < 0 || r.Amount > left:
		return ErrRefundTooMuch
	}
	return nil
}

// Lease gives the caller the exclusive right to call PayPal for a while.
func (r *Refund) Lease(at time.Time) { r.LeaseUntil = at.Add(LeaseLife) }

// Observe processes PayPal's state of the refund.
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

// Refused processes PayPal's refusal.
func (r *Refund) Refused(refusal *PayPalRefusal, at time.Time) {
	if refusal.issue() == PayPalIssuePendingCapture {
		r.Undecided(at)
		return
	}
	r.end(RefundFailed, refusal.issue(), at)
}

// Undecided records that PayPal has not decided yet, or has not answered.
func (r *Refund) Undecided(at time.Time) {
	r.UpdatedAt, r.LeaseUntil = at, time.Time{}
	r.NextAt = at.Add(captureReads[min(r.Tries, len(captureReads)-1)])
}

func (r *Refund) end(s RefundState, reason string, at time.Time) {
	r.State, r.Reason, r.UpdatedAt, r.NextAt, r.LeaseUntil = s, reason, at, time.Time{}, time.Time{}
}

// Left returns what the shop still has of the captured money.
func (p *Payment) Left() shop.Cents { return p.Capture.Amount - p.Returned - p.Capture.Outside }
