package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"kontor/internal/rescue"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/trace"
)

// Deliver calls owe, which stores messages about an order (nil if it has to be read),
// and makes the first attempts at them. It waits for these for at most [firstWait];
// slower attempts continue in the background, in the trace of ctx.
func (o *Outbox) Deliver(ctx context.Context, owe func(message.Sending) ([]message.Message, *order.Order, error)) error {
	sending := o.reserve()
	messages, order, err := owe(sending)
	messages = o.withoutHeld(messages)
	switch {
	case sending == message.SendingNow:
		o.first(ctx, messages, order)
	case sending != message.SendingOff && len(messages) > 0:
		o.wakeWorker()
	}
	return err
}

// Owe is like Deliver, but nobody waits for the attempts: the worker makes them.
func (o *Outbox) Owe(owe func(message.Sending) error) error {
	if !o.Configured() {
		return owe(message.SendingOff)
	}
	err := owe(message.SendingLater)
	o.wakeWorker()
	return err
}

// withoutHeld returns the messages that may be sent, and logs the others. The given
// slice is not changed.
func (o *Outbox) withoutHeld(messages []message.Message) (kept []message.Message) {
	for i := range messages {
		if m := &messages[i]; m.State == message.Held {
			o.count(message.Held)
			o.log.Warn("message held", messageAttr(m))
		} else {
			kept = append(kept, *m)
		}
	}
	return kept
}

// first makes attempts in a reserved slot, and releases it.
func (o *Outbox) first(ctx context.Context, messages []message.Message, order *order.Order) {
	made := make(chan struct{})
	begun := o.begin(func() {
		defer close(made)
		o.sideBySide(trace.With(o.sending, trace.From(ctx)), messages, order)
		<-o.slots
	})
	if !begun {
		return // the shop is closing; the next process makes the attempts
	}
	patience := time.NewTimer(firstWait)
	defer patience.Stop()
	select {
	case <-made:
	case <-patience.C:
	}
}

func (o *Outbox) sideBySide(ctx context.Context, messages []message.Message, order *order.Order) {
	var attempts sync.WaitGroup
	for i := range messages {
		attempts.Go(func() {
			rescue.Run(o.log, "outbox", func() { o.attempt(ctx, &messages[i], order) })
			if messages[i].State == message.Open {
				o.wakeWorker() // it has to know when the next attempt is due
			}
		})
	}
	attempts.Wait()
}

// errLostClaim means that the claim on the message has passed to somebody else, or
// ended.
var errLostClaim = errors.New("checkout: the message is no longer claimed")

// attempt sends a claimed message and stores the outcome. It reports whether the sender
// accepted the message.
func (o *Outbox) attempt(ctx context.Context, m *message.Message, order *order.Order) bool {
	ctx, cancel := context.WithTimeout(ctx, sendLimit)
	defer cancel()
	err := o.send(ctx, m, order)
	if errors.Is(err, errLostClaim) {
		return false
	}
	o.judge(ctx, m, err)
	o.count(m.State)
	if err := o.store.SettleMessage(context.WithoutCancel(ctx), m); err != nil {
		// The claim ends by itself, and the same key keeps the sender from sending
		// twice.
		o.log.ErrorContext(ctx, "outcome of a message not stored", messageAttr(m), slog.Any("error", err))
	}
	if err == nil && o.outage.CompareAndSwap(true, false) {
		o.hasten()
	}
	return err == nil
}

// hasten makes the worker send what failed during an outage, now that the sender is
// back.
func (o *Outbox) hasten() {
	if err := o.store.HastenMessages(o.sending, o.now()); err != nil {
		o.log.Error("messages not hastened", slog.Any("error", err))
	}
	o.wakeWorker()
}

// send sends the message, rendering it first unless an earlier attempt has.
func (o *Outbox) send(ctx context.Context, m *message.Message, order *order.Order) (err error) {
	defer func() {
		if p := recover(); p != nil { // one message must not end the shop
			err = message.ErrMailRefused.With(fmt.Sprintf("Die Nachricht konnte nicht erstellt werden (%T).", p))
		}
	}()
	if m.Content == nil {
		if err := o.render(ctx, m, order); err != nil {
			return err
		}
	}
	whole, err := o.filled(ctx, m)
	if err != nil {
		return err
	}
	return o.mailer.Send(ctx, whole)
}

// filled returns a message with the documents that are attached to it. They are not
// stored with it: nothing changes them where they are kept.
func (o *Outbox) filled(ctx context.Context, m *message.Message) (*message.Message, error) {
	content := *m.Content
	content.Attached = nil
	for _, file := range m.Content.Attached {
		if file.Document != "" {
			_, kept, err := o.store.Document(ctx, m.OrderID, file.Document)
			if err != nil {
				return nil, err
			}
			if file.Data = kept.PDF; file.Data == nil {
				continue // the term of retention is over
			}
		}
		content.Attached = append(content.Attached, file)
	}
	whole := *m
	whole.Content = &content
	return &whole, nil
}

// render renders the message's content and stores it.
func (o *Outbox) render(ctx context.Context, m *message.Message, order *order.Order) error {
	content, err := o.rendered(ctx, m, order)
	if err != nil {
		return err
	}
	m.Content = &content
	held, err := o.store.KeepContent(ctx, m)
	if err == nil && !held {
		err = errLostClaim
	}
	return err
}

func (o *Outbox) rendered(ctx context.Context, m *message.Message, order *order.Order) (content message.MailContent, err error) {
	if order == nil && m.OrderID != 0 {
		details, err := o.store.Order(ctx, m.OrderID)
		if err != nil {
			return content, err
		}
		order = &details.Order
	}
	if content, err = o.mailer.Render(m, order); err != nil {
		err = message.ErrMailRefused.With("Die Nachricht konnte nicht erstellt werden: " + reason(err, m))
	}
	return content, err
}

// judge turns the outcome of an attempt into the message's new state.
func (o *Outbox) judge(ctx context.Context, m *message.Message, err error) {
	at := o.now()
	switch {
	case err == nil:
		m.Sent(at)
		return
	case errors.Is(err, message.ErrMailPaused):
		m.Paused(at)
	case errors.Is(err, message.ErrMailRefused):
		m.Refused(reason(err, m), at)
	default:
		m.Delayed(reason(err, m), at)
	}
	o.log.WarnContext(ctx, "message not sent", messageAttr(m), slog.String("state", string(m.State)))
}

// messageAttr returns the log attribute that identifies a message. It leaves out reasons: they
// are a sender's words and may quote a customer.
func messageAttr(m *message.Message) slog.Attr {
	return slog.Group("message", slog.Int64("id", m.ID), slog.String("kind", string(m.Kind)),
		slog.Int64("order", m.OrderID), slog.Int("attempt", m.Attempts))
}
