package web_test

import (
	"net/http"
	"sync"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// captureAtOnce captures from several clients at once, and returns the numbers in their
// answers.
func (p *till) captureAtOnce(id string, clients ...*shoptest.Client) map[string]int {
	p.t.Helper()
	told := make(map[string]int)
	for _, answer := range shoptest.Together(len(clients), func(i int) shoptest.Answer { return clients[i].Capture(id) }) {
		told[numbers(p.t, answer)]++
	}
	return told
}

// T15, T16, R23: 2, 10 and 20 captures at once, with the webhook and the
// reconciliation: one capture at PayPal, one order, one number for all.
func TestT15_ParallelCaptures(t *testing.T) {
	t.Parallel()
	for _, n := range []int{2, 10, 20} {
		p := startTill(t, shoptest.Reconciling())
		p.Webhooks()
		id := p.customer.Pay()
		p.Approve(id) // its webhook races against the browsers
		clients := make([]*shoptest.Client, n)
		for i := range clients {
			clients[i] = p.Anonymous()
		}
		if told := p.captureAtOnce(id, clients...); len(told) != 1 || told["BK-2026-0001"] != n {
			t.Errorf("%d clients were told %v", n, told)
		}
		if n := p.PayPal.Calls(paypalsim.Capture); n != 1 {
			t.Errorf("%d captures were asked for", n)
		}
		p.wantBooks(1)
	}
}

// T15, T28: the reconciliation reads the order just before the buyer approves it. The
// browser that comes back is not sent away with that old answer, nor its money left for
// the next round.
func TestT15_CaptureDuringAReadThatIsTooEarly(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	id := p.customer.Pay()
	reading, approved := make(chan struct{}), make(chan struct{})
	var first sync.Once
	p.PayPal.Watch(func(o paypalsim.Operation, m paypalsim.Moment) {
		if o == paypalsim.Read && m == paypalsim.After {
			first.Do(func() { close(reading); <-approved })
		}
	})
	var round sync.WaitGroup
	round.Go(func() { p.reconcile(3 * time.Minute) })
	<-reading
	p.Approve(id)
	time.AfterFunc(200*time.Millisecond, func() { close(approved) }) // the browser waits for the read by then
	p.customer.Capture(id).Want(http.StatusCreated)
	round.Wait()
	if n := p.PayPal.Calls(paypalsim.Capture); n != 1 {
		t.Errorf("%d captures were asked for", n)
	}
	p.wantBooks(1)
}

// T15, T28: a reader that died holds the payment for a while. Until somebody may read it
// again nobody says that the buyer has not approved.
func TestT15_CaptureWhileAReaderIsDead(t *testing.T) {
	t.Parallel()
	p := startTill(t, shoptest.PayPalTimeout(200*time.Millisecond))
	id := p.customer.Pay()
	p.Clock.Advance(3 * time.Minute)
	if due, err := p.DB.ClaimPayments(t.Context(), 1, p.Clock.Now()); err != nil || len(due) != 1 {
		t.Fatalf("claimed %v, %v", due, err)
	}
	p.Approve(id)
	p.customer.Capture(id).WantError(http.StatusServiceUnavailable, "Der Stand der Zahlung wird geprüft.")
	p.reconcile(payment.LeaseLife)
	p.want(id, payment.StateCompleted)
	p.wantBooks(1)
}

// T41, T15: three instances on one database.
func TestT41_ThreeInstances(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	options := []shoptest.Option{shoptest.Public(), shoptest.Prices(checkout.PriceCheckOff), shoptest.Reconciling(), shoptest.Shared(dir)}
	first := shoptest.Start(t, append(options, shoptest.PayPal())...)
	p := &till{first, t, first.Anonymous()}
	p.Webhooks()
	clients := []*shoptest.Client{first.Anonymous()}
	for range 2 {
		other := shoptest.Start(t, append(options, shoptest.PayPalOf(first))...)
		for range 5 {
			clients = append(clients, other.Anonymous())
		}
	}
	for i := range 3 {
		id := p.approved()
		if told := p.captureAtOnce(id, clients...); len(told) != 1 {
			t.Errorf("told %v", told)
		}
		p.wantBooks(i + 1)
	}
	if n := p.PayPal.Calls(paypalsim.Capture); n != 3 {
		t.Errorf("%d captures were asked for 3 payments", n)
	}
}

// T32: five creates at once and two tabs make one order at PayPal.
func TestT32_ParallelCreates(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	body := shoptest.Order(shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey()))
	ids := make(map[string]bool)
	for _, answer := range shoptest.Together(5, func(int) shoptest.Answer { return p.Anonymous().Post("/api/paypal/orders", body) }) {
		ids[answer.Want(http.StatusCreated).JSON()["id"].(string)] = true
	}
	if len(ids) != 1 || len(p.PayPal.Books()) != 1 {
		t.Fatalf("ids %v, %d orders at PayPal", ids, len(p.PayPal.Books()))
	}
	for id := range ids {
		p.Approve(id)
		p.captureAtOnce(id, p.Anonymous(), p.Anonymous())
		again := p.customer.Post("/api/paypal/orders", body).Want(http.StatusCreated).JSON()["id"]
		if again != id {
			t.Errorf("after the order the same basket is %v", again)
		}
	}
	p.wantBooks(1)
}

// T33: another basket of the same page takes the place of the first, which can
// no longer be captured; while money is under way there is no other.
func TestT33_NewBasket(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	key := shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey())
	first := p.approved(key)
	second := p.approved(key, shoptest.Items(shoptest.Item("garn", 1, 3)))
	p.want(first, payment.StateDiscarded)
	p.customer.Capture(first).WantError(http.StatusGone, "Dieser Bezahlvorgang ist abgelaufen. Es wurde nichts abgebucht.")
	p.PayPal.Fail(paypalsim.Capture, paypalsim.Fault{Kind: paypalsim.Unavailable, Times: 3})
	p.customer.Capture(second).WantError(http.StatusServiceUnavailable, "Der Stand der Zahlung wird geprüft.")
	p.customer.Post("/api/paypal/orders", shoptest.Order(key)).WantError(http.StatusConflict, "Zahlung läuft bereits.")
	p.PayPal.Heal()
	p.customer.Capture(second).Want(http.StatusCreated)
	p.wantBooks(1)
	third := p.approved(key) // the page forgot to make a new key
	p.customer.Capture(third).Want(http.StatusCreated)
	p.wantBooks(2)
	p.reconcile(8 * time.Hour)
	p.want(first, payment.StateDiscarded)
	p.wantBooks(2)
}

// T33: nobody captures a discarded basket because the buyer has approved it:
// neither who hears of it from PayPal nor the operator who asks.
func TestT33_ApprovalOfADiscardedBasket(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	key := shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey())
	first := p.approved(key)
	p.customer.Pay(key, shoptest.Items(shoptest.Item("garn", 1, 3)))
	p.Webhooks()
	p.deliver(aboutOrder("WH-1", first))
	if _, err := p.Payments.Recheck(t.Context(), p.payment(first).ID, "Verwaltung"); err != nil {
		t.Fatal(err)
	}
	p.want(first, payment.StateDiscarded)
	if n := p.PayPal.Calls(paypalsim.Capture); n != 0 {
		t.Errorf("captured %d times", n)
	}
	p.wantBooks(0)
}

// T34: a coupon that another order used meanwhile: no capture; of two payments
// with the same coupon one wins.
func TestT34_CouponUsedMeanwhile(t *testing.T) {
	t.Parallel()
	const used = "Dieser Gutschein wurde mit dieser E-Mail-Adresse bereits eingelöst."
	p := startTill(t)
	storeCoupon(t, p.Shop, "EINMAL")
	with := shoptest.Set("gutscheinCode", "einmal")
	id := p.approved(with)
	p.customer.PostOrder(shoptest.Order(with)).Want(http.StatusCreated)
	p.customer.Capture(id).WantError(http.StatusConflict, used)
	p.want(id, payment.StateDeclined)
	p.wantNoOrders()

	other := shoptest.Email("max@example.org")
	both := []string{p.approved(with, other), p.approved(with, other)}
	won := shoptest.Together(2, func(i int) shoptest.Answer { return p.Anonymous().Capture(both[i]) })
	if won[0].Status+won[1].Status != http.StatusCreated+http.StatusConflict {
		t.Errorf("answered %d and %d", won[0].Status, won[1].Status)
	}
	p.wantBooks(1)
	if n := p.PayPal.Calls(paypalsim.Capture); n != 1 {
		t.Errorf("captured %d times", n)
	}
}

// A capture that turns out to have happened after another order used its coupon
// is given back. Contract: payments, additions.
func TestLateMoneyWithoutItsCoupon(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	storeCoupon(t, p.Shop, "EINMAL")
	with := shoptest.Set("gutscheinCode", "EINMAL")
	id := p.approved(with)
	p.PayPal.SetAmount(id, payment.PayPalAmount{Cents: 1, Currency: "EUR"})
	p.customer.Capture(id)
	p.want(id, payment.StateDeclined)
	p.customer.PostOrder(shoptest.Order(with)).Want(http.StatusCreated)
	p.PayPal.SetAmount(id, payment.PayPalAmount{Cents: 2220, Currency: "EUR"})
	p.PayPal.CaptureBehind(id)
	p.reconcile(8 * time.Hour)
	p.want(id, payment.StateRefunded)
	p.wantBooks(0)
	p.wantNotes("Zahlung wird erstattet", 1)
}
