package web_test

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// panickingPayPal is a client of PayPal in which every call panics while that is
// switched on.
type panickingPayPal struct {
	payment.PayPal
	on atomic.Bool
}

func (p *panickingPayPal) panicIfOn() {
	if p.on.Load() {
		panic("erika@example.org")
	}
}

func (p *panickingPayPal) CreateOrder(ctx context.Context, o payment.PayPalNewOrder) (payment.PayPalOrder, error) {
	p.panicIfOn()
	return p.PayPal.CreateOrder(ctx, o)
}

func (p *panickingPayPal) Order(ctx context.Context, id string) (payment.PayPalOrder, error) {
	p.panicIfOn()
	return p.PayPal.Order(ctx, id)
}

// R13: a look at PayPal that panics ends neither the shop nor the reconciliation,
// and loses no payment.
func TestR13_LooksAtPayPalThatPanic(t *testing.T) {
	t.Parallel()
	broken := &panickingPayPal{}
	p := startTill(t, shoptest.BetweenPayPal(func(real payment.PayPal) payment.PayPal {
		broken.PayPal = real
		return broken
	}))
	lost, other := p.approved(), p.approved()
	p.Webhooks()
	event := aboutOrder("WH-1", other)

	broken.on.Store(true)
	if got := p.customer.Capture(lost); got.Status < 500 {
		t.Errorf("a browser is told %d: %s", got.Status, got.Text())
	}
	p.customer.Post("/api/paypal/orders", shoptest.Order(shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey()))).
		WantError(http.StatusInternalServerError, "Interner Fehler.")
	p.deliver(event)
	p.reconcile(time.Hour) // all that is due panics
	p.wantNoOrders()
	p.Anonymous().Get("/readyz").Want(http.StatusOK)
	if log := p.Log.String(); !strings.Contains(log, `"msg":"panic","job":"payment"`) || !strings.Contains(log, `"msg":"panic","job":"reconciliation"`) {
		t.Error("the panics are not in the log")
	}

	broken.on.Store(false)
	p.Clock.Advance(payment.LeaseLife) // of the look that was lost
	p.customer.Capture(lost).Want(http.StatusCreated)
	p.reconcile(time.Hour)
	p.want(other, payment.StateCompleted)
	p.wantBooks(2)
	p.wantNothingPrivate()
}
