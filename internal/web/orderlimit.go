package web

import (
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxBuckets bounds the memory for clients of the order limit.
const maxBuckets = 8192

// orderLimit bounds the orders per client and minute. A client is an IPv4
// address or an IPv6 /64. The buckets live in two generations, of which the
// older is dropped every minute: a bucket that was not used for that long is
// full again.
type orderLimit struct {
	perMinute int // 0: no limit
	now       func() time.Time

	mu      sync.Mutex
	young   map[netip.Prefix]*rate.Limiter
	old     map[netip.Prefix]*rate.Limiter
	rotated time.Time
}

func newOrderLimit(perMinute int, now func() time.Time) *orderLimit {
	return &orderLimit{perMinute: perMinute, now: now, young: make(map[netip.Prefix]*rate.Limiter)}
}

// take counts an order of the client, or refuses it.
func (l *orderLimit) take(client netip.Addr) error {
	if l.perMinute == 0 {
		return nil
	}
	now := l.now()
	reservation := l.bucket(client, now).ReserveN(now, 1)
	if wait := reservation.DelayFrom(now); wait > 0 {
		reservation.CancelAt(now)
		return retryLater{errTooManyOrders, wait}
	}
	return nil
}

func (l *orderLimit) bucket(client netip.Addr, now time.Time) *rate.Limiter {
	bits := client.BitLen()
	if client.Is6() {
		bits = 64
	}
	network, _ := client.Prefix(bits) // clients without an address share one

	l.mu.Lock()
	defer l.mu.Unlock()
	if now.Sub(l.rotated) >= time.Minute || len(l.young) >= maxBuckets {
		l.young, l.old, l.rotated = make(map[netip.Prefix]*rate.Limiter), l.young, now
	}
	bucket := l.young[network]
	if bucket == nil {
		bucket = l.old[network]
	}
	if bucket == nil {
		bucket = rate.NewLimiter(rate.Every(time.Minute/time.Duration(l.perMinute)), l.perMinute)
	}
	l.young[network] = bucket
	return bucket
}
