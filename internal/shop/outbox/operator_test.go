package outbox_test

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/outbox"
)

const actor = "Verwaltung a1b2c3d4"

// H01: requests with the same key place one order and owe its messages once.
func TestH01_RepeatedRequestSendsOnce(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		var clients sync.WaitGroup
		for range 20 {
			clients.Go(func() {
				key := &checkout.Idempotency{Route: "/api/orders", Key: "k", Fingerprint: "f00d"}
				if _, err := s.Place(t.Context(), draft(), key); err != nil {
					t.Error(err)
				}
			})
		}
		clients.Wait()
		time.Sleep(time.Hour)
		s.want(message.Sent, 1)
		s.wantTaken(2)
	})
}

// H10: a refused order sends nothing.
func TestH10_RefusedOrderSendsNothing(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		refused := draft()
		refused.CouponCode = "GIBTESNICHT"
		if _, err := s.Place(t.Context(), refused, nil); !errors.Is(err, coupon.ErrUnusable) {
			t.Errorf("placed: %v", err)
		}
		time.Sleep(time.Hour)
		s.wantTaken(0)
		s.order() // the refused order has freed its slot
		s.wantTaken(2)
	})
}

// R20: an attempt does not end with the request that caused it.
func TestR20_AttemptOutlivesItsRequest(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		ctx, cancel := context.WithCancel(t.Context())
		s.sender.script(func(attempt context.Context, _ *message.Message) error {
			cancel()
			time.Sleep(time.Second)
			return attempt.Err()
		})
		if _, err := s.Place(ctx, draft(), nil); err != nil {
			t.Error(err)
		}
		s.want(message.Sent, 1)
		s.wantTaken(2)
	})
}

// R19: among several workers on one store, each message is sent by exactly one.
func TestR19_WorkersShareTheWork(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.sender.paused.Store(true)
		for range 50 {
			s.order()
		}
		ctx, cancel := context.WithCancel(context.Background())
		var workers sync.WaitGroup
		for range 3 {
			other := outbox.NewOutbox(s.db, s.sender, time.Now, slog.New(slog.DiscardHandler))
			workers.Go(func() { other.Run(ctx) })
			defer other.Close()
		}
		s.sender.paused.Store(false)
		time.Sleep(5 * time.Minute)
		cancel()
		workers.Wait()
		s.wantTaken(100)
		if made := s.sender.made(); made != 100 {
			t.Errorf("%d attempts at 100 messages", made)
		}
	})
}

func TestOperatorSendsAgain(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.sender.script(refusing)
		s.order()
		failed := s.want(message.Failed, 1)[1]
		s.sender.script(nil)

		again, err := s.mail.Resend(t.Context(), failed.ID, actor)
		if err != nil || again.ID != failed.ID || again.State != message.Sent || again.Key == failed.Key {
			t.Errorf("%+v sent again: %+v, %v", failed, again, err)
		}
		copied, err := s.mail.Resend(t.Context(), failed.ID, actor)
		if err != nil || copied.ID == failed.ID || copied.State != message.Sent || copied.Key == again.Key {
			t.Errorf("%+v sent once more: %+v, %v", again, copied, err)
		}
		s.wantTaken(2)
		if renders := s.sender.renders.Load(); renders != 2 {
			t.Errorf("two messages were rendered %d times", renders)
		}
	})
}

func TestOperatorSendsDuringAnAttempt(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.sender.script(hang)
		s.order() // the attempts continue
		if _, err := s.mail.Resend(t.Context(), 1, actor); !errors.Is(err, message.ErrBusy) {
			t.Errorf("sent again: %v", err)
		}
		discarded, err := s.mail.Discard(t.Context(), 1, actor)
		if err != nil || discarded.State != message.Discarded {
			t.Errorf("discarded: %+v, %v", discarded, err)
		}
		s.sender.script(nil)
		time.Sleep(time.Hour)
		if state := s.messages(1)[0].State; state != message.Discarded {
			t.Errorf("the discarded message is %s", state)
		}
		s.wantTaken(1)
	})
}

func TestOperatorTellsOfPaymentAndCancellation(t *testing.T) {
	inShop(t, func(t *testing.T, s *shop) {
		s.order()
		for _, c := range []struct {
			status order.Status
			kind   message.Kind
			want   error
		}{
			{order.StatusPaymentOpen, message.KindPaid, message.ErrUnfit},
			{order.StatusPaymentOpen, message.KindCancelled, message.ErrUnfit},
			{order.StatusPaymentOpen, message.KindConfirmation, message.ErrExists},
			{order.StatusPaymentOpen, message.KindOperatorOrder, message.ErrKind},
			{order.StatusPaymentOpen, "", message.ErrKind},
			{order.StatusPaid, message.KindCancelled, message.ErrUnfit},
			{order.StatusPaid, message.KindPaid, nil},
			{order.StatusPaid, message.KindPaid, message.ErrExists},
			{order.StatusCancelled, message.KindCancelled, nil},
			{order.StatusCancelled, message.KindPaid, message.ErrUnfit},
		} {
			if _, err := s.orders.Change(t.Context(), 1, order.Change{Status: &c.status, Actor: actor}); err != nil {
				t.Fatal(err)
			}
			m, err := s.mail.SendAbout(t.Context(), 1, c.kind, actor)
			if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
				t.Errorf("%s about an order that is %s: %v, want %v", c.kind, c.status, err, c.want)
			}
			if err == nil && (m.State != message.Sent || m.To != "erika@example.org" || m.Language != "fr") {
				t.Errorf("%s: %+v", c.kind, m)
			}
		}
		if _, err := s.mail.SendAbout(t.Context(), 2, message.KindPaid, actor); !errors.Is(err, order.ErrNotFound) {
			t.Errorf("about no order: %v", err)
		}
		s.wantTaken(4)
	})
}

// Without a sender the operator gets an error, but still sees what would be sent.
func TestOperatorWithoutSender(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, dir string) {
		off := newSender()
		off.off = true
		s := openShop(t, dir, off)
		defer s.close()
		s.order()
		s.oweUnsent()
		paid := order.StatusPaid
		if _, err := s.orders.Change(t.Context(), 1, order.Change{Status: &paid, Actor: actor}); err != nil {
			t.Fatal(err)
		}
		before, err := s.orders.Order(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.mail.Resend(t.Context(), 1, actor); !errors.Is(err, message.ErrMailNotSetUp) {
			t.Errorf("sent: %v", err)
		}
		if _, err := s.mail.SendAbout(t.Context(), 1, message.KindPaid, actor); !errors.Is(err, message.ErrMailNotSetUp) {
			t.Errorf("sent: %v", err)
		}
		shown, err := s.mail.Message(t.Context(), 1)
		if err != nil || shown.Content == nil || shown.Content.Text != "BK-2000-0001 für Erika Muster" {
			t.Errorf("shown: %+v, %v", shown, err)
		}
		if after, err := s.orders.Order(t.Context(), 1); err != nil || after.Version != before.Version || len(after.Messages) != 1 {
			t.Errorf("refused requests left traces: %+v, %v", after, err)
		}
	})
}
