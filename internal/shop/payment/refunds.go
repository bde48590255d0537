package payment

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/trace"
)

// NewRefund returns a refund ordered by the operator now; an amount of 0 means all that
// is left.
func (p *Service) NewRefund(payment int64, amount shop.Cents, note, request, actor string) *Refund {
	return NewRefund(payment, amount, note, request, actor, p.Now())
}

// Refund returns money of a paid order, wholly or in part, and returns the payment with
// the refund. What PayPal has not carried out in time is retried.
//
// Errors: ErrNotFound, ErrNotRefundable, ErrRefundTooMuch,
// checkout.ErrIdempotencyReuse, and those of [Refund.Outcome], with which the refund is
// stored all the same.
func (p *Service) Refund(ctx context.Context, wanted *Refund) (Details, error) {
	refund, mine, err := p.Store.OrderRefund(ctx, *wanted)
	if err != nil {
		return Details{}, err
	}
	return p.carryOut(ctx, refund, mine, wanted.Actor)
}

// RetryRefund orders a failed refund again under another request id, and returns its
// payment. One that somebody else is already retrying is left to them.
//
// Errors: ErrNotFound, and those of [Refund.Retry] and [Refund.Outcome].
func (p *Service) RetryRefund(ctx context.Context, payment, refund int64, actor string) (Details, error) {
	mine := false
	changed, err := p.changeRefund(context.WithoutCancel(ctx), payment, refund, func(r *Refund, of *Payment, at time.Time) error {
		if mine = r.State != RefundOpen; !mine {
			return nil
		}
		r.Lease(at)
		return r.Retry(of, at)
	})
	if err != nil {
		return Details{}, err
	}
	return p.carryOut(ctx, changed.Refund, mine, actor)
}

// CloseRefund ends the case of a failed refund without returning the money, and returns
// its payment.
//
// Errors: ErrNotFound, and those of [Refund.Close].
func (p *Service) CloseRefund(ctx context.Context, payment, refund int64) (Details, error) {
	if _, err := p.changeRefund(context.WithoutCancel(ctx), payment, refund, func(r *Refund, _ *Payment, at time.Time) error { return r.Close(at) }); err != nil {
		return Details{}, err
	}
	return p.Store.PaymentDetails(ctx, payment)
}

// carryOut asks PayPal for a refund if its lease is the caller's, and returns what came
// of it.
func (p *Service) carryOut(ctx context.Context, refund Refund, mine bool, actor string) (Details, error) {
	if mine {
		if err := p.within(ctx, time.Now().Add(p.Timeout), func(ctx context.Context) error {
			refund = p.giveBack(ctx, refund, actor)
			return nil
		}); err != nil {
			return Details{}, err
		}
	}
	details, err := p.Store.PaymentDetails(ctx, refund.PaymentID)
	if err != nil {
		return Details{}, err
	}
	for i := range details.Refunds {
		if details.Refunds[i].ID == refund.ID {
			return details, details.Refunds[i].Outcome()
		}
	}
	return details, nil
}

// retryRefunds repeats the operator's refunds that PayPal has not carried out. It
// claims only as many as it requests at once, so that no lease expires while waiting.
func (p *Service) retryRefunds(ctx context.Context) {
	for n := 0; n < perRound && !p.pausing() && ctx.Err() == nil; n += atOnce {
		refunds, err := p.Store.ClaimRefunds(ctx, atOnce, p.Now())
		if err != nil {
			p.notReconciled(err)
			return
		}
		eachAtOnce(p.Log, refunds, func(refund Refund) { p.giveBack(context.WithoutCancel(ctx), refund, ActorJob) })
		if len(refunds) < atOnce {
			return
		}
	}
}

// giveBack makes an attempt at a refund whose lease the caller holds. The request id is
// the same until PayPal has refused it for good, so that it takes effect once. If it
// failed, the order is read, since PayPal may have less of its money than the journal
// says.
func (p *Service) giveBack(ctx context.Context, refund Refund, actor string) Refund {
	payment, err := p.Store.Payment(ctx, refund.PaymentID)
	if err != nil {
		p.notReconciled(err) // the lease ends by itself
		return refund
	}
	var said PayPalRefund
	var failure error
	p.holding(Lease{payment.ID, refund.ID}, func() { said, failure = p.askGiveBack(ctx, &payment, &refund) })
	if refusal := (*PayPalRefusal)(nil); failure != nil && !errors.As(failure, &refusal) {
		p.logUnknown(&payment, failure)
	}
	changed, err := p.changeRefund(trace.Continued(ctx), payment.ID, refund.ID, func(r *Refund, _ *Payment, at time.Time) error {
		r.Conclude(said, failure, at)
		return nil
	})
	if err != nil {
		// The lease ends by itself, and the same request id keeps PayPal from refunding
		// twice.
		p.Log.Error("outcome of a refund not stored", paymentAttr(&payment), slog.Int64("refund", refund.ID), slog.Any("error", err))
		return refund
	}
	if changed.Refund.State == RefundFailed {
		p.Log.Warn("refund failed", paymentAttr(&payment), slog.Int64("refund", refund.ID), slog.String("why", changed.Refund.Reason))
		if _, _, err := p.settle(ctx, payment.ID, actor); err != nil {
			p.notReconciled(err) // it is due anyway
		}
	}
	return changed.Refund
}

func (p *Service) askGiveBack(ctx context.Context, payment *Payment, r *Refund) (PayPalRefund, error) {
	if r.PayPalID != "" {
		return p.readRefund(ctx, r.PayPalID)
	}
	return p.PayPal.RefundCapture(ctx, payment.Capture.ID, PayPalNewRefund{RequestID: r.RequestID(), CustomID: r.CustomID(), Amount: &r.Amount})
}

// changeRefund makes one step of a refund and the first attempts at the messages that
// it causes.
func (p *Service) changeRefund(ctx context.Context, payment, refund int64, apply func(*Refund, *Payment, time.Time) error) (changed ChangedRefund, err error) {
	at := p.Now()
	err = p.Outbox.Deliver(ctx, func(sending message.Sending) (_ []message.Message, _ *order.Order, err error) {
		changed, err = p.Store.ChangeRefund(ctx, RefundChange{
			PaymentID: payment, ID: refund, At: at,
			Apply: func(r *Refund, of *Payment) error { return apply(r, of, at) },
			Owe: func(before, after *Refund, of *Payment, o *order.Order) []message.Message {
				return owedForRefund(before, after, of, o, sending, at)
			},
		})
		return changed.Messages, nil, err
	})
	return changed, err
}
