package crashtest

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"
)

const couponUsed = "Dieser Gutschein wurde mit dieser E-Mail-Adresse bereits eingelöst."

// H11: 200 orders at once are all taken, each with a number of its own.
func TestH11_ParallelOrdersAreAllTaken(t *testing.T) {
	t.Parallel()
	const orders = 200
	dir := t.TempDir()
	s := start(t, dir)
	began := time.Now()
	ledger := (&load{shop: s, clients: orders, next: plain, proceed: once}).run()
	took := time.Since(began)
	numbers := make(map[string]bool)
	for _, o := range ledger {
		if !o.acknowledged() {
			t.Errorf("answered %d: %s", o.answer.status, o.answer.body)
		}
		numbers[o.number] = true
	}
	if len(ledger) != orders || len(numbers) != orders {
		t.Errorf("%d orders have %d numbers", len(ledger), len(numbers))
	}
	s.stop()
	openBooks(t, snapshot(t, dir)).audit(ledger)
	t.Logf("%d orders in %v", orders, took.Round(time.Millisecond))
}

// H31, R28: of 50 orders at once with one coupon and one address, written in
// different ways, one is taken.
func TestH31_R28_OneCouponIsUsedOnce(t *testing.T) {
	t.Parallel()
	const orders = 50
	dir := t.TempDir()
	s := start(t, dir)
	s.createCoupon()
	samePerson := func(rng *rand.Rand) *sent {
		o := plain(rng)
		o.body = o.withCoupon(rng, 1)
		return o
	}
	ledger := (&load{shop: s, clients: orders, next: samePerson, proceed: once}).run()
	answers := make(map[string]int)
	for _, o := range ledger {
		answers[fmt.Sprint(o.answer.status, " ", o.answer.text())]++
	}
	used := fmt.Sprint(http.StatusConflict, " ", couponUsed)
	if len(answers) != 2 || answers["201 "] != 1 || answers[used] != orders-1 {
		t.Errorf("answers %v", answers)
	}
	s.stop()
	openBooks(t, snapshot(t, dir)).audit(ledger)
}
