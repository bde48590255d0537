//go:build linux

package crashtest

import (
	"net/http"
	"testing"
	"time"

	"kontor/internal/loadgen"
)

const (
	slowSync     = 800 * time.Millisecond // added to each fsync
	slowFor      = 6 * time.Second
	slowestRate  = 20 // orders a second
	slowReadings = 5  // of the readiness, at least
)

// R6: every fsync takes 800 ms longer. Orders that wait share one, so the shop
// still takes 20 a second from 50 customers; nobody gets an error, and load
// balancers are told that all is well.
func TestR6_SlowDisk(t *testing.T) {
	t.Parallel()
	o := openOutage(t)
	o.disk.syncDelay.Store(int64(slowSync))
	until := time.Now().Add(slowFor)
	ready := make(chan int)
	go func() { ready <- o.watchReadiness(until) }()
	o.order(50, func(*loadgen.Order) bool { return time.Now().Before(until) })
	took := slowFor + time.Since(until)

	if readings := <-ready; readings < slowReadings {
		t.Errorf("the readiness could be read only %d times", readings)
	}
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
	o.disk.repair()
	o.shop.stop()
	o.audit()
}

// watchReadiness demands 200 until a moment and returns how often it asked.
func (o *outage) watchReadiness(until time.Time) (readings int) {
	for ; time.Now().Before(until); readings++ {
		if status := o.shop.readiness(); status != http.StatusOK {
			o.t.Errorf("the readiness is %d on a slow disk", status)
			return readings
		}
	}
	return readings
}
