package gate

import (
	"context"
	"net/netip"
	"time"
)

// RateLimit bounds what each client may do per minute, such as placing orders. A client
// is an IPv4 address or an IPv6 /64. Used allowance is restored evenly over time, and
// all instances of the shop count together.
type RateLimit struct {
	// Now is the clock; NewRateLimit sets it to time.Now.
	Now func() time.Time

	perMinute  int
	allowances Allowances
	names      disguise
	refused    refusals
}

// Allowances stores, for each client, when its allowance will be full again.
type Allowances interface {
	// SpendAllowance calls spend with that time (zero: it is full) and stores the
	// result, unless it is zero. Calls for the same client are serialised. spend may be
	// called again after a failed attempt.
	SpendAllowance(ctx context.Context, client string, now time.Time, spend func(whole time.Time) time.Time) error
}

// NewRateLimit returns a limit with the given name; 0 per minute means no limit.
// Instances that are to count together need the same key, which hides their clients'
// addresses.
func NewRateLimit(of string, perMinute int, allowances Allowances, key []byte) *RateLimit {
	return &RateLimit{Now: time.Now, perMinute: perMinute, allowances: allowances,
		names: disguise{label: "limit " + of, key: key}}
}

// Take uses up one action of the client, or returns how long it has to wait.
func (l *RateLimit) Take(ctx context.Context, addr netip.Addr) (wait time.Duration, err error) {
	if l.perMinute == 0 {
		return 0, nil
	}
	now, client := l.Now(), l.names.hide(ClientAt(addr).own)
	if wait, _ := l.refused.find(now, client); wait > 0 {
		return wait, nil
	}
	err = l.allowances.SpendAllowance(ctx, client, now, func(whole time.Time) (next time.Time) {
		next, wait = l.spend(whole, now)
		return next
	})
	if wait > 0 {
		l.refused.add(now, wait, 0, client)
	}
	return wait, err
}

// spend takes one action from an allowance, or returns when there will be one. An
// allowance is empty when it takes a minute to become full.
func (l *RateLimit) spend(whole, now time.Time) (next time.Time, wait time.Duration) {
	empty, share := now.Add(time.Minute), time.Minute/time.Duration(l.perMinute)
	switch {
	case whole.Before(now):
		whole = now
	case whole.After(empty): // stored by a clock that ran ahead: counts as empty now
		return empty, share
	}
	next = whole.Add(share)
	if wait = next.Sub(empty); wait > 0 {
		return time.Time{}, wait
	}
	return next, 0
}
