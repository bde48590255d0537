package web_test

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// T42, T11: a tab that is closed does not end the capture.
func TestT42_ClosedTab(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.approved()
	ctx, closeTab := context.WithCancel(t.Context())
	captured := make(chan struct{})
	p.PayPal.Watch(func(o paypalsim.Operation, m paypalsim.Moment) {
		if o == paypalsim.Capture && m == paypalsim.Before {
			closeTab()
			close(captured)
		}
	})
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL+"/api/paypal/orders/"+id+"/capture", nil)
	if err != nil {
		t.Fatal(err)
	}
	if answer, err := http.DefaultClient.Do(r); err == nil {
		answer.Body.Close()
		t.Errorf("answered %d", answer.StatusCode)
	}
	<-captured
	p.Payments.Close() // waits for the read under way
	p.want(id, payment.StateCompleted)
	p.wantBooks(1)
}

// PayPal hangs: its routes answer all the same, bank transfers do not notice.
func TestPayPalHangs(t *testing.T) {
	t.Parallel()
	p := startTill(t, shoptest.PayPalTimeout(3*time.Second))
	id := p.approved()
	p.PayPal.FailAll(paypalsim.Hang)
	p.customer.Capture(id).WantError(http.StatusServiceUnavailable, "Der Stand der Zahlung wird geprüft.")
	p.customer.Post("/api/paypal/orders", shoptest.Order(shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey()))).
		WantError(http.StatusServiceUnavailable, "PayPal antwortet gerade nicht. Bitte gleich noch einmal versuchen.")
	p.customer.PostOrder(shoptest.Order()).Want(http.StatusCreated)
	p.PayPal.Heal()
	p.reconcile(10 * time.Minute)
	p.want(id, payment.StateCompleted)
	p.wantBooks(1)
}

// brokenDisk loses writes that place an order.
type brokenDisk struct {
	payment.Store
	mu     sync.Mutex
	broken bool
}

var errDisk = errors.New("disk full")

func (b *brokenDisk) ChangePayment(ctx context.Context, c payment.Change) (payment.Changed, error) {
	b.mu.Lock()
	broken := b.broken
	b.mu.Unlock()
	if !broken {
		return b.Store.ChangePayment(ctx, c)
	}
	p, err := b.Store.Payment(ctx, c.ID)
	if err != nil {
		return payment.Changed{}, err
	}
	if c.Apply(&p); p.State == payment.StateCompleted {
		return payment.Changed{}, errDisk
	}
	return b.Store.ChangePayment(ctx, c)
}

// T37: the write that places the order fails: the payment stays where it is, and
// is healed later.
func TestT37_OrderNotStored(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	disk := &brokenDisk{Store: p.DB, broken: true}
	p.Payments.Store = disk
	id := p.approved()
	p.customer.Capture(id).WantError(http.StatusServiceUnavailable, "Der Stand der Zahlung wird geprüft.")
	p.want(id, payment.StateCapturing)
	p.wantNoOrders()
	disk.mu.Lock()
	disk.broken = false
	disk.mu.Unlock()
	p.reconcile(10 * time.Minute)
	p.want(id, payment.StateCompleted)
	p.wantBooks(1)
	if n := p.PayPal.Entry(id); n.Captured != 2220 {
		t.Errorf("PayPal took %s", n.Captured)
	}
}
