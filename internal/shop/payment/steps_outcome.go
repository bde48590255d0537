package payment

import (
	"time"

	"kontor/internal/shop/coupon"
	"kontor/internal/shop/stock"
)

// CaptureRefused processes PayPal's refusal of an attempt to capture, and reports
// whether the order has to be read because the refusal says that somebody has captured.
func (p *Payment) CaptureRefused(r *PayPalRefusal, attempt int, at time.Time) (read bool) {
	p.DebugID = r.DebugID
	switch r.issue() {
	case PayPalIssueOrderAlreadyCaptured, PayPalIssueDuplicateInvoiceID:
		return true
	}
	if p.State != StateCapturing || p.Attempt != attempt {
		return false // about an earlier attempt
	}
	switch {
	case r.NotFound() && p.Asked.Times == 1:
		p.gone(CauseNone, reasonExpired, at)
	case r.NotFound():
		p.NotFound(at)
	case r.issue() == PayPalIssueInstrumentDeclined:
		p.Attempt++
		p.enterBy(StateCreated, CauseInstrument, r.issue(), at)
	case r.issue() == PayPalIssueOrderNotApproved, r.issue() == PayPalIssuePayerActionRequired:
		p.Attempt++
		p.enter(StateCreated, r.issue(), at)
	default:
		p.enter(StateDeclined, r.issue(), at)
	}
	return false
}

// Restart reports whether the buyer may choose another funding source.
func (p *Payment) Restart() bool {
	return p.State == StateCreated && p.Cause == CauseInstrument
}

// DuplicateInvoice makes the payment a case for the operator: PayPal says that its
// number was paid, but its order says that it was not.
func (p *Payment) DuplicateInvoice(at time.Time) {
	if p.State == StateCapturing {
		p.enter(StateUnclear, reasonDuplicate, at)
	}
}

// issue returns PayPal's most specific name for the refusal.
func (e *PayPalRefusal) issue() string {
	if e.Issue != "" {
		return e.Issue
	}
	return e.Name
}

// Outcome returns the error for the buyer: nil if the money has arrived or is on its
// way.
func (p *Payment) Outcome() error {
	switch p.State {
	case StateCompleted, StatePending:
		if p.SettledByHand() {
			return ErrUnclear // what it was for is between the operator and the buyer
		}
		return nil
	case StateCreated:
		if p.Restart() {
			return ErrRestart
		}
		return ErrNotApproved
	case StateDeclined:
		if p.LostCoupon() {
			return coupon.ErrUsed
		}
		if p.LostStock() {
			return stock.ErrShort.With(p.Reason)
		}
		return ErrDeclined
	case StateExpired, StateDiscarded:
		if p.vanished() {
			return ErrUnclear
		}
		return ErrExpired
	case StateRefundDue, StateRefunding, StateRefunded:
		return ErrRefunded
	}
	return ErrUnclear
}
