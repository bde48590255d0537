package payment

import (
	"cmp"
	"errors"
	"strconv"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// Refund is money of a paid order that the operator returns, wholly or in part. All
// refunds of a payment together never exceed its capture.
type Refund struct {
	ID        int64
	PaymentID int64
	Key       string     // random; the basis of the request ids at PayPal
	Request   string     // the operator's own id of the request, so that it takes effect once; empty: none
	Amount    shop.Cents // above 0; in a request, 0 means all that is left
	Note      string     // the operator's reason
	Actor     string
	State     RefundState
	Attempt   int       // part of the request id; increases when the operator retries what PayPal has refused for good
	Named     bool      // the current attempt's request has a custom id; false: a version before such ids made it
	PayPalID  string    // empty before PayPal answered
	Reason    string    // why it failed: PayPal's issue or status
	DebugID   string    // of PayPal's latest refusal, for its support
	Cancels   bool      // the order is cancelled as soon as PayPal has accepted the refund
	ClosedAt  time.Time // when a failed refund stopped to wait for the operator; zero: it has not failed, or it waits

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
	RefundFailed RefundState = "gescheitert" // PayPal did not return the money; a case for the operator unless it was closed
)

// RequestID returns the id of the refund's request to PayPal. It changes only after
// PayPal has refused the previous one for good.
func (r *Refund) RequestID() string {
	if r.Attempt > 1 {
		return r.Key + "-erstattung-" + strconv.Itoa(r.Attempt)
	}
	return r.Key + "-erstattung"
}

// CustomID returns the name under which PayPal shows the current attempt, so that
// the shop's refunds can be distinguished from others; empty: it has none. A repeated request
// must have the same body, so one that was begun without a name is repeated without.
func (r *Refund) CustomID() string {
	if r.Named {
		return r.RequestID()
	}
	return ""
}

// NewRefund returns a refund of a payment's order, not yet stored.
func NewRefund(payment int64, amount shop.Cents, note, request, actor string, at time.Time) *Refund {
	return &Refund{
		PaymentID: payment, Key: newKey(), Request: request, Amount: amount, Note: note, Actor: actor,
		State: RefundOpen, Attempt: 1, Named: true, NextAt: at, CreatedAt: at, UpdatedAt: at,
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

// IsCase reports whether the refund failed and waits for the operator.
func (r *Refund) IsCase() bool { return r.State == RefundFailed && r.ClosedAt.IsZero() }

// Retry orders a failed refund of the payment again.
//
// Errors: [ErrNothingToSettle] unless it is a case, and those of [Refund.Check].
func (r *Refund) Retry(p *Payment, at time.Time) error {
	if !r.IsCase() {
		return ErrNothingToSettle
	}
	if err := r.Check(p); err != nil {
		return err
	}
	r.State, r.Attempt, r.Named, r.Tries = RefundOpen, r.Attempt+1, true, 0
	r.PayPalID, r.Reason, r.UpdatedAt, r.NextAt = "", "", at, at
	return nil
}

// Close ends the case of a failed refund, because the operator no longer wants it or
// has returned the money in another way.
//
// Errors: [ErrNothingToSettle] unless it is a case.
func (r *Refund) Close(at time.Time) error {
	if !r.IsCase() {
		return ErrNothingToSettle
	}
	r.ClosedAt, r.UpdatedAt = at, at
	return nil
}

// Accepted reports whether PayPal has returned the money, or is about to.
func (r *Refund) Accepted() bool {
	return r.State == RefundDone || r.State == RefundOpen && r.PayPalID != ""
}

// Lease gives the caller the exclusive right to call PayPal for a while.
func (r *Refund) Lease(at time.Time) { r.LeaseUntil = at.Add(LeaseLife) }

// Leased reports whether somebody is processing the refund.
func (r *Refund) Leased(at time.Time) bool { return at.Before(r.LeaseUntil) }

// Conclude records how an attempt at the refund ended: with PayPal's state of it, or
// with an error.
func (r *Refund) Conclude(said PayPalRefund, err error, at time.Time) {
	if r.State != RefundOpen {
		return // somebody else was faster
	}
	r.Reason = denialOf(err)
	var refusal *PayPalRefusal
	switch {
	case err == nil:
		r.observe(said, at)
	case errors.As(err, &refusal):
		r.refused(refusal, at)
	default:
		r.Undecided(at)
	}
}

// observe processes PayPal's state of the refund.
func (r *Refund) observe(said PayPalRefund, at time.Time) {
	r.PayPalID = said.ID
	switch said.Status {
	case PayPalRefundCompleted:
		r.end(RefundDone, "", at)
	case PayPalRefundFailed, PayPalRefundCancelled:
		r.end(RefundFailed, cmp.Or(said.Reason, said.Status), at)
	default:
		r.Undecided(at)
	}
}

// refused processes PayPal's refusal. If everything has been returned already there is
// nothing left to decide.
func (r *Refund) refused(refusal *PayPalRefusal, at time.Time) {
	r.DebugID = refusal.DebugID
	switch refusal.issue() {
	case PayPalIssuePendingCapture:
		r.Undecided(at)
	case PayPalIssueFullyRefunded:
		r.end(RefundFailed, refusal.issue(), at)
		r.ClosedAt = at
	default:
		r.end(RefundFailed, refusal.issue(), at)
	}
}

// Undecided records that PayPal has not decided yet, or has not answered.
func (r *Refund) Undecided(at time.Time) {
	r.UpdatedAt, r.LeaseUntil = at, time.Time{}
	r.NextAt = at.Add(captureReads[min(r.Tries, len(captureReads)-1)])
}

func (r *Refund) end(s RefundState, reason string, at time.Time) {
	r.State, r.Reason, r.UpdatedAt, r.NextAt, r.LeaseUntil = s, reason, at, time.Time{}, time.Time{}
}

// Outcome returns the error for the operator who ordered the refund: nil if the money
// was returned, or is on its way.
func (r *Refund) Outcome() error {
	switch {
	case r.State != RefundFailed:
		return nil
	case r.Reason == PayPalIssueFullyRefunded:
		return ErrRefundedAlready
	}
	return ErrRefundRefused
}

// Left returns what the shop still has of the captured money.
func (p *Payment) Left() shop.Cents {
	return p.Capture.Amount - p.Returned - p.Capture.Outside + p.WonBack
}

// AsksToCancel reports whether all money of the payment's order was returned, or is on
// its way, and the order is not cancelled: the operator should know why. While a buyer
// contests the payment the money may yet come back.
func (p *Payment) AsksToCancel() bool {
	return p.OrderID != 0 && p.OrderStatus != order.StatusCancelled && p.Capture.Amount > 0 && p.Left() <= 0 && p.Contested == 0
}
