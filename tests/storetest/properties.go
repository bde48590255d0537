package storetest

import (
	"database/sql"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/order"
)

// RunProperties performs random actions on a store and compares everything that it
// derives from orders with plain queries (H35, H39, H40). The flags -rapid.checks and
// -rapid.steps set how often.
func RunProperties(t *testing.T, open Open) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		engine := open(t)
		rt.Cleanup(func() { engine.Store.Close() }) // many stores in one test
		m := &machine{suite: newShop(rt, engine), draw: rt}
		m.coupon("EINMAL", once)
		m.coupon("WECHSEL")
		m.coupon("DREIMAL", atMost(3))
		for _, slug := range []string{"a", "b"} {
			m.product(slug, func(p *catalogue.Product) { p.Names = nil })
		}
		m.tracked("a", 9, "A", "B")
		m.tracked("b", 9)
		rt.Repeat(map[string]func(*rapid.T){
			"":       func(*rapid.T) { m.invariants() },
			"place":  func(*rapid.T) { m.placeAny() },
			"replay": func(*rapid.T) { m.replayAny() },
			"import": func(*rapid.T) { m.importAny() },
			"status": func(*rapid.T) { m.statusAny() },
			"note":   func(*rapid.T) { m.noteAny() },
			"stock":  func(*rapid.T) { m.stockAny() },
			"coupon": func(*rapid.T) { m.toggleCoupon() },
		})
		m.figuresAgree(autumnDays) // only at the end, because there are many
	})
}

// invariants hold after every action.
func (m *machine) invariants() {
	m.t.Helper()
	m.countersAgree()
	m.usesAgree()
	m.oncePerPerson("EINMAL")
	m.linesAgree()
	m.stockAgrees()
}

// oncePerPerson expects at most one live use of the coupon per person.
func (m *machine) oncePerPerson(code string) {
	m.t.Helper()
	persons := make(map[string]int)
	m.each(`SELECT kunde_email FROM orders WHERE gutschein_code = $1 AND status <> 'storniert'`, []any{code},
		func(rows *sql.Rows) error {
			var email string
			err := rows.Scan(&email)
			persons[shop.NormalizeEmail(email)]++
			return err
		})
	for email, n := range persons {
		if n > 1 {
			m.t.Errorf("%s used %s in %d orders", email, code, n)
		}
	}
}

// linesAgree expects every order to be complete: with a number, its items, a history
// entry for each version, and one redemption if it names a coupon.
func (m *machine) linesAgree() {
	m.t.Helper()
	var half int
	m.scan(`SELECT count(*) FROM orders o WHERE bestellnummer IS NULL OR updated_at < created_at
		OR (SELECT count(*) FROM order_items i WHERE i.order_id = o.id) = 0
		OR (SELECT count(DISTINCT nr) FROM order_events e WHERE e.order_id = o.id) <> version - 1
		OR (SELECT count(*) FROM gutschein_einloesungen e WHERE e.order_id = o.id AND e.code = o.gutschein_code)
			<> (CASE WHEN gutschein_code IS NULL THEN 0 ELSE 1 END)`, nil, &half)
	if half > 0 {
		m.t.Errorf("%d orders are not whole", half)
	}
	page := m.page(order.Filter{Words: []string{"erika"}})
	if want := newest(page.Counts.All(), 1); !slices.Equal(idsOf(page.Orders), want[:min(len(want), order.MaxLimit)]) {
		m.t.Errorf("searching finds %v of %d orders", idsOf(page.Orders), len(want))
	}
}
