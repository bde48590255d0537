package payment

import (
	"context"
	"errors"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// ReturnTwin gives back an order that may be a duplicate. One that was paid through
// PayPal is cancelled as soon as PayPal has accepted the refund of all that is left of
// its money; if PayPal refuses, the refund is a case for the operator, and the order
// stays. One that nobody paid is cancelled. For an order that is being given back, or
// was, nothing happens.
//
// Errors: order.ErrNotFound, order.ErrNoTwin, order.ErrNotReturnable, [ErrBusy] while
// another refund of the payment is in progress, and those of [Service.Refund].
func (p *Service) ReturnTwin(ctx context.Context, id int64, actor string) error {
	for {
		o, err := p.Store.Order(ctx, id)
		if err != nil {
			return err
		}
		paid, err := p.Store.PaymentOfOrder(ctx, id)
		if err != nil {
			return err
		}
		err = p.returnTwin(ctx, &o, paid, actor)
		if !errors.Is(err, shop.ErrStale) { // each time somebody else has changed the order
			return err
		}
	}
}

// returnTwin judges an order that was paid through PayPal by its payment alone, which
// was read at one moment.
func (p *Service) returnTwin(ctx context.Context, o *order.Details, paid *Details, actor string) error {
	twins := o.Twins
	if paid != nil {
		twins = paid.Twins
	}
	returned := paid.returns(RefundDone) || paid == nil && o.Status == order.StatusCancelled
	reason := twinReason(twins)
	switch {
	case paid.returns(RefundOpen), returned && len(twins) == 0:
		return nil
	case len(twins) == 0:
		return order.ErrNoTwin
	case paid == nil && o.Status != order.StatusPaymentOpen:
		return order.ErrNotReturnable
	case paid != nil && paid.Left() > 0:
		if err := p.returnMoney(ctx, paid, reason, actor); !errors.Is(err, ErrRefundedAlready) {
			return err
		}
	case paid != nil && paid.refunding():
		return ErrBusy
	}
	return p.cancelTwin(ctx, o, reason, actor)
}

// cancelTwin cancels an order of which the shop has no money.
func (p *Service) cancelTwin(ctx context.Context, o *order.Details, reason, actor string) error {
	cancelled := order.StatusCancelled
	_, err := p.Store.ChangeOrder(ctx, o.ID, order.Change{Status: &cancelled, IfVersion: o.Version, Actor: actor, Reason: reason}, p.Now())
	return err
}

// Purchase returns the order that a step by the actor makes of the payment, as the
// search for its twins needs it.
func (p *Payment) Purchase(o *order.Order, actor string) order.Purchase {
	return order.Purchase{Order: o, Begun: p.CreatedAt, Lost: actor != ActorBuyer}
}

// returnMoney refunds all that is left of a payment, and has its order cancelled with
// it. A refund for that purpose which failed is ordered again, or makes room if another
// sum is left by now.
func (p *Service) returnMoney(ctx context.Context, paid *Details, reason, actor string) error {
	for i := range paid.Refunds {
		r := &paid.Refunds[i]
		if !r.Cancels || !r.IsCase() {
			continue
		}
		if r.Amount == paid.Left() {
			_, err := p.RetryRefund(ctx, paid.ID, r.ID, actor)
			return err
		}
		if _, err := p.CloseRefund(ctx, paid.ID, r.ID); err != nil {
			return err
		}
	}
	wanted := p.NewRefund(paid.ID, 0, reason, "", actor)
	wanted.Cancels = true
	_, err := p.Refund(ctx, wanted)
	if !errors.Is(err, ErrNotRefundable) {
		return err
	}
	// Somebody may have given it back at the same moment.
	now, readErr := p.Store.PaymentOfOrder(ctx, paid.OrderID)
	if readErr == nil && (now.returns(RefundOpen) || now.returns(RefundDone)) {
		return nil
	}
	return errors.Join(err, readErr)
}

// returns reports whether the payment's order is given back by a refund in this state.
func (d *Details) returns(state RefundState) bool {
	if d == nil {
		return false
	}
	for i := range d.Refunds {
		if d.Refunds[i].Cancels && d.Refunds[i].State == state {
			return true
		}
	}
	return false
}

// refunding reports whether a refund of the operator's is in progress.
func (d *Details) refunding() bool {
	for i := range d.Refunds {
		if d.Refunds[i].State == RefundOpen {
			return true
		}
	}
	return false
}

// twinReason says in the order's history, and with its refund, why it was given back.
func twinReason(twins []order.Twin) string {
	numbers := make([]string, len(twins))
	for i := range twins {
		numbers[i] = twins[i].Number
	}
	return "Doppelt bestellt: " + strings.Join(numbers, ", ")
}
