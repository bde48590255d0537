package outbox_test

import (
	"context"
	"sync"
	"sync/atomic"

	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
)

// sender is a mailer with a scripted provider.
type sender struct {
	off     bool        // no sender is configured
	paused  atomic.Bool // the circuit breaker is open
	renders atomic.Int64

	mu       sync.Mutex
	fail     func(context.Context, *message.Message) error // nil: everything is accepted
	attempts map[string]int                                // by key
	taken    []message.Message
	busy     int
	busiest  int
}

func newSender() *sender { return &sender{attempts: make(map[string]int)} }

func (s *sender) Configured() bool { return !s.off }
func (s *sender) Available() bool  { return !s.off && !s.paused.Load() }

func (s *sender) Render(m *message.Message, o *order.Order) (message.MailContent, error) {
	s.renders.Add(1)
	return message.MailContent{Subject: m.Kind.Label(), Text: o.Number + " für " + o.Customer.Name}, nil
}

func (s *sender) Send(ctx context.Context, m *message.Message) error {
	s.mu.Lock()
	s.attempts[m.Key]++
	s.busy++
	s.busiest = max(s.busiest, s.busy)
	fail := s.fail
	s.mu.Unlock()
	var err error
	if fail != nil {
		err = fail(ctx, m)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy--
	if err == nil {
		s.taken = append(s.taken, *m)
	}
	return err
}

// script sets the outcome of attempts from now on.
func (s *sender) script(fail func(context.Context, *message.Message) error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fail = fail
}

// made returns the total number of attempts.
func (s *sender) made() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, attempts := range s.attempts {
		n += attempts
	}
	return n
}

// sent returns what the provider accepted.
func (s *sender) sent() []message.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]message.Message(nil), s.taken...)
}

// hang waits until the attempt is given up.
func hang(ctx context.Context, _ *message.Message) error {
	<-ctx.Done()
	return ctx.Err()
}
