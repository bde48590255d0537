//go:build linux

package crash

import (
	"net/http"
	"testing"
	"time"

	"kontor/tests/crowd"
)

const (
	slowSync     = 800 * time.Millisecond // added to each fsync
	slowFor      = 6 * time.Second
	slowestRate  = 20 // orders a second
	perSync      = 10 // minimum number of orders that share an fsync
	slowReadings = 5  // minimum number of readiness checks
)

// R6: every fsync takes 800 ms longer. Waiting orders of 50 customers share one, so the
// shop still takes 20 a second; nobody gets an error, and the readiness stays good.
func TestR6_SlowDisk(t *testing.T) {
	t.Parallel()
	o := openOutage(t)
	o.disk.syncDelay.Store(int64(slowSync))
	began, before := time.Now(), o.disk.syncs.Load()
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		o.watchReadiness(began.Add(slowFor))
	}()
	o.order(50, func(*crowd.Order) bool {
		select {
		case <-watched:
			return false
		default:
			return true
		}
	})
	took, syncs := time.Since(began), o.disk.syncs.Load()-before

	for _, sent := range o.during {
		if !sent.Acknowledged() {
			t.Fatalf("an order on a slow disk is answered %d: %s", sent.Answer.Status, sent.Answer.Body)
		}
	}
	rate := float64(len(o.during)) / took.Seconds()
	t.Logf("%d orders in %v: %.0f a second", len(o.during), took.Round(time.Millisecond), rate)
	if rate < slowestRate {
		t.Errorf("%.1f orders a second, want %d", rate, slowestRate)
	}
	if shared := float64(len(o.during)) / float64(syncs); shared < perSync {
		t.Errorf("%.1f orders share an fsync, want %d", shared, perSync)
	}
	o.disk.repair()
	o.shop.stop()
	o.audit()
}

// watchReadiness requires 200 until the given time, and at least a few times.
func (o *outage) watchReadiness(until time.Time) {
	for readings := 0; time.Now().Before(until) || readings < slowReadings; readings++ {
		if status := o.shop.readiness(); status != http.StatusOK {
			o.t.Errorf("the readiness is %d on a slow disk", status)
			return
		}
	}
}
