package outbox_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kontor/internal/shop/message"
	"kontor/internal/shop/outbox"
)

// panickingStore is an outbox's store in which each step panics a few times.
type panickingStore struct {
	outbox.Queue
	claim, settle, next atomic.Int32 // how often each will panic
}

func panicOnce(left *atomic.Int32) {
	if left.Add(-1) >= 0 {
		panic("erika@example.org")
	}
}

func (s *panickingStore) ClaimMessages(ctx context.Context, limit int, at time.Time) ([]message.Message, error) {
	panicOnce(&s.claim)
	return s.Queue.ClaimMessages(ctx, limit, at)
}

func (s *panickingStore) SettleMessage(ctx context.Context, m *message.Message) error {
	panicOnce(&s.settle)
	return s.Queue.SettleMessage(ctx, m)
}

func (s *panickingStore) NextMessageAt(ctx context.Context) (time.Time, error) {
	panicOnce(&s.next)
	return s.Queue.NextMessageAt(ctx)
}

// R13: a panic in the outbox ends neither the order, nor the worker, nor the shop; the
// sender accepts each message once, because the key stays the same.
func TestR13_OutboxSurvivesPanics(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, dir string) {
		store := &panickingStore{}
		s := openShopBehind(t, dir, newSender(), func(real outbox.Queue) outbox.Queue {
			store.Queue = real
			return store
		})
		defer s.close()
		store.settle.Store(2) // both first attempts
		store.claim.Store(3)
		store.next.Store(3)
		s.order()
		time.Sleep(10 * time.Minute)
		s.want(message.Sent, 2)
		s.order()
		if got := s.messages(2); got[0].State != message.Sent || got[1].State != message.Sent {
			t.Errorf("afterwards the messages are %+v", got)
		}
		if n := strings.Count(s.log.String(), `"msg":"panic","job":"outbox"`); n != 8 {
			t.Errorf("%d panics in the log, want 8:\n%s", n, s.log)
		}
		s.wantNothingPrivate()
	})
}
