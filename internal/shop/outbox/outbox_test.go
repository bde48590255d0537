package outbox_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"kontor/internal/shop/message"
)

func TestFirstAttemptIsMadeBeforeTheAnswer(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		placed, took := s.order()
		if took > 0 {
			t.Errorf("the answer waited %v", took)
		}
		for _, m := range s.want(message.Sent, 1) {
			if m.SentAt.IsZero() || m.Claimed || m.Reason != "" {
				t.Errorf("sent: %+v", m)
			}
		}
		s.wantTaken(2)
		for _, m := range s.sender.sent() {
			switch {
			case m.Kind == message.KindOperatorOrder && m.To == "" && m.Language == "de":
			case m.Kind == message.KindConfirmation && m.To == "erika@example.org" && m.Language == "fr":
			default:
				t.Errorf("sent: %+v", m)
			}
			if m.OrderID != placed.Order.ID || m.Content.Text != placed.Order.Number+" für Erika Muster" {
				t.Errorf("%s says %q", m.Kind, m.Content.Text)
			}
		}
	})
}

// H49: whatever the sender does, the order is placed, within 4 s.
func TestH49_OrderIsPlacedWhateverTheSenderDoes(t *testing.T) {
	slowly := func(ctx context.Context, _ *message.Message) error {
		select {
		case <-time.After(10 * time.Second):
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for name, c := range map[string]struct {
		fail  func(context.Context, *message.Message) error
		waits time.Duration
		state message.State // after a minute
		tries int
	}{
		"fails":   {failing("kaputt"), 0, message.Open, 1},
		"refuses": {refusing, 0, message.Failed, 1},
		"hangs":   {hang, 4 * time.Second, message.Open, 1},
		"is slow": {slowly, 4 * time.Second, message.Sent, 1},
		"panics":  {func(context.Context, *message.Message) error { panic("broken") }, 0, message.Failed, 1},
	} {
		t.Run(name, func(t *testing.T) {
			inShop(t, func(t *testing.T, s *shop) {
				s.sender.script(c.fail)
				if _, took := s.order(); took != c.waits {
					t.Errorf("the answer waited %v, want %v", took, c.waits)
				}
				time.Sleep(time.Minute - c.waits - time.Millisecond)
				for _, m := range s.want(c.state, c.tries) {
					if (m.Reason == "") != (m.State == message.Sent || name == "hangs") {
						t.Errorf("reason %q", m.Reason)
					}
				}
				s.wantNothingPrivate()
			})
		})
	}
}

func failing(reason string) func(context.Context, *message.Message) error {
	return func(context.Context, *message.Message) error { return errors.New(reason) }
}

func refusing(context.Context, *message.Message) error {
	return message.ErrMailRefused.With("Die Adresse <erika@example.org> gibt es nicht.")
}

// R18: a hanging sender does not accumulate orders: beyond 64 none waits for it.
func TestR18_HangingSenderHoldsFewOrders(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.sender.script(hang)
		waited := make(chan time.Duration)
		for range 64 {
			go func() {
				_, took := s.order()
				waited <- took
			}()
		}
		time.Sleep(time.Second) // all of them wait for the sender
		for range 20 {
			if _, took := s.order(); took > 0 {
				t.Errorf("the 65th order waited %v", took)
			}
		}
		for range 64 {
			if took := <-waited; took != 4*time.Second {
				t.Errorf("an order waited %v", took)
			}
		}
		s.sender.script(nil)
		time.Sleep(5 * time.Minute)
		s.wantTaken(2 * 84)
	})
}

// Spec, rule 5: without a sender an order owes no message, and there is no attempt, ever,
// even if there is a sender later; then the operator can send one to the customer.
func TestRule5_NoSenderNoAttempt(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, dir string) {
		off := newSender()
		off.off = true
		s := openShop(t, dir, off)
		if _, took := s.order(); took > 0 {
			t.Errorf("the answer waited %v", took)
		}
		if messages := s.messages(1); len(messages) != 0 {
			t.Errorf("the order owes %+v", messages)
		}
		time.Sleep(time.Hour)
		s.close()

		s = openShop(t, dir, newSender())
		defer s.close()
		time.Sleep(time.Hour)
		if n := off.made() + s.sender.made(); n > 0 {
			t.Errorf("%d attempts", n)
		}
		if m, err := s.mail.SendAbout(t.Context(), 1, message.KindConfirmation, "Verwaltung"); err != nil || m.State != message.Sent {
			t.Errorf("%+v, %v", m, err)
		}
		s.wantTaken(1)
	})
}

// Shutdown waits for attempts in progress, but not for long ones; the next start sends
// what they did not.
func TestR36_EndIsBounded(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, dir string) {
		s := openShop(t, dir, newSender())
		s.sender.script(hang)
		s.order()
		began := time.Now()
		s.close()
		if took := time.Since(began); took != 5*time.Second {
			t.Errorf("the end took %v", took)
		}
		s = openShop(t, dir, newSender())
		defer s.close()
		time.Sleep(2 * time.Minute)
		s.want(message.Sent, 2)
		s.wantTaken(2)
	})
}

// Shutdown does not wait when there is nothing to wait for.
func TestEndWithoutWork(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.order()
		began := time.Now()
		s.stop()
		if took := time.Since(began); took > 0 {
			t.Errorf("the end took %v", took)
		}
		if _, took := s.order(); took > 0 { // a late order
			t.Errorf("an order after the end waited %v", took)
		}
		s.wantTaken(2)
	})
}
