package gate

import (
	"context"
	"net/netip"
	"time"
)

// OrderLimit bounds the orders of each client per minute. A client is an IPv4
// address or an IPv6 /64. What a client has used comes back evenly, and all
// instances of the shop count together.
type OrderLimit struct {
	// Now is the clock; NewOrderLimit sets it to time.Now.
	Now func() time.Time

	perMinute  int
	allowances Allowances
	names      disguise
	refused    refusals
}

// Allowances keeps, for each client, when its allowance will be whole again.
type Allowances interface {
	// SpendOrder tells spend that time, the zero time when it is whole, and keeps
	// the one that it returns, unless that is zero. One client's orders take turns.
	// spend may be asked again after a lost attempt.
	SpendOrder(ctx context.Context, client string, now time.Time, spend func(whole time.Time) time.Time) error
}

// NewOrderLimit returns a limit; 0 orders per minute are no limit. Instances that
// are to count together have the same key, which hides their clients' addresses.
func NewOrderLimit(perMinute int, allowances Allowances, key []byte) *OrderLimit {
	return &OrderLimit{Now: time.Now, perMinute: perMinute, allowances: allowances,
		names: disguise{label: "order", key: key}}
}

// Take counts an order of the client, or returns how long it has to wait.
func (l *OrderLimit) Take(ctx context.Context, addr netip.Addr) (wait time.Duration, err error) {
	if l.perMinute == 0 {
		return 0, nil
	}
	now, client := l.Now(), l.names.hide(ClientAt(addr).own)
	if wait := l.refused.wait(now, client); wait > 0 {
		return wait, nil
	}
	err = l.allowances.SpendOrder(ctx, client, now, func(whole time.Time) (next time.Time) {
		next, wait = l.spend(whole, now)
		return next
	})
	if wait > 0 {
		l.refused.add(now, wait, client)
	}
	return wait, err
}

// spend takes one order from an allowance, or says when there will be one. An
// allowance is empty when it takes a minute to become whole.
func (l *OrderLimit) spend(whole, now time.Time) (next time.Time, wait time.Duration) {
	empty := now.Add(time.Minute)
	switch {
	case whole.Before(now):
		whole = now
	case whole.After(empty): // of a clock that was ahead
		whole = empty
	}
	next = whole.Add(time.Minute / time.Duration(l.perMinute))
	if wait = next.Sub(empty); wait > 0 {
		return time.Time{}, wait
	}
	return next, 0
}
