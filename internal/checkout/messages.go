package checkout

import (
	"context"
	"time"

	"kontor"
)

// MessageReader lists messages.
type MessageReader interface {
	// Messages returns one page of the messages that pass the filter, newest first.
	Messages(context.Context, kontor.MessageFilter) (kontor.MessagePage, error)
}

// MessageStore keeps the messages for the operator. Each method is one
// transaction.
type MessageStore interface {
	MessageReader
	Order(ctx context.Context, id int64) (kontor.OrderDetails, error)
	Message(ctx context.Context, id int64) (kontor.Message, error)
	OweMessage(ctx context.Context, m kontor.Message, actor string) (kontor.Message, error)
	ResendMessage(ctx context.Context, id int64, r kontor.Resend) (kontor.Message, error)
	DiscardMessage(ctx context.Context, id int64, actor string, at time.Time) (kontor.Message, error)
}

// Messages are the operator's use cases on messages.
type Messages struct {
	MessageReader
	store  MessageStore
	outbox *Outbox
	now    func() time.Time
}

// NewMessages returns the use cases on the messages of a store. The outbox sends
// them; nil: there is no sender.
func NewMessages(store MessageStore, outbox *Outbox, now func() time.Time) *Messages {
	return &Messages{MessageReader: store, store: store, outbox: outbox, now: kontor.Clock(now)}
}

// SendsMail reports whether there is a sender of messages.
func (s *Messages) SendsMail() bool { return s.outbox.Configured() }

// Message returns one message with what it says, or kontor.ErrMessageNotFound.
// One that was not rendered yet is shown as it would be sent now.
func (s *Messages) Message(ctx context.Context, id int64) (kontor.Message, error) {
	m, err := s.store.Message(ctx, id)
	if err != nil || m.Content != nil || s.outbox == nil {
		return m, err
	}
	content, err := s.outbox.rendered(ctx, &m, nil)
	if err != nil {
		return m, nil // then there is nothing to show; an attempt says why
	}
	m.Content = &content
	return m, nil
}

// Resend sends a message because the operator wants it, whatever became of it
// before, and returns it after the attempt. See [kontor.Message.Again].
//
// Errors: kontor.ErrMailNotSetUp, kontor.ErrMessageNotFound,
// kontor.ErrMessageBusy.
func (s *Messages) Resend(ctx context.Context, id int64, actor string) (kontor.Message, error) {
	if !s.outbox.Configured() {
		return kontor.Message{}, kontor.ErrMailNotSetUp
	}
	now := s.now()
	return s.sent(ctx, func(sending kontor.Sending) (kontor.Message, error) {
		return s.store.ResendMessage(ctx, id, kontor.Resend{
			Sending: sending, Key: "erneut-" + AttemptID(now), Actor: actor, At: now,
		})
	})
}

// Discard gives a message up that was not sent yet.
//
// Errors: kontor.ErrMessageNotFound, kontor.ErrMessageDone,
// kontor.ErrMessageBusy.
func (s *Messages) Discard(ctx context.Context, id int64, actor string) (kontor.Message, error) {
	if _, err := s.store.DiscardMessage(ctx, id, actor, s.now()); err != nil {
		return kontor.Message{}, err
	}
	return s.Message(ctx, id)
}

// SendAbout sends the customer of an order a message of the given kind, which
// the operator asks for, and returns it after the first attempt. An order has one
// message of each kind, which can be sent again.
//
// Errors: kontor.ErrMessageKind, kontor.ErrMailNotSetUp,
// kontor.ErrOrderNotFound, kontor.ErrMessageUnfit, kontor.ErrMessageExists.
func (s *Messages) SendAbout(ctx context.Context, o int64, kind kontor.MessageKind, actor string) (kontor.Message, error) {
	if kind != kontor.MessagePaid && kind != kontor.MessageCancelled {
		return kontor.Message{}, kontor.ErrMessageKind
	}
	if !s.outbox.Configured() {
		return kontor.Message{}, kontor.ErrMailNotSetUp
	}
	details, err := s.store.Order(ctx, o)
	if err != nil {
		return kontor.Message{}, err
	}
	if !kontor.Suits(kind, details.Status) {
		return kontor.Message{}, kontor.ErrMessageUnfit
	}
	now := s.now()
	return s.sent(ctx, func(sending kontor.Sending) (kontor.Message, error) {
		return s.store.OweMessage(ctx, messageAbout(&details.Order, kind, AttemptID(now), sending, now), actor)
	})
}

// sent lets owe store a message, makes the first attempt at it and returns what
// became of it.
func (s *Messages) sent(ctx context.Context, owe func(kontor.Sending) (kontor.Message, error)) (m kontor.Message, err error) {
	err = s.outbox.Deliver(func(sending kontor.Sending) ([]kontor.Message, *kontor.Order, error) {
		if m, err = owe(sending); err != nil {
			return nil, nil, err
		}
		return []kontor.Message{m}, nil, nil
	})
	if err != nil {
		return m, err
	}
	return s.Message(ctx, m.ID)
}
