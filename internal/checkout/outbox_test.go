package checkout_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor"
)

func TestFirstAttemptIsMadeBeforeTheAnswer(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		placed, took := s.order()
		if took > 0 {
			t.Errorf("the answer waited %v", took)
		}
		for _, m := range s.want(kontor.MessageSent, 1) {
			if m.SentAt.IsZero() || m.Claimed || m.Reason != "" {
				t.Errorf("sent: %+v", m)
			}
		}
		s.wantTaken(2)
		for _, m := range s.sender.sent() {
			switch {
			case m.Kind == kontor.MessageOperatorOrder && m.To == "" && m.Language == "de":
			case m.Kind == kontor.MessageReceipt && m.To == "erika@example.org" && m.Language == "fr":
			default:
				t.Errorf("sent: %+v", m)
			}
			if m.OrderID != placed.Order.ID || m.Content.Text != placed.Order.Number+" für Erika Muster" {
				t.Errorf("%s says %q", m.Kind, m.Content.Text)
			}
		}
	})
}

// H49: whatever the sender does, the order is placed, and not later than 4 s.
func TestH49_OrderIsPlacedWhateverTheSenderDoes(t *testing.T) {
	slowly := func(ctx context.Context, _ *kontor.Message) error {
		select {
		case <-time.After(10 * time.Second):
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	for name, c := range map[string]struct {
		fail  func(context.Context, *kontor.Message) error
		waits time.Duration
		state kontor.MessageState // after a minute
		tries int
	}{
		"fails":   {failing("kaputt"), 0, kontor.MessageOpen, 1},
		"refuses": {refusing, 0, kontor.MessageFailed, 1},
		"hangs":   {hang, 4 * time.Second, kontor.MessageOpen, 1},
		"is slow": {slowly, 4 * time.Second, kontor.MessageSent, 1},
		"panics":  {func(context.Context, *kontor.Message) error { panic("broken") }, 0, kontor.MessageFailed, 1},
	} {
		t.Run(name, func(t *testing.T) {
			inShop(t, func(t *testing.T, s *shop) {
				s.sender.script(c.fail)
				if _, took := s.order(); took != c.waits {
					t.Errorf("the answer waited %v, want %v", took, c.waits)
				}
				time.Sleep(time.Minute - c.waits - time.Millisecond)
				for _, m := range s.want(c.state, c.tries) {
					if (m.Reason == "") != (m.State == kontor.MessageSent || name == "hangs") {
						t.Errorf("reason %q", m.Reason)
					}
				}
				s.wantNothingPrivate()
			})
		})
	}
}

func failing(reason string) func(context.Context, *kontor.Message) error {
	return func(context.Context, *kontor.Message) error { return errors.New(reason) }
}

func refusing(context.Context, *kontor.Message) error {
	return kontor.ErrMailRefused.With("Die Adresse <erika@example.org> gibt es nicht.")
}

// H49: attempts follow each other at growing distances for three days, each with
// the same key and words; then the operator is told.
func TestH49_RetriedForThreeDays(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		began := time.Now()
		var moments []time.Duration
		var texts []string
		s.sender.script(func(_ context.Context, m *kontor.Message) error {
			if m.Kind == kontor.MessageReceipt {
				moments = append(moments, time.Since(began).Round(time.Minute))
				texts = append(texts, m.Key+m.Content.Text)
			}
			return errors.New("nicht da")
		})
		s.order()
		time.Sleep(73 * time.Hour)

		want := []time.Duration{0}
		for _, pause := range []time.Duration{1, 2, 5, 15, 60, 180} {
			want = append(want, want[len(want)-1]+pause*time.Minute)
		}
		for next := want[len(want)-1] + 6*time.Hour; next < 72*time.Hour; next += 6 * time.Hour {
			want = append(want, next)
		}
		if diff := cmp.Diff(want, moments); diff != "" {
			t.Errorf("attempts (-want +got):\n%s", diff)
		}
		for _, text := range texts {
			if text != texts[0] {
				t.Errorf("an attempt sent %q, the first one %q", text, texts[0])
			}
		}
		for _, m := range s.want(kontor.MessageFailed, len(want)) {
			if m.Reason != "Die Nachricht konnte drei Tage lang nicht gesendet werden. Fehler beim Senden: nicht da" {
				t.Errorf("reason %q", m.Reason)
			}
		}
		if renders := s.sender.renders.Load(); renders != 2 {
			t.Errorf("two messages were rendered %d times", renders)
		}
	})
}

// R19: while the circuit breaker is open an order costs no attempt and no time;
// once it closes, everything is sent, each message once.
func TestR19_BreakerOpen(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.sender.paused.Store(true)
		const orders = 30
		for range orders {
			if _, took := s.order(); took > 0 {
				t.Errorf("an order waited %v", took)
			}
		}
		for _, m := range s.want(kontor.MessageOpen, 1) {
			if m.Reason == "" || m.Claimed {
				t.Errorf("with the breaker open: %+v", m)
			}
		}
		time.Sleep(time.Hour)
		if made, renders := s.sender.made(), s.sender.renders.Load(); made+int(renders) > 0 {
			t.Errorf("%d attempts, %d renderings while the breaker was open", made, renders)
		}
		s.sender.paused.Store(false)
		time.Sleep(2 * time.Second)
		s.wantTaken(2 * orders)
		if s.sender.busiest > 8 {
			t.Errorf("%d messages were sent at once", s.sender.busiest)
		}
	})
}

// R19: what failed before the sender was known to be away does not wait longer
// than the rest.
func TestR19_BackFromAnOutage(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.sender.script(failing("nicht da"))
		s.order()
		time.Sleep(30 * time.Minute) // the next attempts are far away
		s.want(kontor.MessageOpen, 5)
		s.sender.paused.Store(true)
		s.order()
		s.sender.script(nil)
		s.sender.paused.Store(false)
		time.Sleep(5 * time.Second)
		s.want(kontor.MessageSent, 6)
		s.wantTaken(4)
	})
}

// While the sender works, a message that fails alone waits its time.
func TestOneFailingMessageIsNotHastened(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.order()
		s.sender.script(func(_ context.Context, m *kontor.Message) error {
			if m.OrderID == 2 {
				return errors.New("dieses Postfach ist voll")
			}
			return nil
		})
		for range 30 {
			s.order()
			time.Sleep(time.Second)
		}
		for _, m := range s.messages(2) {
			if m.Attempts != 1 {
				t.Errorf("%d attempts within half a minute", m.Attempts)
			}
		}
	})
}

// The breaker may open between the look at it and the attempt.
func TestPausedAttemptWaitsNoLongerThanTheSender(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.sender.script(func(context.Context, *kontor.Message) error { return kontor.ErrMailPaused })
		s.order()
		time.Sleep(20 * time.Minute)
		s.sender.script(nil)
		time.Sleep(time.Minute + 2*time.Second)
		s.wantTaken(2)
	})
}

// R18: a sender that hangs does not collect orders: beyond 64 none waits for it.
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

// Spec, rule 5: without a sender there is no attempt, ever, also not when there
// is one later.
func TestRule5_NoSenderNoAttempt(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, dir string) {
		off := newSender()
		off.off = true
		s := openShop(t, dir, off)
		if _, took := s.order(); took > 0 {
			t.Errorf("the answer waited %v", took)
		}
		s.want(kontor.MessageNotSetUp, 0)
		time.Sleep(time.Hour)
		s.close()

		s = openShop(t, dir, newSender())
		defer s.close()
		time.Sleep(time.Hour)
		s.want(kontor.MessageNotSetUp, 0)
		if n := off.made() + s.sender.made(); n > 0 {
			t.Errorf("%d attempts", n)
		}
		if _, err := s.Resend(t.Context(), 2, "Verwaltung"); err != nil {
			t.Error(err)
		}
		s.wantTaken(1)
	})
}

// Messages that waited out a long closure of the shop would only surprise.
func TestOldMessagesAreNotSent(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, dir string) {
		s := openShop(t, dir, newSender())
		s.sender.script(failing("nicht da"))
		s.order()
		s.close()
		time.Sleep(5 * 24 * time.Hour)

		s = openShop(t, dir, newSender())
		defer s.close()
		time.Sleep(5 * time.Second)
		s.want(kontor.MessageFailed, 2)
		s.wantTaken(0)
	})
}

// The end of the shop waits for attempts under way, but not for long ones; the
// next start sends what they did not.
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
		s.want(kontor.MessageSent, 2)
		s.wantTaken(2)
	})
}

// Whoever ends the shop does not wait when there is nothing to wait for.
func TestEndWithoutWork(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.order()
		began := time.Now()
		s.stop()
		if took := time.Since(began); took > 0 {
			t.Errorf("the end took %v", took)
		}
		if _, took := s.order(); took > 0 { // a straggler
			t.Errorf("an order after the end waited %v", took)
		}
		s.wantTaken(2)
	})
}
