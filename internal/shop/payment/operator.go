package payment

import (
	"context"
	"errors"
	"time"
)

// Recheck reads a payment at PayPal on the operator's request.
//
// Errors: ErrNotFound.
func (p *Service) Recheck(ctx context.Context, id int64, actor string) (Details, error) {
	if _, err := p.Store.Payment(ctx, id); err != nil {
		return Details{}, err
	}
	if err := p.within(ctx, time.Now().Add(p.Timeout), func(ctx context.Context) error {
		_, _, err := p.settle(ctx, id, actor)
		return err
	}); err != nil {
		return Details{}, err
	}
	return p.Store.PaymentDetails(ctx, id)
}

// SettleByHand closes a case that the operator has dealt with outside the shop, with
// the operator's note in its history. PayPal is not called.
//
// Errors: ErrNotFound, ErrNothingToSettle, ErrBusy.
func (p *Service) SettleByHand(ctx context.Context, id int64, note, actor string) (Details, error) {
	at := p.Now()
	var refusal error
	changed, err := p.Store.ChangePayment(ctx, Change{
		ID: id, Actor: actor, At: at, Note: note,
		Apply: func(payment *Payment) { refusal = payment.SettleByHand(at) },
	})
	if err := errors.Join(err, refusal); err != nil {
		return Details{}, err
	}
	p.Log.Info("payment settled by hand", paymentAttr(&changed.Payment))
	return p.Store.PaymentDetails(ctx, id)
}
