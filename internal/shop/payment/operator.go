package payment

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"kontor/internal/shop"
)

// Recheck reads a payment at PayPal on the operator's request.
//
// Errors: ErrNotFound.
func (p *Service) Recheck(ctx context.Context, id int64, actor string) (Details, error) {
	if _, err := p.Store.Payment(ctx, id); err != nil {
		return Details{}, err
	}
	if err := p.within(time.Now().Add(p.Timeout), func(ctx context.Context) error {
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

// Refund returns money of a paid order, wholly or in part, and returns the payment with
// the refund. What PayPal has not carried out in time is retried.
//
// Errors: ErrNotFound, ErrNotRefundable, ErrRefundTooMuch,
// checkout.ErrIdempotencyReuse.
func (p *Service) Refund(ctx context.Context, wanted *Refund) (Details, error) {
	refund, mine, err := p.Store.OrderRefund(ctx, *wanted)
	if err != nil {
		return Details{}, err
	}
	payment, err := p.Store.Payment(ctx, refund.PaymentID)
	if err != nil {
		return Details{}, err
	}
	if mine {
		if err := p.within(time.Now().Add(p.Timeout), func(ctx context.Context) error {
			p.giveBack(ctx, &payment, &refund)
			return nil
		}); err != nil {
			return Details{}, err
		}
	}
	return p.Store.PaymentDetails(ctx, payment.ID)
}

// NewRefund returns a refund ordered by the operator now; an amount of 0 means all that
// is left.
func (p *Service) NewRefund(payment int64, amount shop.Cents, note, request, actor string) *Refund {
	return NewRefund(payment, amount, note, request, actor, p.Now())
}

// giveBack makes an attempt at a refund whose lease the caller holds. The request id is
// the same each time, so that it takes effect once.
func (p *Service) giveBack(ctx context.Context, payment *Payment, r *Refund) {
	said, err := p.askGiveBack(ctx, payment, r)
	var refusal *PayPalRefusal
	switch at := p.Now(); {
	case err == nil:
		r.Observe(said, at)
	case errors.As(err, &refusal):
		r.Refused(refusal, at)
	default:
		p.logUnknown(payment, err)
		r.Undecided(at)
	}
	if r.State == RefundFailed {
		p.Log.Warn("refund failed", paymentAttr(payment), slog.Int64("refund", r.ID), slog.String("why", r.Reason))
	}
	if err := p.Store.SettleRefund(ctx, r); err != nil {
		// The lease ends by itself, and the same request id keeps PayPal from refunding
		// twice.
		p.Log.Error("outcome of a refund not stored", paymentAttr(payment), slog.Int64("refund", r.ID), slog.Any("error", err))
	}
}

func (p *Service) askGiveBack(ctx context.Context, payment *Payment, r *Refund) (PayPalRefund, error) {
	if r.PayPalID != "" {
		return p.readRefund(ctx, r.PayPalID)
	}
	return p.PayPal.RefundCapture(ctx, payment.Capture.ID, r.RequestID(), &r.Amount, "")
}
