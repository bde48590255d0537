package payment

import (
	"context"
	"errors"
	"time"
)

// capture takes the money of an approved order that was just read. If the outcome is
// unknown the order is read again; the request id stays the same, so that the money is
// taken once.
func (p *Service) capture(ctx context.Context, payment Payment, actor string, mayRepeat bool) (Payment, bool, error) {
	attempt := payment.Attempt
	order, err := p.PayPal.CaptureOrder(ctx, payment.PayPalOrderID, payment.CaptureRequest())
	var refusal *PayPalRefusal
	switch {
	case err == nil:
		payment, err = p.step(ctx, payment.ID, actor, func(payment *Payment, at time.Time) { payment.Observe(&order, at) })
		return payment, payment.OwesRefund(), err
	case errors.As(err, &refusal):
		return p.refused(ctx, payment, refusal, attempt, actor)
	case actor == ActorBuyer && mayRepeat:
		p.logUnknown(&payment, err)
		return payment, true, nil
	}
	payment, err = p.undecided(ctx, payment, err, actor)
	return payment, false, err
}

// refused processes PayPal's refusal of a capture. It may mean that somebody else has
// captured, as the order then shows.
func (p *Service) refused(ctx context.Context, payment Payment, refusal *PayPalRefusal, attempt int, actor string) (Payment, bool, error) {
	read := false
	payment, err := p.step(ctx, payment.ID, actor, func(payment *Payment, at time.Time) {
		read = payment.CaptureRefused(refusal, attempt, at)
	})
	if err != nil || !read {
		return payment, false, err
	}
	if refusal.Issue != PayPalIssueDuplicateInvoiceID {
		return payment, true, nil
	}
	return p.duplicateInvoice(ctx, payment, actor)
}

// duplicateInvoice finds out whether the number was paid through this very order.
func (p *Service) duplicateInvoice(ctx context.Context, payment Payment, actor string) (Payment, bool, error) {
	order, err := p.order(ctx, &payment)
	if err != nil {
		payment, err = p.notRead(ctx, payment, err, actor)
		return payment, false, err
	}
	payment, err = p.step(ctx, payment.ID, actor, func(payment *Payment, at time.Time) {
		if len(order.Captures) == 0 {
			payment.DuplicateInvoice(at)
			return
		}
		payment.Observe(&order, at)
	})
	return payment, payment.OwesRefund(), err
}

// askRefund reads a refund that PayPal already knows, or else requests it.
func (p *Service) askRefund(ctx context.Context, payment *Payment) (PayPalRefund, error) {
	if payment.Refund.Status == PayPalRefundPending {
		return p.readRefund(ctx, payment.Refund.ID)
	}
	return p.PayPal.RefundCapture(ctx, payment.Capture.ID, PayPalNewRefund{RequestID: payment.RefundRequest(), CustomID: payment.RefundCustomID()})
}

// readRefund reads a refund. PayPal remembers request ids only for weeks, so a refund
// that it already processes must not be requested again. A refusal of the read is not a
// refusal of the refund.
func (p *Service) readRefund(ctx context.Context, id string) (PayPalRefund, error) {
	refund, err := p.PayPal.Refund(ctx, id)
	if refusal := (*PayPalRefusal)(nil); errors.As(err, &refusal) {
		err = refusal.Unknown()
	}
	return refund, err
}

// refund returns money that does not become an order. The request id stays the same
// until PayPal has refused the refund for good.
func (p *Service) refund(ctx context.Context, payment Payment, actor string) (Payment, error) {
	payment, err := p.step(ctx, payment.ID, actor, func(payment *Payment, at time.Time) {
		payment.BeginRefund(at)
		payment.Lease(at)
	})
	if err != nil {
		return payment, err
	}
	refund, err := p.askRefund(ctx, &payment)
	var refusal *PayPalRefusal
	switch {
	case err == nil:
		return p.step(ctx, payment.ID, actor, func(payment *Payment, at time.Time) { payment.ObserveRefund(refund, at) })
	case errors.As(err, &refusal):
		return p.step(ctx, payment.ID, actor, func(payment *Payment, at time.Time) { payment.RefundRefused(refusal, at) })
	}
	return p.undecided(ctx, payment, err, actor)
}
