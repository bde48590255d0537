package web_test

import (
	"net/http"
	"testing"
	"time"

	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// R15: whatever the clock does, orders are taken, their ids stay unique and their years
// match, and sessions last as long as they are signed for.
func TestR15_OrdersAndSessionsWhenTheClockJumps(t *testing.T) {
	t.Parallel()
	const year = 400 * 24 * time.Hour
	for name, jump := range map[string]time.Duration{"back": -year, "ahead": year} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := shoptest.Start(t, shoptest.SignIn(), shoptest.Public(), shoptest.OrdersPerMinute(3))
			operator, customer := shop.Operator(), shop.Customer("google", anna)
			for range 3 {
				customer.PostOrder(shoptest.Order()).Want(http.StatusCreated)
			}
			customer.PostOrder(shoptest.Order()).Want(http.StatusTooManyRequests)

			// With the clock set back, the first client may be asked to wait a little.
			moveClock := func(by time.Duration) {
				shop.Clock.Advance(by)
				if refused := shop.Anonymous().PostOrder(shoptest.Order()); refused.Status != http.StatusCreated && refused.Header.Get("Retry-After") != "20" {
					t.Errorf("%v: %d, Retry-After %q", by, refused.Status, refused.Header.Get("Retry-After"))
				}
			}
			moveClock(jump)
			operator.Get("/api/verwaltung/orders").Want(http.StatusUnauthorized) // from the future, or expired
			customer.Get("/api/konto").WantError(http.StatusUnauthorized, notSignedIn)
			shop.Clock.Advance(time.Minute)
			fresh := shop.Customer("google", anna)
			fresh.PostOrder(shoptest.Order()).Want(http.StatusCreated)
			accountOf(fresh)
			operator = shop.Operator()
			operator.Patch("/api/verwaltung/orders/1", shoptest.Body{"status": "bezahlt"}).Want(http.StatusOK)
			shop.Anonymous().Get("/readyz").Want(http.StatusOK)

			moveClock(-jump)
			shop.Clock.Advance(20 * time.Second)
			shop.Anonymous().PostOrder(shoptest.Order()).Want(http.StatusCreated)
			wantNumbersThatFit(t, shop)
		})
	}
}

// wantNumbersThatFit checks that ids grow without gaps or duplicates, and that each
// number has its order's year.
func wantNumbersThatFit(t *testing.T, shop *shoptest.Shop) {
	t.Helper()
	orders := shop.Orders()
	if len(orders) < 5 {
		t.Fatalf("%d orders", len(orders))
	}
	for i, o := range orders {
		id := int64(i + 1)
		if want := order.Number("BK", o.CreatedAt, id); o.ID != id || o.Number != want {
			t.Errorf("order %d of %v is %s, want %s", o.ID, o.CreatedAt, o.Number, want)
		}
	}
}

// R15, R17: sessions end exactly to the second, on the server, and one from more than a
// minute ahead opens nothing.
func TestR15_R17_SessionsAtTheirSecond(t *testing.T) {
	t.Parallel()
	s := shoptest.Start(t, wholeSecond)
	cookies := s.Operator().Cookies()
	for _, step := range []struct {
		advance time.Duration
		path    string
		status  int
	}{
		{-time.Minute, "/api/verwaltung/orders", 200}, {-time.Second, "/api/verwaltung/orders", 401},
		{time.Minute + time.Second, "/api/verwaltung/orders", 200},
		{24*time.Hour - time.Second, "/api/verwaltung/orders", 200}, {2 * time.Second, "/api/verwaltung/orders", 401},
		{89*24*time.Hour - 2*time.Second, "/api/bestseller", 200}, {2 * time.Second, "/api/bestseller", 401},
	} {
		s.Clock.Advance(step.advance)
		if got := s.Anonymous().Get(step.path, cookies); got.Status != step.status {
			t.Errorf("%v: %s answers %d, want %d", s.Clock.Now(), step.path, got.Status, step.status)
		}
	}
}

// R15: a payment begun while the clock was ahead does not wait until that time comes
// again, and neither does its message.
func TestR15_PaymentsOfAClockAhead(t *testing.T) {
	t.Parallel()
	p := startTill(t)
	p.Clock.Advance(400 * 24 * time.Hour)
	id := p.approved()
	p.Clock.Advance(-400 * 24 * time.Hour)
	p.reconcile(time.Hour)
	p.want(id, payment.StateCreated)
	if err := p.DB.CatchUp(t.Context(), p.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	p.reconcile(time.Second)
	p.want(id, payment.StateCompleted)
	p.wantBooks(1)
}
