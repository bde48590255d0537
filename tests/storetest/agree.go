package storetest

import "testing"

// Agree compares what the store derives from its orders (counters and uses of coupons)
// with plain queries.
func Agree(t testing.TB, e *Engine) {
	t.Helper()
	s := newShop(t, e)
	s.countersAgree()
	s.usesAgree()
}
