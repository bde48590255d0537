package payment

import (
	"slices"

	"kontor/internal/shop"
)

// Ordered are all refunds of a payment that the operator ordered.
type Ordered []Refund

// expects reports whether PayPal shows one of the named refunds, of which the journal
// knows already that it returns money. One that failed returns none as far as the
// journal knows: if PayPal has carried it out all the same, that happened outside the
// shop.
func (o *Ordered) expects(said *PayPalRefund) bool {
	return o != nil && slices.ContainsFunc(*o, func(r Refund) bool {
		mine := said.CustomID == r.CustomID() || said.ID == r.PayPalID
		return r.Named && mine && (r.State != RefundFailed || said.Status == PayPalRefundPending)
	})
}

// sum returns the total of the refunds to which a condition applies.
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

// named reports whether PayPal shows the refund under its name, as soon as it has it.
func (r *Refund) named() bool { return r.State != RefundFailed && r.Named }

// unnamed reports whether the refund is one of those in PayPal's order that cannot be
// recognised.
func (r *Refund) unnamed() bool { return r.State != RefundFailed && !r.Named }

// underway reports whether the refund is one of those that cannot be recognised, and
// may be missing in PayPal's order.
func (r *Refund) underway() bool { return r.State == RefundOpen && !r.Named }
