package outbox

import (
	"context"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// Reader lists messages.
type Reader interface {
	// Messages returns one page of the messages that match the filter, newest first.
	Messages(context.Context, message.Filter) (message.Page, error)
}

// Store stores the messages for the operator. Each method is one transaction.
type Store interface {
	Reader
	Order(ctx context.Context, id int64) (order.Details, error)
	Message(ctx context.Context, id int64) (message.Message, error)
	OweMessage(ctx context.Context, m message.Message, actor string) (message.Message, error)
	ResendMessage(ctx context.Context, id int64, r message.Resend) (message.Message, error)
	DiscardMessage(ctx context.Context, id int64, actor string, at time.Time) (message.Message, error)
}

// Messages has the operator's use cases on messages.
type Service struct {
	Reader
	store  Store
	outbox *Outbox
	now    func() time.Time
}

// New returns the use cases on the messages of a store. outbox sends them; nil:
// there is no sender.
func New(store Store, outbox *Outbox, now func() time.Time) *Service {
	return &Service{Reader: store, store: store, outbox: outbox, now: shop.Clock(now)}
}

// SendsMail reports whether there is a sender of messages.
func (s *Service) SendsMail() bool { return s.outbox.Configured() }

// Message returns one message with its content, or message.ErrNotFound. One that
// is not yet rendered is shown as it would be sent now.
func (s *Service) Message(ctx context.Context, id int64) (message.Message, error) {
	m, err := s.store.Message(ctx, id)
	if err != nil || m.Content != nil || s.outbox == nil {
		return m, err
	}
	content, err := s.outbox.rendered(ctx, &m, nil)
	if err != nil {
		return m, nil // nothing to show; an attempt will report why
	}
	m.Content = &content
	return m, nil
}

// Resend sends a message on the operator's request, whatever its state, and returns it
// after the attempt. See [message.Message.Again].
//
// Errors: message.ErrMailNotSetUp, message.ErrNotFound, message.ErrBusy.
func (s *Service) Resend(ctx context.Context, id int64, actor string) (message.Message, error) {
	if !s.outbox.Configured() {
		return message.Message{}, message.ErrMailNotSetUp
	}
	now := s.now()
	return s.sent(ctx, func(sending message.Sending) (message.Message, error) {
		return s.store.ResendMessage(ctx, id, message.Resend{
			Sending: sending, Key: "erneut-" + AttemptID(now), Actor: actor, At: now,
		})
	})
}

// Discard gives up a message that was not sent yet.
//
// Errors: message.ErrNotFound, message.ErrDone, message.ErrBusy.
func (s *Service) Discard(ctx context.Context, id int64, actor string) (message.Message, error) {
	if _, err := s.store.DiscardMessage(ctx, id, actor, s.now()); err != nil {
		return message.Message{}, err
	}
	return s.Message(ctx, id)
}

// SendAbout sends an order's customer a message of the given kind on the operator's
// request, and returns it after the first attempt. An order has at most one message of
// each kind, which can be sent again.
//
// Errors: message.ErrKind, message.ErrMailNotSetUp, order.ErrNotFound,
// message.ErrUnfit, message.ErrExists.
func (s *Service) SendAbout(ctx context.Context, o int64, kind message.Kind, actor string) (message.Message, error) {
	if kind != message.KindPaid && kind != message.KindCancelled && kind != message.KindConfirmation {
		return message.Message{}, message.ErrKind
	}
	if !s.outbox.Configured() {
		return message.Message{}, message.ErrMailNotSetUp
	}
	details, err := s.store.Order(ctx, o)
	if err != nil {
		return message.Message{}, err
	}
	if !order.Suits(kind, details.Status) {
		return message.Message{}, message.ErrUnfit
	}
	now := s.now()
	return s.sent(ctx, func(sending message.Sending) (message.Message, error) {
		return s.store.OweMessage(ctx, messageAbout(&details.Order, kind, AttemptID(now), sending, now), actor)
	})
}

// sent calls owe, which stores a message, makes the first attempt at it and returns it
// with the outcome.
func (s *Service) sent(ctx context.Context, owe func(message.Sending) (message.Message, error)) (m message.Message, err error) {
	err = s.outbox.Deliver(ctx, func(sending message.Sending) ([]message.Message, *order.Order, error) {
		if m, err = owe(sending); err != nil {
			return nil, nil, err
		}
		return []message.Message{m}, nil, nil
	})
	if err != nil {
		return m, err
	}
	return s.Message(ctx, m.ID)
}
