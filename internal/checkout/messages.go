package checkout

import (
	"context"

	"kontor"
)

// Messages returns one page of the messages that pass the filter, newest first.
func (s *Service) Messages(ctx context.Context, f kontor.MessageFilter) (kontor.MessagePage, error) {
	return s.Store.Messages(ctx, f)
}

// Message returns one message with what it says, or kontor.ErrMessageNotFound.
// One that was not rendered yet is shown as it would be sent now.
func (s *Service) Message(ctx context.Context, id int64) (kontor.Message, error) {
	m, err := s.Store.Message(ctx, id)
	if err != nil || m.Content != nil || s.Outbox == nil {
		return m, err
	}
	content, err := s.Outbox.rendered(ctx, &m, nil)
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
func (s *Service) Resend(ctx context.Context, id int64, actor string) (kontor.Message, error) {
	if !s.Outbox.configured() {
		return kontor.Message{}, kontor.ErrMailNotSetUp
	}
	now := s.now()
	return s.sent(ctx, func(sending kontor.Sending) (kontor.Message, error) {
		return s.Store.ResendMessage(ctx, id, kontor.Resend{
			Sending: sending, Key: "erneut-" + attemptID(now), Actor: actor, At: now,
		})
	})
}

// Discard gives a message up that was not sent yet.
//
// Errors: kontor.ErrMessageNotFound, kontor.ErrMessageDone,
// kontor.ErrMessageBusy.
func (s *Service) Discard(ctx context.Context, id int64, actor string) (kontor.Message, error) {
	if _, err := s.Store.DiscardMessage(ctx, id, actor, s.now()); err != nil {
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
func (s *Service) SendAbout(ctx context.Context, order int64, kind kontor.MessageKind, actor string) (kontor.Message, error) {
	if kind != kontor.MessagePaid && kind != kontor.MessageCancelled {
		return kontor.Message{}, kontor.ErrMessageKind
	}
	if !s.Outbox.configured() {
		return kontor.Message{}, kontor.ErrMailNotSetUp
	}
	details, err := s.Store.Order(ctx, order)
	if err != nil {
		return kontor.Message{}, err
	}
	if !kind.Suits(details.Status) {
		return kontor.Message{}, kontor.ErrMessageUnfit
	}
	now := s.now()
	return s.sent(ctx, func(sending kontor.Sending) (kontor.Message, error) {
		return s.Store.OweMessage(ctx, messageAbout(&details.Order, kind, attemptID(now), sending, now), actor)
	})
}

// sent lets owe store a message, makes the first attempt at it and returns what
// became of it.
func (s *Service) sent(ctx context.Context, owe func(kontor.Sending) (kontor.Message, error)) (m kontor.Message, err error) {
	err = s.Outbox.deliver(func(sending kontor.Sending) ([]kontor.Message, *kontor.Order, error) {
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
