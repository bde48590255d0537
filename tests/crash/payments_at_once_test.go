package crash

import (
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
)

// killAfter runs an errand, and kills the shop once PayPal has carried out an operation
// but not answered.
func (k *till) killAfter(o paypalsim.Operation, errand func()) {
	k.t.Helper()
	dying := k.shop
	k.sim.Watch(func(reached paypalsim.Operation, m paypalsim.Moment) {
		if reached == o && m == paypalsim.After {
			dying.kill()
		}
	})
	errand()
	k.awaitEndOr(func() bool { return false })
	k.sim.Watch(nil)
}

// T48: what a killed process was doing goes on in the first round of its successor,
// while the leases of the dead one would still last.
func TestT48_GoesOnAtOnceAfterAKill(t *testing.T) {
	t.Parallel()
	const never = time.Hour // only the round at the start
	for name, kill := range map[string]struct {
		at   paypalsim.Operation
		want func(*tradingBooks) string
	}{
		"capturing": {paypalsim.Capture, paid},
		"refunding": {paypalsim.Refund, givenBack},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := openTill(t, "sqlite")
			k.open(never)
			id := k.create("schluessel-der-kasse-1")
			if err := k.sim.Approve(id); err != nil {
				t.Fatal(err)
			}
			k.killAfter(kill.at, func() {
				k.capture(id)
				if kill.at == paypalsim.Refund {
					k.giveBack(1, 5)
				}
			})
			k.open(never)
			k.settle(kill.want)
			if n := k.sim.Calls(paypalsim.Capture); n != 1 {
				t.Errorf("PayPal was asked for %d captures", n)
			}
			k.shop.stop()
		})
	}
}

// T48: on PostgreSQL the next one waits no longer than a lease lives.
func TestT48_GoesOnAfterTheLease(t *testing.T) {
	t.Parallel()
	k := openTill(t, "postgres")
	k.open(time.Hour)
	id := k.create("schluessel-der-kasse-1")
	if err := k.sim.Approve(id); err != nil {
		t.Fatal(err)
	}
	k.killAfter(paypalsim.Capture, func() { k.capture(id) })
	k.clock.forward(payment.LeaseLife)
	k.open(50 * time.Millisecond)
	k.settle(paid)
	if n := k.sim.Calls(paypalsim.Capture); n != 1 {
		t.Errorf("PayPal was asked for %d captures", n)
	}
	k.shop.stop()
}
