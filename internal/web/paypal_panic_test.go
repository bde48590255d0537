package web_test

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kontor"
	"kontor/internal/checkout"
	"kontor/tests/shoptest"
)

// panickingPayPal is a client of PayPal in which every call panics while it is
// told to.
type panickingPayPal struct {
	checkout.PayPal
	on atomic.Bool
}

func (p *panickingPayPal) panicIfOn() {
	if p.on.Load() {
		panic("erika@example.org")
	}
}

func (p *panickingPayPal) CreateOrder(ctx context.Context, o kontor.PayPalNewOrder) (kontor.PayPalOrder, error) {
	p.panicIfOn()
	return p.PayPal.CreateOrder(ctx, o)
}

func (p *panickingPayPal) Order(ctx context.Context, id string) (kontor.PayPalOrder, error) {
	p.panicIfOn()
	return p.PayPal.Order(ctx, id)
}

// R13: a look at PayPal that panics ends neither the shop nor the reconciliation,
// and loses no payment.
func TestR13_LooksAtPayPalThatPanic(t *testing.T) {
	t.Parallel()
	broken := &panickingPayPal{}
	p := startTill(t, shoptest.BetweenPayPal(func(real checkout.PayPal) checkout.PayPal {
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
	p.Clock.Advance(kontor.PaymentLease) // of the look that was lost
	p.customer.Capture(lost).Want(http.StatusCreated)
	p.reconcile(time.Hour)
	p.want(other, kontor.PaymentCompleted)
	p.wantBooks(2)
	p.wantNothingPrivate()
}
