package crash

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
)

// openInstances starts several instances on the till's database, all of which reconcile
// continuously.
func (k *till) openInstances(n int) (shops []*shopProcess) {
	k.t.Helper()
	for range n {
		// The database is all that they share.
		k.place.Dir = k.t.TempDir()
		k.open(50*time.Millisecond, "SITE_SESSION_SECRET="+merchantSecret+merchantSecret, "VERWALTUNG_SESSION_SECRET="+merchantID+merchantID)
		shops = append(shops, k.shop)
	}
	return shops
}

// captureEverywhere captures this many times in parallel, on all instances in turn, and
// returns how often each number was answered.
func (k *till) captureEverywhere(id string, times int, shops []*shopProcess) map[string]int {
	k.t.Helper()
	var mu sync.Mutex
	answered := make(map[string]int)
	var buyers sync.WaitGroup
	begin := make(chan struct{})
	for i := range times {
		buyers.Go(func() {
			<-begin
			answer := shops[i%len(shops)].capture(id)
			mu.Lock()
			defer mu.Unlock()
			if answer.Status != http.StatusCreated && answer.Status != http.StatusOK {
				k.t.Errorf("answered %d: %s", answer.Status, answer.Body)
				return
			}
			var said struct{ Bestellnummer string }
			into(k.t, answer, answer.Status, &said)
			answered[said.Bestellnummer]++
		})
	}
	close(begin)
	buyers.Wait()
	return answered
}

// T15, T16, T41, R23: ten browsers, PayPal's notifications and the reconciliation of
// three instances on one PostgreSQL process the same payment: one capture at PayPal,
// one order, and one number for all who ask.
func TestT15_T16_T41_ThreeInstancesAtOnePayment(t *testing.T) {
	t.Parallel()
	k := openTill(t, "postgres")
	shops := k.openInstances(3)
	numbers, mails := make(map[string]bool), 0
	for i := range rounds(3, 30) {
		id := k.create(fmt.Sprintf("schluessel-der-kasse-%03d", i))
		k.sim.SendWebhooksTo("") // the notification waits, so that nobody processes the payment while the clock moves
		if err := k.sim.Approve(id); err != nil {
			t.Fatal(err)
		}
		k.forward() // the payment is due
		k.sim.SendWebhooksTo(shops[1].url + "/api/paypal/webhook")
		answered := k.captureEverywhere(id, 10, shops)
		b := k.settle(paid)
		orders := b.orders[id]
		if len(answered) != 1 || len(orders) != 1 || answered[orders[0].Number] != 10 || numbers[orders[0].Number] {
			t.Fatalf("payment %d: the buyers got %v, the orders are %+v", i, answered, orders)
		}
		numbers[orders[0].Number] = true
		if n := k.sim.Calls(paypalsim.Capture); n != i+1 {
			t.Errorf("PayPal was asked for %d captures of %d payments", n, i+1)
		}
		mails += 2
	}
	eventually(t, "every mail is sent", func() bool { return len(k.mail.ByKey()) >= mails })
	for key, copies := range k.mail.ByKey() {
		if len(copies) != 1 {
			t.Errorf("%d copies of the mail %s", len(copies), key)
		}
	}
	for _, s := range shops {
		s.stop()
	}
}

// T41, T6: the instance that captures dies while PayPal has the money; another one
// finds it, without anybody starting anything.
func TestT41_T6_AnotherInstanceTakesOver(t *testing.T) {
	t.Parallel()
	k := openTill(t, "postgres")
	shops := k.openInstances(3)
	dying := shops[2]
	id := k.create("schluessel-der-kasse-1")
	if err := k.sim.Approve(id); err != nil {
		t.Fatal(err)
	}
	k.sim.Watch(func(o paypalsim.Operation, m paypalsim.Moment) {
		if o == paypalsim.Capture && m == paypalsim.After {
			dying.kill()
		}
	})
	if a := dying.capture(id); a.Status != 0 {
		t.Fatalf("the dying instance answers %d: %s", a.Status, a.Body)
	}
	k.shop = shops[0]
	if b := k.books(); len(b.orders) != 0 {
		t.Errorf("there are orders already: %+v", b.orders)
	}
	k.forward() // the lease of whoever processed the payment has ended
	b := k.settle(paid)
	if answered := k.captureEverywhere(id, 4, shops[:2]); answered[b.orders[id][0].Number] != 4 {
		t.Errorf("the buyers got %v, the order is %+v", answered, b.orders[id])
	}
	if n := k.sim.Calls(paypalsim.Capture); n != 1 {
		t.Errorf("PayPal was asked for %d captures", n)
	}
}
