package payment

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// Webhook accepts a notification: it is verified, stored, and followed by the
// reconciliation at once. Nothing in it is trusted except which payment to read.
// Anything but an event is refused without calling PayPal.
//
// Errors: ErrWebhook; ErrWebhookUnchecked if PayPal did not say whether it is genuine,
// so that it is sent again.
func (p *Service) Webhook(ctx context.Context, webhook PayPalWebhook) error {
	event, err := ReadPayPalEvent(webhook.Body)
	switch {
	case err != nil, event.ID == "":
		return ErrWebhook
	case p.verifications.lasts(p.Now()):
		return ErrWebhookUnchecked
	}
	genuine, err := p.PayPal.VerifyWebhook(ctx, webhook)
	switch {
	case err != nil:
		p.verifications.heed(err, p.Now())
		p.Log.Warn("notification of PayPal not verified", slog.Any("error", err))
		return ErrWebhookUnchecked
	case !genuine:
		return ErrWebhook
	}
	if err := p.Store.KeepPayPalEvent(ctx, event, p.Now()); err != nil {
		return err
	}
	select {
	case p.wake <- struct{}{}:
	default: // already woken
	}
	return nil
}

// followPatience is how long a notification waits for another read of its payment. After
// that it is due again soon.
const followPatience = 2 * time.Second

// follow reads the payment that a notification names. It reports whether the
// notification is done.
func (p *Service) follow(ctx context.Context, event PayPalEvent) bool {
	if event.DisputeID != "" {
		return p.followDispute(ctx, event)
	}
	payment, err := p.named(ctx, event)
	switch {
	case err == nil:
		payment, read := p.readNews(ctx, payment.ID)
		return read && !(payment.State == StateExpired && event.Patient())
	case !errors.Is(err, ErrNotFound):
		return false
	case event.OrderID != "":
		return p.stray(ctx, event)
	case event.CaptureID != "":
		return p.strayCapture(ctx, event)
	}
	return true // it names nothing that could be read
}

// readNews reads a payment about which PayPal has news, and reports whether that
// succeeded. Whoever is reading it already may have missed them, so they are waited for.
func (p *Service) readNews(ctx context.Context, id int64) (payment Payment, read bool) {
	payment, mine, err := p.settle(ctx, id, ActorWebhook)
	if !mine && err == nil && payment.Leased(p.Now()) {
		p.await(ctx, time.Now().Add(followPatience), payment.ID, func(*Payment) bool { return true })
		payment, mine, err = p.settle(ctx, payment.ID, ActorWebhook)
	}
	return payment, mine && err == nil
}

// strayCapture reads a capture that the journal does not know, from a notification that
// does not name the order.
func (p *Service) strayCapture(ctx context.Context, event PayPalEvent) bool {
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

// unread reports whether a notification is done although PayPal does not show its
// subject.
func (p *Service) unread(event PayPalEvent, err error) bool {
	p.heed(err)
	var refusal *PayPalRefusal
	return errors.As(err, &refusal) && !event.Patient()
}

// named finds the payment that a notification names.
func (p *Service) named(ctx context.Context, event PayPalEvent) (payment Payment, err error) {
	err = ErrNotFound
	if event.OrderID != "" {
		payment, err = p.Store.PaymentByPayPal(ctx, event.OrderID)
	}
	if errors.Is(err, ErrNotFound) && event.CaptureID != "" {
		payment, err = p.Store.PaymentByCapture(ctx, event.CaptureID)
	}
	return payment, err
}

// stray reads an order at PayPal whose id the journal does not know. It may be one
// whose id got lost on its way to the shop. Money for any other is a case for the
// operator; an order without money is somebody else's, and stays untouched.
func (p *Service) stray(ctx context.Context, event PayPalEvent) bool {
	order, err := p.PayPal.Order(ctx, event.OrderID)
	if err != nil {
		return p.unread(event, err)
	}
	payment, err := p.Store.PaymentByKey(ctx, order.CustomID)
	switch {
	case err == nil && payment.PayPalOrderID == "":
		_, err = p.step(ctx, payment.ID, ActorWebhook, func(payment *Payment, at time.Time) { payment.CreatedAs(order.ID, at) })
		if err == nil {
			_, _, err = p.settle(ctx, payment.ID, ActorWebhook)
		}
		return err == nil
	case err != nil && !errors.Is(err, ErrNotFound):
		return false
	case !order.HasMoney():
		return true
	}
	return p.keepForeign(ctx, &order)
}

func (p *Service) keepForeign(ctx context.Context, o *PayPalOrder) bool {
	at := p.Now()
	payment := ForeignMoney(o, at)
	p.Log.Error("money for an unknown payment", paymentAttr(payment), slog.String("paypal_order", o.ID))
	err := p.Outbox.Deliver(ctx, func(sending message.Sending) ([]message.Message, *order.Order, error) {
		owed, err := p.Store.KeepForeignMoney(context.Background(), *payment, owedFor(&Payment{}, payment, nil, sending, at))
		return owed, nil, err
	})
	return err == nil
}
