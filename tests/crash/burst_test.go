package crash

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"kontor/tests/crowd"
)

const couponUsed = "Dieser Gutschein wurde mit dieser E-Mail-Adresse bereits eingelöst."

// H11: 200 simultaneous orders are all taken, each with its own number.
func TestH11_ParallelOrdersAreAllTaken(t *testing.T) {
	t.Parallel()
	const orders = 200
	dir := t.TempDir()
	s := start(t, dir)
	began := time.Now()
	ledger := (&crowd.Load{URL: s.url, Timeout: patience, Clients: orders, Next: crowd.Plain, Proceed: crowd.Once}).Run()
	took := time.Since(began)
	numbers := make(map[string]bool)
	for _, o := range ledger {
		if !o.Acknowledged() {
			t.Errorf("answered %d: %s", o.Answer.Status, o.Answer.Body)
		}
		numbers[o.Number] = true
	}
	if len(ledger) != orders || len(numbers) != orders {
		t.Errorf("%d orders have %d numbers", len(ledger), len(numbers))
	}
	s.stop()
	openBooks(t, snapshot(t, dir)).audit(ledger)
	t.Logf("%d orders in %v", orders, took.Round(time.Millisecond))
}

// H31, R28: of 50 simultaneous orders with one coupon and one address, spelled in
// different ways, one is taken.
func TestH31_R28_OneCouponIsUsedOnce(t *testing.T) {
	t.Parallel()
	const orders = 50
	dir := t.TempDir()
	s := start(t, dir)
	s.createCoupon()
	samePerson := func(rng *rand.Rand) *crowd.Order {
		o := crowd.Plain(rng)
		o.Body = o.WithCoupon(rng, 1)
		return o
	}
	ledger := (&crowd.Load{URL: s.url, Timeout: patience, Clients: orders, Next: samePerson, Proceed: crowd.Once}).Run()
	answers := make(map[string]int)
	for _, o := range ledger {
		answers[fmt.Sprint(o.Answer.Status, " ", o.Answer.Text())]++
	}
	used := fmt.Sprint(http.StatusConflict, " ", couponUsed)
	if len(answers) != 2 || answers["201 "] != 1 || answers[used] != orders-1 {
		t.Errorf("answers %v", answers)
	}
	s.stop()
	openBooks(t, snapshot(t, dir)).audit(ledger)
}
