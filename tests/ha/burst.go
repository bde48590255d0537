package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"

	"kontor/tests/crowd"
)

// burst is how many customers order at the same moment.
const burst = 50

// bursts lets many customers use the same coupon, and then the same key, on all
// instances. Rules R26, R28.
func (h *shop) bursts() (crowd.Ledger, error) {
	create := crowd.Send(h.operator, "POST", h.proxy.url+"/api/verwaltung/gutscheine", map[string]any{
		"code": crowd.CouponCode, "einmalig_pro_person": true, "art": "prozent", "wert": 10,
	})
	if err := demand(create, http.StatusCreated); err != nil {
		return nil, err
	}
	coupon, err := h.oneCoupon()
	if err != nil {
		return nil, err
	}
	key, err := h.oneKey()
	maps.Copy(coupon, key)
	return coupon, err
}

// oneCoupon checks that of many orders with one person's coupon one is taken.
func (h *shop) oneCoupon() (crowd.Ledger, error) {
	l := h.atOnce(func(rng *rand.Rand) *crowd.Order {
		o := crowd.Plain(rng)
		o.Body = o.WithCoupon(rng, 1)
		return o
	})
	used := 0
	for _, o := range l {
		if o.Answer.Status == http.StatusConflict {
			used++
		}
	}
	if taken := l.Acknowledged(); taken != 1 || used != burst-1 {
		return nil, fmt.Errorf("of %d orders with one coupon %d were taken and %d refused", burst, taken, used)
	}
	return l, nil
}

// oneKey checks that many requests with the same key and body become one order.
func (h *shop) oneKey() (crowd.Ledger, error) {
	one := crowd.Keyed(crowd.NewRandom())
	one.Body.Gutschein = ""
	answers := make(chan *crowd.Order, burst)
	l := h.atOnce(func(*rand.Rand) *crowd.Order {
		o := *one
		answers <- &o
		return &o
	})
	close(answers)
	replayed := 0
	for o := range answers {
		if o.Answer.Replayed {
			replayed++
		}
		if stored := l[one.Mark()]; !o.Acknowledged() || o.Number != stored.Number {
			return nil, fmt.Errorf("one key was answered %d %q and %d %q", o.Answer.Status, o.Number, stored.Answer.Status, stored.Number)
		}
	}
	if replayed != burst-1 {
		return nil, fmt.Errorf("of %d requests with one key %d were recognised", burst, replayed)
	}
	return l, nil
}

func (h *shop) atOnce(next func(*rand.Rand) *crowd.Order) crowd.Ledger {
	return (&crowd.Load{
		URL: h.proxy.url, Clients: burst, Timeout: requestTimeout, Jar: h.operator.Jar,
		Next: next, Proceed: crowd.Once,
	}).Run()
}
