package web_test

import (
	"net/http"
	"testing"
	"time"

	"kontor/internal/demo"
	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

const (
	countedWool = "merinowolle-petrol"
	woolGone    = "Ausverkauft: „Artikel merinowolle-petrol“."
)

// startStockroom starts a shop that counts the wool of a plain order.
func startStockroom(t *testing.T, pieces int) *till {
	t.Helper()
	p := startTill(t)
	p.Stock(demo.Products()...)
	p.counted(pieces)
	return p
}

func (p *till) counted(pieces int) {
	p.t.Helper()
	p.Operator().Post(productsPath+"/"+countedWool+"/bestand", shoptest.Body{"bestand": pieces}).Want(http.StatusOK)
}

func (p *till) wantLeft(pieces int64) {
	p.t.Helper()
	left, err := p.DB.Stock(p.t.Context(), countedWool)
	if got, counted := left.Left(countedWool); err != nil || !counted || got != pieces {
		p.t.Errorf("%d pieces left, want %d (%v)", got, pieces, err)
	}
}

// Two buyers capture the last pieces, while PayPal notifies the shop of one of them: one
// order, and nothing is taken from the other.
func TestP8_LastPiecesCapturedAtOnce(t *testing.T) {
	t.Parallel()
	p := startStockroom(t, 2)
	ids := []string{p.approved(), p.approved(shoptest.Email("max@example.org"))}
	p.wantLeft(2)
	answers := shoptest.Together(4, func(i int) shoptest.Answer {
		if i == 2 {
			p.Payments.Reconcile(t.Context())
		}
		return p.Anonymous().Capture(ids[i%2])
	})
	short := 0
	for _, a := range answers {
		if a.Status == http.StatusConflict {
			short++
		}
	}
	if n := p.PayPal.Calls(paypalsim.Capture); n != 1 || short == 0 {
		t.Errorf("captured %d times, %d refused: %v", n, short, answers)
	}
	p.wantBooks(1)
	p.wantLeft(0)
	for _, id := range ids {
		if won := p.payment(id); won.State == payment.StateCompleted {
			p.Operator().Patch("/api/verwaltung/orders/1", `{"status":"storniert"}`).Want(http.StatusOK)
		} else if p.want(id, payment.StateDeclined); won.Capture.ID != "" {
			t.Errorf("the loser was captured: %+v", won.Capture)
		}
	}
	p.wantLeft(2)
	p.customer.Post("/api/paypal/orders", shoptest.Order(shoptest.Set("kassenSchluessel", shoptest.NewCheckoutKey()), shoptest.Set("artikel.menge", 3), shoptest.Set("zwischensumme", 23.25), shoptest.Set("summe", 28.15))).
		WantError(http.StatusConflict, "Nicht genug auf Lager: „Artikel merinowolle-petrol“ (noch 2).")
}

// A declined card gives the goods back until the buyer tries another one.
func TestP8_DeclinedCardGivesBack(t *testing.T) {
	t.Parallel()
	p := startStockroom(t, 2)
	id := p.approved()
	p.PayPal.PlanCapture(id, paypalsim.Plan{Issue: payment.PayPalIssueInstrumentDeclined})
	p.customer.Capture(id).Want(http.StatusUnprocessableEntity)
	p.wantLeft(2)
	p.Anonymous().PostOrder(shoptest.Order(shoptest.Email("max@example.org"))).Want(http.StatusCreated)
	p.wantLeft(0)
	p.Approve(id)
	p.customer.Capture(id).WantError(http.StatusConflict, woolGone)
	p.want(id, payment.StateDeclined)
	p.wantLeft(0)
	p.wantBooks(0)
}

// Money that turns out to have arrived after the goods were sold goes back, and the
// operator is notified.
func TestP9_MoneyAfterTheStock(t *testing.T) {
	t.Parallel()
	p := startStockroom(t, 2)
	id := p.approved()
	p.customer.PostOrder(shoptest.Order(shoptest.Email("max@example.org"))).Want(http.StatusCreated)
	p.PayPal.CaptureBehind(id)
	p.reconcile(8 * time.Hour)
	if lost := p.want(id, payment.StateRefunded); lost.Reason != "Bestand reicht nicht" {
		t.Errorf("reason %q", lost.Reason)
	}
	p.wantBooks(0)
	p.wantLeft(0)
	p.wantNotes("Zahlung wird erstattet", 1)
	page, err := p.DB.Orders(t.Context(), order.Filter{Limit: order.MaxLimit})
	if err != nil || len(page.Orders) != 1 {
		t.Errorf("%d orders, %v", len(page.Orders), err)
	}
}
