package outbox

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"kontor/internal/rescue"
	"kontor/internal/shop/message"
)

const (
	// workerAtOnce is how many messages the worker sends at once.
	workerAtOnce = 8
	// shortWait is the pause between two attempts while nothing succeeds, and between
	// two checks whether a paused sender is back.
	shortWait = time.Second
	// longWait is the longest time between two reads of the store: another process may
	// have stored messages.
	longWait = time.Minute
)

// Run sends the messages that are due, and retries each until it is sent, refused or
// too old. Without a sender it does nothing. It returns once the context has ended and
// the attempts in progress are finished.
func (o *Outbox) Run(ctx context.Context) {
	if !o.Configured() {
		return
	}
	atOnce := 1
	for ctx.Err() == nil {
		if err := rescue.Run(o.log, "outbox", func() { atOnce = o.turn(ctx, atOnce) }); err != nil {
			sleep(ctx, shortWait, nil)
		}
	}
}

// turn sends up to atOnce due messages, or waits for some, and returns how many to send
// the next time.
func (o *Outbox) turn(ctx context.Context, atOnce int) int {
	if !o.available() {
		sleep(ctx, shortWait, nil)
		return atOnce
	}
	if wait := o.untilDue(ctx); wait > 0 {
		sleep(ctx, wait, o.wake)
		return atOnce
	}
	if o.round(ctx, atOnce) {
		return workerAtOnce
	}
	sleep(ctx, shortWait, nil)
	return 1 // one message is enough to find out whether the sender is back
}

// untilDue returns the time until something is due, as far as this process knows.
func (o *Outbox) untilDue(ctx context.Context) time.Duration {
	next, err := o.store.NextMessageAt(ctx)
	if err != nil && ctx.Err() == nil {
		o.log.Error("messages not looked up", slog.Any("error", err))
	}
	if err != nil || next.IsZero() {
		return longWait
	}
	return min(next.Sub(o.now()), longWait)
}

// round claims due messages and makes an attempt at each. It reports whether any was
// sent.
func (o *Outbox) round(ctx context.Context, atOnce int) bool {
	messages, err := o.store.ClaimMessages(ctx, atOnce, o.now())
	if err != nil {
		o.log.Error("messages not claimed", slog.Any("error", err))
		return false
	}
	var sent atomic.Bool
	var attempts sync.WaitGroup
	for i := range messages {
		attempts.Add(1)
		begun := o.begin(func() {
			defer attempts.Done()
			if o.retry(&messages[i]) {
				sent.Store(true)
			}
		})
		if !begun {
			attempts.Done()
		}
	}
	attempts.Wait()
	return sent.Load()
}

// retry makes another attempt at a message, unless it is too old.
func (o *Outbox) retry(m *message.Message) bool {
	if at := o.now(); m.Expired(at) {
		m.Expire(at)
		o.count(m.State)
		if err := o.store.SettleMessage(o.sending, m); err != nil {
			o.log.Error("outcome of a message not stored", messageAttr(m), slog.Any("error", err))
		}
		return false
	}
	return o.attempt(o.sending, m, nil)
}

// wakeWorker makes the worker check for due messages now.
func (o *Outbox) wakeWorker() {
	select {
	case o.wake <- struct{}{}:
	default: // already woken
	}
}

func sleep(ctx context.Context, d time.Duration, wake <-chan struct{}) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-wake:
	case <-ctx.Done():
	}
}
