//go:build linux

package crash

import (
	"maps"
	"net/http"
	"testing"
	"time"

	"kontor/tests/crowd"
)

// notStored is the specification's answer to any failure of the storage.
const notStored = "Bestellung konnte nicht gespeichert werden."

// brokenFor is how long a disk stays broken. Rule R4: 2 s.
const brokenFor = 2 * time.Second

// R4: fsync fails for a while.
func TestR4_SyncFails(t *testing.T) {
	t.Parallel()
	breakDisk(t, (*disk).failSync)
}

// R5: the disk is full for a while. The remaining room is enough for some orders, and
// ends in the middle of a write.
func TestR5_DiskFull(t *testing.T) {
	t.Parallel()
	breakDisk(t, func(d *disk) { d.fill(100_001) })
}

// R4, R5: until somebody reads, only the writer has the database open. When it discards
// a broken connection, what it has rolled back must stay rolled back.
func TestR4_R5_DiskBreaksBeforeAnybodyHasRead(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]func(*disk){
		"R4 fsync fails": (*disk).failSync,
		"R5 disk full":   func(d *disk) { d.fill(0) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := openOutage(t)
			o.order(1, func(sent *crowd.Order) bool { return sent.ID < 3 })
			fault(o.disk)
			o.order(4, crowd.Once)
			o.mustFail()
			o.shop.bestsellers()
			o.disk.repair()
			o.recovers()
			o.shop.stop()
			o.audit()
		})
	}
}

// R1, R4: the process is killed while the disk is broken. Failed orders may reappear,
// but only complete.
func TestR1_R4_KilledWhileSyncFails(t *testing.T) {
	t.Parallel()
	o := openOutage(t)
	o.order(8, func(sent *crowd.Order) bool { return sent.ID < 50 })
	o.disk.failSync()
	o.order(8, func(*crowd.Order) bool { return o.disk.faults.Load() < 20 })
	o.mustFail()
	o.shop.kill()
	openBooks(t, snapshot(t, o.dir)).audit(o.ledger)

	o.shop, o.disk = startOnDisk(t, o.dir)
	o.recovers()
	o.shop.stop()
	openBooks(t, snapshot(t, o.dir)).audit(o.ledger)
}

// outage is a shop whose disk breaks and is repaired.
type outage struct {
	t      *testing.T
	dir    string
	shop   *shopProcess
	disk   *disk
	ledger crowd.Ledger
	during crowd.Ledger // orders sent while the disk was broken
}

func openOutage(t *testing.T) *outage {
	t.Helper()
	o := &outage{t: t, dir: t.TempDir(), ledger: make(crowd.Ledger)}
	o.shop, o.disk = startOnDisk(t, o.dir)
	return o
}

// breakDisk breaks a disk under load and repairs it, without a restart. Orders
// meanwhile get the specification's error text; no answer is wrong; visitors who only
// browse notice nothing; refused orders are not stored.
func breakDisk(t *testing.T, fault func(*disk)) {
	o := openOutage(t)
	o.shop.createCoupon()
	o.order(16, func(sent *crowd.Order) bool { return sent.ID < 200 })
	fault(o.disk)
	o.whileBroken()
	coupon := o.orderWithCoupon()
	o.mustFail()
	if status := o.shop.readiness(); status != http.StatusServiceUnavailable {
		t.Errorf("the readiness is %d on a broken disk", status)
	}
	o.disk.repair()
	o.recovers()
	o.redeem(coupon)
	o.shop.kill()
	o.audit()

	o.shop, o.disk = startOnDisk(t, o.dir)
	o.recovers()
	o.shop.stop()
	o.audit()
}

// order lets customers order for as long as each wants to continue.
func (o *outage) order(customers int, proceed func(*crowd.Order) bool) {
	l := &crowd.Load{URL: o.shop.url, Timeout: patience, Clients: customers, Next: crowd.Plain, Proceed: proceed}
	o.during = l.Run()
	maps.Copy(o.ledger, o.during)
}

// whileBroken lets customers order, and others browse, until the time is over.
func (o *outage) whileBroken() {
	o.t.Helper()
	operator := o.shop.operator()
	until := time.Now().Add(brokenFor)
	polled := make(chan int)
	go func() { polled <- o.poll(operator, until) }()
	o.order(16, func(*crowd.Order) bool { return time.Now().Before(until) })
	if polls := <-polled; polls < 5 {
		o.t.Errorf("the shop could be read only %d times", polls)
	}
}

// poll reads until the given time and returns the number of successful rounds.
func (o *outage) poll(operator *http.Client, until time.Time) (polls int) {
	for time.Now().Before(until) {
		for _, path := range []string{"/api/bestseller", "/api/verwaltung/orders", "/api/verwaltung/orders?q=marke"} {
			if got := crowd.Send(operator, "GET", o.shop.url+path, nil); got.Status != http.StatusOK {
				o.t.Errorf("%s answers %d while the disk is broken: %s", path, got.Status, got.Body)
				return polls
			}
		}
		polls++
	}
	return polls
}

// mustFail requires that the outage's orders got the specification's answer. Those that
// still fitted on the disk may have been taken.
func (o *outage) mustFail() {
	o.t.Helper()
	taken, failed := 0, 0
	for _, sent := range o.during {
		switch {
		case sent.Answer.Status == http.StatusInternalServerError && sent.Answer.Text() == notStored:
			failed++
		case sent.Acknowledged() && o.disk.room.Load() >= 0:
			taken++
		default:
			o.t.Fatalf("an order on a broken disk is answered %d: %s", sent.Answer.Status, sent.Answer.Body)
		}
	}
	if failed == 0 || o.disk.faults.Load() == 0 {
		o.t.Error("the disk was not broken")
	}
	o.t.Logf("%d orders failed, %d were taken, %d calls failed", failed, taken, o.disk.faults.Load())
}

// recovers requires that load balancers are informed at once, and that the very next
// order is taken.
func (o *outage) recovers() {
	o.t.Helper()
	eventually(o.t, "the shop is ready on a sound disk", func() bool { return o.shop.readiness() == http.StatusOK })
	o.order(1, crowd.Once)
	for _, sent := range o.during {
		if !sent.Acknowledged() {
			o.t.Errorf("the first order on a sound disk is answered %d: %s", sent.Answer.Status, sent.Answer.Body)
		}
	}
}

// orderWithCoupon sends an order with a once-per-person coupon.
func (o *outage) orderWithCoupon() *crowd.Order {
	order := crowd.Plain(crowd.NewRandom())
	order.Gutschein = crowd.CouponCode
	order.Send(newClient(o.t), o.shop.url)
	o.during[order.Kunde.Name], o.ledger[order.Kunde.Name] = order, order
	return order
}

// redeem repeats a failed order: its coupon must still be unused.
func (o *outage) redeem(order *crowd.Order) {
	o.t.Helper()
	order.Send(newClient(o.t), o.shop.url)
	if !order.Acknowledged() {
		o.t.Errorf("after the outage the coupon is answered %d: %s", order.Answer.Status, order.Answer.Body)
	}
}

// audit checks the books; failed orders must not be in them.
func (o *outage) audit() {
	o.t.Helper()
	books := openBooks(o.t, snapshot(o.t, o.dir))
	books.audit(o.ledger)
	for mark, sent := range o.ledger {
		if sent.Answer.Status == http.StatusInternalServerError && len(books.Marks[mark]) > 0 {
			o.t.Errorf("%s failed and is stored as %s", mark, books.Marks[mark][0].Number)
		}
	}
}
