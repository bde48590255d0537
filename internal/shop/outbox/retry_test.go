package outbox_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/shop/message"
)

// H49: attempts are made at growing intervals for three days, each with the same key
// and content; then the operator is notified.
func TestH49_RetriedForThreeDays(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		began := time.Now()
		var moments []time.Duration
		var texts []string
		s.sender.script(func(_ context.Context, m *message.Message) error {
			if m.Kind == message.KindConfirmation {
				moments = append(moments, time.Since(began).Round(time.Minute))
				texts = append(texts, m.Key+m.Content.Text)
			}
			return errors.New("nicht da")
		})
		s.order()
		time.Sleep(73 * time.Hour)
		synctest.Wait() // the attempts happened before the checks

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
		for _, m := range s.want(message.Failed, len(want)) {
			if m.Reason != "Die Nachricht konnte drei Tage lang nicht gesendet werden. Fehler beim Senden: nicht da" {
				t.Errorf("reason %q", m.Reason)
			}
		}
		if renders := s.sender.renders.Load(); renders != 2 {
			t.Errorf("two messages were rendered %d times", renders)
		}
	})
}

// R19: while the circuit breaker is open an order costs no attempt and no time; once it
// closes, everything is sent exactly once.
func TestR19_BreakerOpen(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.sender.paused.Store(true)
		const orders = 30
		for range orders {
			if _, took := s.order(); took > 0 {
				t.Errorf("an order waited %v", took)
			}
		}
		for _, m := range s.want(message.Open, 1) {
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

// R19: what failed before the outage was noticed does not wait longer than the rest.
func TestR19_BackFromAnOutage(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.sender.script(failing("nicht da"))
		s.order()
		time.Sleep(30 * time.Minute) // the next attempts are far away
		s.want(message.Open, 5)
		s.sender.paused.Store(true)
		s.order()
		s.sender.script(nil)
		s.sender.paused.Store(false)
		time.Sleep(5 * time.Second)
		s.want(message.Sent, 6)
		s.wantTaken(4)
	})
}

// While the sender works, a message that fails alone waits its time.
func TestOneFailingMessageIsNotHastened(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.order()
		s.sender.script(func(_ context.Context, m *message.Message) error {
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

// The breaker may open between the check and the attempt.
func TestPausedAttemptWaitsNoLongerThanTheSender(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.sender.script(func(context.Context, *message.Message) error { return message.ErrMailPaused })
		s.order()
		time.Sleep(20 * time.Minute)
		s.sender.script(nil)
		time.Sleep(time.Minute + 2*time.Second)
		s.wantTaken(2)
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
		s.want(message.Failed, 2)
		s.wantTaken(0)
	})
}
