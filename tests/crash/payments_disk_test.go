//go:build linux

package crash

import (
	"net/http"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
)

// T37: the disk breaks after the money has moved, before the order is stored. No answer
// claims that nothing was taken; the payment keeps its state, and becomes an order once
// the disk works, without a call of any browser.
func TestT37_DiskBreaksBetweenMoneyAndOrder(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]func(*disk){
		"full":        func(d *disk) { d.fill(0) },
		"fsync fails": (*disk).failSync,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, path := newDisk(t)
			k := openTill(t, "sqlite")
			k.open(50*time.Millisecond, "KONTOR_TEST_DISK="+path)
			id := k.create("schluessel-der-kasse-1")
			if err := k.sim.Approve(id); err != nil {
				t.Fatal(err)
			}
			k.sim.Watch(func(o paypalsim.Operation, m paypalsim.Moment) {
				if o == paypalsim.Capture && m == paypalsim.After {
					fault(d)
				}
			})
			if a := k.capture(id); a.Status != http.StatusServiceUnavailable || a.Text() != "Der Stand der Zahlung wird geprüft." {
				t.Errorf("on a broken disk the capture is answered %d: %s", a.Status, a.Body)
			}
			if d.faults.Load() == 0 {
				t.Error("the disk was not broken")
			}
			if b := k.books(); len(b.orders) != 0 || b.payments[0].State != payment.StateCapturing {
				t.Errorf("meanwhile there are the orders %v, the payment is %s", b.orders, b.payments[0].State)
			}
			d.repair()
			k.forward()
			k.checkEnd(k.settle(paid), id, 2)
			if n := k.sim.Calls(paypalsim.Capture); n != 1 {
				t.Errorf("PayPal was asked for %d captures", n)
			}
		})
	}
}
