package payment

import (
	"context"
	"log/slog"
	"time"
)

// Lease is the exclusive right to call PayPal about a payment, or about one of the
// operator's refunds of it. It saves calls and decides nothing: two holders at once
// still take and return money once.
type Lease struct {
	Payment int64
	Refund  int64 // 0: the payment itself
}

const (
	// LeaseLife is how long a lease outlives a holder that was killed.
	LeaseLife = 15 * time.Second
	// renewEvery lets two renewals fail before the lease ends.
	renewEvery = LeaseLife / 3
	// renewals is for how many of them a holder keeps its lease: longer than all the
	// calls of one read. One that hangs longer counts as dead.
	renewals = 24
)

// holding renews the lease that the caller holds while do runs.
func (p *Service) holding(lease Lease, do func()) {
	ctx, ended := context.WithCancel(context.Background())
	defer ended()
	go p.renew(ctx, lease)
	do()
}

func (p *Service) renew(ctx context.Context, lease Lease) {
	due := time.NewTicker(renewEvery)
	defer due.Stop()
	for range renewals {
		select {
		case <-ctx.Done():
			return
		case <-due.C:
		}
		if err := p.Store.RenewLease(ctx, lease, p.Now().Add(LeaseLife)); err != nil && ctx.Err() == nil {
			p.Log.Warn("lease not renewed", slog.Int64("payment", lease.Payment), slog.Any("error", err))
		}
	}
}

// TakeOver ends the leases of a process that was killed, so that its payments go on at
// once. Call it before Run and before the first request. Where other processes may share
// the database it changes nothing: their leases end by themselves.
func (p *Service) TakeOver(ctx context.Context) error { return p.Store.EndLeases(ctx, p.Now()) }
