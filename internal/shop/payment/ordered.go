package payment

import (
	"slices"

	"kontor/internal/shop"
)

// Ordered are all refunds of a payment that the operator ordered.
type Ordered []Refund

// shown returns what PayPal's order shows as returned, other than by the shop's named
// refunds, and how much of that is due to its refunds without a name.
func (p *Payment) shown(o *PayPalOrder, c PayPalCapture) (shown, unnamed shop.Cents) {
	var named shop.Cents
	for i := range o.Refunds {
		said := &o.Refunds[i]
		switch done := said.Status == PayPalRefundCompleted; {
		case p.Ordered.expects(said) && (done || said.Status == PayPalRefundPending):
			named += said.Amount.Cents
		case done:
			shown += said.Amount.Cents
		}
	}
	switch c.Status {
	case PayPalCaptureCompleted, PayPalCapturePending, PayPalCapturePartiallyRefunded:
		unnamed = p.Ordered.sum(func(r *Refund) bool { return r.unnamed() && !o.awaits(r) })
	default: // nothing is left, whether or not PayPal lists how it was returned
		named = max(named, p.Ordered.sum((*Refund).named))
		shown = max(shown, p.Capture.Amount-named)
		unnamed = p.Ordered.sum((*Refund).unnamed)
	}
	return min(shown, p.Capture.Amount), unnamed
}

// expects reports whether PayPal shows one of the named refunds, of which the journal
// knows that it returns the money. One that failed does not, as far as the journal
// knows: if PayPal carries it out all the same, that happens outside the shop.
func (o *Ordered) expects(said *PayPalRefund) bool {
	return o != nil && slices.ContainsFunc(*o, func(r Refund) bool {
		own := r.Named && (said.CustomID == r.CustomID() || said.ID == r.PayPalID)
		return own && (r.State != RefundFailed || said.Status == PayPalRefundPending)
	})
}

// sum returns the total of the refunds that count.
func (o *Ordered) sum(counts func(*Refund) bool) (sum shop.Cents) {
	if o == nil {
		return 0
	}
	for i := range *o {
		if r := &(*o)[i]; counts(r) {
			sum += r.Amount
		}
	}
	return sum
}

// named reports whether the refund returns money under a name, now or soon.
func (r *Refund) named() bool { return r.Named && r.State != RefundFailed }

// unnamed reports whether the refund returns money without a name, now or soon.
func (r *Refund) unnamed() bool { return !r.Named && r.State != RefundFailed }

// unanswered reports whether nobody can say if the refund without a name is among those
// that PayPal shows.
func (r *Refund) unanswered() bool { return !r.Named && r.State == RefundOpen && r.PayPalID == "" }

// awaits reports whether the order does not show as returned what PayPal has accepted
// to return.
func (o *PayPalOrder) awaits(r *Refund) bool {
	return r.State == RefundOpen && r.PayPalID != "" && !slices.ContainsFunc(o.Refunds, func(said PayPalRefund) bool {
		return said.ID == r.PayPalID && said.Status == PayPalRefundCompleted
	})
}
