package payment

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

// settle advances a payment as far as PayPal allows. Browser, webhook and operator all
// come here; the reconciliation calls [Service.pursue]. If somebody else is processing
// the payment, it is returned unchanged.
func (p *Service) settle(ctx context.Context, id int64, actor string) (_ Payment, mine bool, err error) {
	payment, err := p.step(ctx, id, actor, func(payment *Payment, at time.Time) {
		if mine = !payment.Leased(at) && worthReading(payment, actor); mine {
			if actor == ActorBuyer {
				payment.Claim(at)
			}
			payment.Lease(at)
		}
	})
	if err != nil || !mine {
		return payment, false, err
	}
	p.holding(Lease{Payment: id}, func() { payment, err = p.pursue(ctx, payment, actor) })
	return payment, true, err
}

// worthReading reports whether PayPal may have news. The buyer's browser only waits for
// money; it cannot make the shop call PayPal for ever.
func worthReading(payment *Payment, actor string) bool {
	if payment.PayPalOrderID == "" {
		return false
	}
	switch payment.State {
	case StateCompleted, StateRefundDue, StateRefunding, StateRefunded,
		StateDeclined, StateDiscarded:
		return actor != ActorBuyer
	}
	return true
}

// rounds bounds how often one read calls PayPal.
const rounds = 3

// roundPause is the pause between two rounds.
const roundPause = 200 * time.Millisecond

// pursue reads a payment at PayPal whose lease the caller holds, and acts on the
// result, until there is nothing more to do for now.
func (p *Service) pursue(ctx context.Context, payment Payment, actor string) (Payment, error) {
	var err error
	for round, again := 1, true; again && err == nil; round++ {
		switch {
		case payment.OwesRefund():
			return p.refund(ctx, payment, actor)
		case payment.PayPalOrderID == "":
			return p.step(ctx, payment.ID, actor, expireUnanswered)
		case payment.State.WithoutMoney() && payment.LeaseUntil.IsZero():
			return payment, nil // its coupon was used while it was being claimed
		case round > rounds:
			return p.undecided(ctx, payment, errNothingNew, actor)
		case round > 1:
			rest(ctx, roundPause)
		}
		payment, again, err = p.read(ctx, payment, actor, round < rounds)
	}
	return payment, err
}

// errNothingNew means that PayPal contradicts itself for now.
var errNothingNew = errors.New("checkout: PayPal says captured, but shows no capture")

// expireUnanswered gives up a payment for which PayPal never returned an id.
func expireUnanswered(payment *Payment, at time.Time) {
	if !at.Before(payment.CreatedAt.Add(CreateLife)) {
		payment.Expire(at)
		return
	}
	payment.Release(at)
}

// read reads the order at PayPal, which decides everything, and captures it if that is
// the next step. It reports whether to read it again.
func (p *Service) read(ctx context.Context, payment Payment, actor string, mayRepeat bool) (Payment, bool, error) {
	order, err := p.order(ctx, &payment)
	if err != nil {
		payment, err = p.notRead(ctx, payment, err, actor)
		return payment, false, err
	}
	capture := false
	payment, err = p.step(ctx, payment.ID, actor, func(payment *Payment, at time.Time) {
		// Approving at PayPal was the order; only the browser got lost.
		if order.Status == PayPalOrderApproved && !payment.Confirm {
			payment.Claim(at)
		}
		if capture = payment.Observe(&order, at); capture {
			payment.Lease(at)
		}
	})
	switch {
	case err != nil:
		return payment, false, err
	case payment.OwesRefund():
		return payment, true, nil
	case !capture || payment.State != StateCapturing: // its coupon may be gone
		return payment, false, nil
	}
	return p.capture(ctx, payment, actor, mayRepeat)
}

// order reads a payment's order at PayPal, or if PayPal does not find it, the capture
// that the journal knows of it.
func (p *Service) order(ctx context.Context, payment *Payment) (PayPalOrder, error) {
	order, err := p.PayPal.Order(ctx, payment.PayPalOrderID)
	if payment.Capture.ID == "" || !notFound(err) {
		return order, err
	}
	capture, err := p.PayPal.Capture(ctx, payment.Capture.ID)
	return PayPalOrder{ID: payment.PayPalOrderID, Status: PayPalOrderCompleted, Captures: []PayPalCapture{capture}}, err
}

// notFound reports whether PayPal says that it does not know the subject of a call.
func notFound(err error) bool {
	var refusal *PayPalRefusal
	return errors.As(err, &refusal) && refusal.NotFound()
}

// notRead stores that PayPal does not know the order, or has not answered.
func (p *Service) notRead(ctx context.Context, payment Payment, err error, actor string) (Payment, error) {
	if notFound(err) {
		return p.step(ctx, payment.ID, actor, func(payment *Payment, at time.Time) { payment.NotFound(at) })
	}
	return p.undecided(ctx, payment, err, actor)
}

// undecided stores that PayPal has not decided.
func (p *Service) undecided(ctx context.Context, payment Payment, err error, actor string) (Payment, error) {
	debugID := p.logUnknown(&payment, err)
	return p.step(ctx, payment.ID, actor, func(payment *Payment, at time.Time) {
		payment.Undecided(debugID, at)
		payment.NoteDenial(err)
	})
}

// logUnknown logs an unknown outcome, and heeds PayPal's request for fewer calls.
func (p *Service) logUnknown(payment *Payment, err error) (debugID string) {
	p.Log.Warn("PayPal has not decided", paymentAttr(payment), slog.Any("error", err))
	p.heed(err)
	var unknown *PayPalUnknown
	var refusal *PayPalRefusal
	switch {
	case errors.As(err, &unknown):
		return unknown.DebugID
	case errors.As(err, &refusal):
		return refusal.DebugID
	}
	return ""
}
