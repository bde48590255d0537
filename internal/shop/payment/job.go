package payment

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"kontor/internal/rescue"
	"kontor/internal/shop"
)

const (
	// perRound bounds how many payments one round reads, so that PayPal is called less
	// than once a second on average.
	perRound = 20
	// atOnce is how many of them are read in parallel.
	atOnce     = 4
	cleanEvery = time.Hour
)

// Run reconciles the journal with PayPal, at once and then at every interval, and
// follows notifications as they arrive. Any number of instances may do so on one
// database. It returns once the context has ended and the calls in progress are
// finished.
func (p *Service) Run(ctx context.Context) {
	for ctx.Err() == nil {
		rescue.Run(p.Log, "reconciliation", func() { p.Reconcile(ctx) }) // what failed is due again
		p.untilNextRound(ctx)
	}
}

// untilNextRound follows notifications until the next round is due.
func (p *Service) untilNextRound(ctx context.Context) {
	next := time.NewTimer(p.Interval)
	defer next.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-next.C:
			return
		case <-p.wake:
			rescue.Run(p.Log, "notifications", func() { p.followEvents(ctx) })
		}
	}
}

// Reconcile makes one round: notifications first, then refunds in progress, PayPal's
// lists, captures with unknown outcome, and everything else that is due.
func (p *Service) Reconcile(ctx context.Context) {
	p.followEvents(ctx)
	p.retryRefunds(ctx)
	p.sweep(ctx)
	for n := 0; n < perRound && !p.pausing() && ctx.Err() == nil; n += atOnce {
		due, err := p.Store.ClaimPayments(ctx, atOnce, p.Now())
		if err != nil {
			p.notReconciled(err)
			return
		}
		eachAtOnce(p.Log, due, func(payment Payment) {
			p.holding(Lease{Payment: payment.ID}, func() {
				p.pursue(context.WithoutCancel(ctx), payment, ActorJob) // what fails is due again
			})
		})
		if len(due) < atOnce {
			break
		}
	}
	p.clean(ctx)
}

// followEvents follows the pending notifications.
func (p *Service) followEvents(ctx context.Context) {
	for !p.pausing() && ctx.Err() == nil {
		events, err := p.Store.ClaimPayPalEvents(ctx, atOnce, p.Now())
		if err != nil {
			p.notReconciled(err)
			return
		}
		eachAtOnce(p.Log, events, func(event PayPalEvent) {
			if !p.follow(context.WithoutCancel(ctx), event) {
				return
			}
			if err := p.Store.FinishPayPalEvent(ctx, event.ID); err != nil {
				p.notReconciled(err)
			}
		})
		if len(events) < atOnce {
			return
		}
	}
}

// clean deletes data past their retention.
func (p *Service) clean(ctx context.Context) {
	now := p.Now()
	if now.Sub(p.cleaned) < cleanEvery {
		return
	}
	p.cleaned = now
	if err := p.Store.ForgetBaskets(ctx, now.Add(-BasketLife)); err != nil {
		p.notReconciled(err)
	}
}

func (p *Service) notReconciled(err error) {
	if !errors.Is(err, shop.ErrDatabaseUnavailable) {
		p.Log.Error("payments not reconciled", slog.Any("error", err))
	}
}

// eachAtOnce calls do for all values in parallel. A panic over one does not affect the
// others.
func eachAtOnce[T any](log *slog.Logger, values []T, do func(T)) {
	var doing sync.WaitGroup
	for _, value := range values {
		doing.Go(func() { rescue.Run(log, "reconciliation", func() { do(value) }) })
	}
	doing.Wait()
}

// rest sleeps for d, or until the context ends.
func rest(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
