package payment

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// Webhook takes a notification: verified, stored, and looked at by the
// reconciliation at once. Nothing in it is believed but which payment to look at.
//
// Errors: ErrWebhook; ErrWebhookUnchecked when PayPal did not say
// whether it is genuine, so that it is sent again.
func (p *Payments) Webhook(ctx context.Context, webhook PayPalWebhook) error {
	genuine, err := p.PayPal.VerifyWebhook(ctx, webhook)
	switch {
	case err != nil:
		p.heed(err)
		p.Log.Warn("notification of PayPal not verified", slog.Any("error", err))
		return ErrWebhookUnchecked
	case !genuine:
		return ErrWebhook
	}
	event, err := ReadPayPalEvent(webhook.Body)
	if err != nil || event.ID == "" {
		event.ID = webhook.TransmissionID
	}
	if err := p.Store.KeepPayPalEvent(ctx, event, p.Now()); err != nil {
		return err
	}
	select {
	case p.wake <- struct{}{}:
	default: // the reconciliation has not yet looked since the last time
	}
	return nil
}

// follow looks at the payment that a notification names. It reports whether
// that is done with.
func (p *Payments) follow(ctx context.Context, event PayPalEvent) bool {
	payment, err := p.named(ctx, event)
	switch {
	case err == nil:
		payment, mine, err := p.settle(ctx, payment.ID, ActorWebhook)
		return mine && err == nil && !(payment.State == PaymentExpired && event.Patient())
	case !errors.Is(err, ErrPaymentNotFound):
		return false
	case event.OrderID != "":
		return p.stray(ctx, event)
	case event.CaptureID != "":
		return p.strayCapture(ctx, event)
	}
	return true // about nothing that could be looked at
}

// strayCapture looks at a capture that the journal does not know, of which the
// notification does not name the order.
func (p *Payments) strayCapture(ctx context.Context, event PayPalEvent) bool {
	capture, err := p.PayPal.Capture(ctx, event.CaptureID)
	switch {
	case err != nil:
		return p.unread(event, err)
	case capture.OrderID == "":
		return true
	}
	event.OrderID = capture.OrderID
	return p.follow(ctx, event)
}

// unread reports whether that is the end of a notification about something that
// PayPal does not show.
func (p *Payments) unread(event PayPalEvent, err error) bool {
	p.heed(err)
	var refusal *PayPalRefusal
	return errors.As(err, &refusal) && !event.Patient()
}

// named finds the payment that a notification names.
func (p *Payments) named(ctx context.Context, event PayPalEvent) (payment Payment, err error) {
	err = ErrPaymentNotFound
	if event.OrderID != "" {
		payment, err = p.Store.PaymentByPayPal(ctx, event.OrderID)
	}
	if errors.Is(err, ErrPaymentNotFound) && event.CaptureID != "" {
		payment, err = p.Store.PaymentByCapture(ctx, event.CaptureID)
	}
	return payment, err
}

// stray looks at an order at PayPal that the journal does not know by its id. It
// may be one whose id got lost on its way here. Money of any other is a human's
// case; an order without money is somebody else's, and stays untouched.
func (p *Payments) stray(ctx context.Context, event PayPalEvent) bool {
	order, err := p.PayPal.Order(ctx, event.OrderID)
	if err != nil {
		return p.unread(event, err)
	}
	payment, err := p.Store.PaymentByKey(ctx, order.CustomID)
	switch {
	case err == nil && payment.PayPalOrderID == "":
		_, err = p.step(payment.ID, ActorWebhook, func(payment *Payment, at time.Time) { payment.CreatedAs(order.ID, at) })
		if err == nil {
			_, _, err = p.settle(ctx, payment.ID, ActorWebhook)
		}
		return err == nil
	case err != nil && !errors.Is(err, ErrPaymentNotFound):
		return false
	case !order.HasMoney():
		return true
	}
	return p.keepForeign(&order)
}

func (p *Payments) keepForeign(o *PayPalOrder) bool {
	at := p.Now()
	payment := ForeignMoney(o, at)
	p.Log.Error("money for an unknown payment", tellPayment(payment), slog.String("paypal_order", o.ID))
	err := p.Outbox.Deliver(func(sending message.Sending) ([]message.Message, *order.Order, error) {
		owed, err := p.Store.KeepForeignMoney(context.Background(), *payment, owedFor(&Payment{}, payment, nil, sending, at))
		return owed, nil, err
	})
	return err == nil
}
