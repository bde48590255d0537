package payment

import (
	"cmp"
	"slices"
	"time"
)

// decisiveCapture returns the capture that decides an order: one with money takes
// precedence over a pending one, and that over a failed one.
func (o *PayPalOrder) decisiveCapture() (PayPalCapture, bool) {
	if len(o.Captures) == 0 {
		return PayPalCapture{}, false
	}
	weight := func(c PayPalCapture) int {
		switch c.Status {
		case PayPalCaptureCompleted:
			return 4
		case PayPalCapturePartiallyRefunded, PayPalCaptureRefunded:
			return 3
		case PayPalCapturePending:
			return 2
		case PayPalCaptureDeclined, PayPalCaptureFailed:
			return 0
		}
		return 1
	}
	return slices.MaxFunc(o.Captures, func(a, b PayPalCapture) int { return cmp.Compare(weight(a), weight(b)) }), true
}

// HasMoney reports whether PayPal holds the shop's money for the order.
func (o *PayPalOrder) HasMoney() bool {
	c, ok := o.decisiveCapture()
	return ok && (c.Status == PayPalCaptureCompleted || c.Status == PayPalCapturePartiallyRefunded)
}

// observeCapture processes the decisive capture. Amounts that cannot be read decide
// nothing.
func (p *Payment) observeCapture(o *PayPalOrder, c PayPalCapture, at time.Time) {
	switch {
	case !o.amountsReadable():
		p.moneyMayMove(at)
	case p.State == StateCompleted:
		p.givenBackOutside(o, c)
		p.Tries = 0
		p.Release(at)
	case p.State.settled(), p.OwesRefund():
		p.keep(c)
		if c.Status == PayPalCaptureRefunded {
			p.returned(at)
		}
		p.Release(at)
	case p.CheckoutKey == "" && c.Status != PayPalCaptureRefunded: // money from an unknown order stays the operator's case
		p.keep(c)
		p.Release(at)
	default:
		p.keep(c)
		p.judge(o, c, at)
	}
}

// judge decides by the capture alone; its order's status does not count.
func (p *Payment) judge(o *PayPalOrder, c PayPalCapture, at time.Time) {
	switch c.Status {
	case PayPalCaptureCompleted:
		p.paid(c, at)
	case PayPalCaptureRefunded:
		p.enter(StateRefunded, reasonGivenBack, at)
	case PayPalCapturePartiallyRefunded:
		p.enter(StateRefundDue, reasonPartlyBack, at)
	case PayPalCapturePending:
		p.wait(c, at)
	case PayPalCaptureDeclined, PayPalCaptureFailed:
		p.declined(o, c, at)
	default:
		p.moneyMayMove(at)
	}
}

// wait counts the reads while the payment keeps waiting.
func (p *Payment) wait(c PayPalCapture, at time.Time) {
	if p.State == StatePending {
		p.Reason = c.Reason
		p.Release(at)
		return
	}
	p.enter(StatePending, c.Reason, at)
}

// paid turns exactly the agreed amount into an order; anything else is refunded.
func (p *Payment) paid(c PayPalCapture, at time.Time) {
	switch {
	case !c.Amount.Is(p.Total):
		p.enter(StateRefundDue, reasonAmount, at)
	case p.Basket == nil:
		p.enter(StateRefundDue, reasonNoBasket, at)
	default:
		p.enter(StateCompleted, "", at)
	}
}

// declined ends the payment, unless the buyer has approved it again.
func (p *Payment) declined(o *PayPalOrder, c PayPalCapture, at time.Time) {
	switch {
	case p.State.WithoutMoney():
		p.foundNothingNew(at)
	case o.Status == PayPalOrderApproved || o.Status == PayPalOrderPayerActionRequired:
		p.notApproved(at)
	default:
		p.enter(StateDeclined, cmp.Or(c.Reason, c.Status), at)
	}
}

// keep records the capture.
func (p *Payment) keep(c PayPalCapture) {
	p.Capture = Capture{
		ID: c.ID, Status: c.Status, Reason: c.Reason, Amount: c.Amount.Cents, Currency: c.Amount.Currency,
		Outside: p.Capture.Outside, Shown: p.Capture.Shown, Last: p.Capture.Last, Listed: p.Capture.Listed, Undone: p.Capture.Undone,
	}
}

// amountsReadable reports whether every amount of money that moved could be read.
func (o *PayPalOrder) amountsReadable() bool {
	unreadable := func(r PayPalRefund) bool { return r.Status == PayPalRefundCompleted && !r.Amount.Readable() }
	return !slices.ContainsFunc(o.Captures, func(c PayPalCapture) bool { return !c.Amount.Readable() }) &&
		!slices.ContainsFunc(o.Refunds, unreadable)
}

// BeginRefund records that PayPal is about to be asked for the refund.
func (p *Payment) BeginRefund(at time.Time) {
	if p.State == StateRefundDue {
		p.Refund.Named = true
		p.enter(StateRefunding, p.Reason, at)
	}
}

// ObserveRefund processes PayPal's state of the automatic refund.
func (p *Payment) ObserveRefund(r PayPalRefund, at time.Time) {
	if !p.OwesRefund() {
		return
	}
	p.Refund.ID, p.Refund.Status = r.ID, r.Status
	switch r.Status {
	case PayPalRefundCompleted:
		p.returned(at)
	case PayPalRefundFailed, PayPalRefundCancelled:
		p.refundFailed(cmp.Or(r.Reason, r.Status), at)
	case PayPalRefundPending:
		if p.State == StateUnclear {
			p.enter(StateRefunding, p.Reason, at)
		}
		p.Release(at)
	default:
		p.Release(at)
	}
}

// RefundRefused processes PayPal's refusal of the automatic refund.
func (p *Payment) RefundRefused(r *PayPalRefusal, at time.Time) {
	if !p.OwesRefund() {
		return
	}
	p.DebugID = r.DebugID
	switch r.issue() {
	case PayPalIssueFullyRefunded:
		p.Refund.Status = PayPalRefundCompleted
		p.returned(at)
	case PayPalIssuePendingCapture:
		p.Release(at)
	default:
		p.Refund.Status = r.issue()
		p.refundFailed(r.issue(), at)
	}
}

// returned records that the buyer has the money back. The reason stays if it is the one
// for which the money was due, and not that of an attempt that failed.
func (p *Payment) returned(at time.Time) {
	reason := p.Reason
	if p.Refund.Attempt > 0 || p.State == StateUnclear {
		reason = ""
	}
	p.enter(StateRefunded, reason, at)
}

// refundFailed makes the payment a case for the operator; the refund is retried each
// day with a new request id, since the old one would get the same refusal.
func (p *Payment) refundFailed(reason string, at time.Time) {
	p.Refund.Attempt++
	p.Refund.Named = true
	p.enter(StateUnclear, reason, at)
}
