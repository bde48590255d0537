package payment

import (
	"encoding/json"
	"slices"

	"kontor/internal/shop"
)

// givenBackOutside records that money of an order was returned outside the shop, by a
// refund made at PayPal or a chargeback. The order's status is left for the operator to
// set.
func (p *Payment) givenBackOutside(o *PayPalOrder, c PayPalCapture) {
	p.Capture.Status, p.Capture.Reason = c.Status, c.Reason
	if c.Status == PayPalCapturePartiallyRefunded && len(o.Refunds) == 0 {
		return // the capture alone does not say how much
	}
	shown, own := p.shown(o, c)
	gone := max(p.Capture.Shown-shown, p.Capture.list(o, p.Ordered))
	p.Capture.Undone = min(p.WonBack, max(p.Capture.Undone, gone))
	p.Capture.Shown = max(p.Capture.Shown, shown)
	p.Capture.Last = p.Capture.Shown - max(gone, 0)
	p.Capture.Outside = max(p.Capture.Outside, shown+p.Capture.Undone-own)
}

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
	if c.gone() { // whether or not PayPal lists how
		named = max(named, p.Ordered.sum((*Refund).named))
		return max(shown, p.Capture.Amount-named), p.Ordered.sum((*Refund).unnamed)
	}
	return min(shown, p.Capture.Amount), p.Ordered.sum(func(r *Refund) bool { return r.unnamed() && !o.awaits(r) })
}

// gone reports whether nothing is left of the capture.
func (c *PayPalCapture) gone() bool {
	switch c.Status {
	case PayPalCaptureCompleted, PayPalCapturePending, PayPalCapturePartiallyRefunded:
		return false
	}
	return true
}

// list keeps what the order lists as returned, other than by the shop's named refunds,
// and returns how much of what it ever listed it no longer does. Sums do not say that: as
// something is undone, something else may go back.
func (c *Capture) list(o *PayPalOrder, own *Ordered) (gone shop.Cents) {
	listed := make(map[string]shop.Cents) // the most of each, by its id at PayPal
	if c.Listed != "" && json.Unmarshal([]byte(c.Listed), &listed) != nil {
		return 0
	}
	now := make(map[string]shop.Cents)
	for i := range o.Refunds {
		if said := &o.Refunds[i]; said.Status == PayPalRefundCompleted && !own.expects(said) {
			now[said.ID] = said.Amount.Cents
			listed[said.ID] = max(listed[said.ID], said.Amount.Cents)
		}
	}
	if len(o.Refunds) == 0 && c.Status != PayPalCaptureCompleted {
		return 0 // there is no list
	}
	for id, most := range listed {
		gone += most - now[id]
	}
	if len(listed) > 0 {
		text, _ := json.Marshal(listed) // cannot fail
		c.Listed = string(text)
	}
	return gone
}

// awaits reports whether the order does not show as returned what PayPal has accepted
// to return.
func (o *PayPalOrder) awaits(r *Refund) bool {
	return r.State == RefundOpen && r.PayPalID != "" && !slices.ContainsFunc(o.Refunds, func(said PayPalRefund) bool {
		return said.ID == r.PayPalID && said.Status == PayPalRefundCompleted
	})
}
