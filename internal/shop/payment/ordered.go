package payment

import (
	"slices"

	"kontor/internal/shop"
)

// Ordered are all refunds of a payment that the operator ordered.
type Ordered []Refund

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
