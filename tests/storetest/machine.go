package storetest

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"pgregory.net/rapid"

	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
	"kontor/internal/shop/stock"
	"kontor/internal/shop/tax"
)

// machine performs random actions on a shop. Whatever it does, orders lie on the
// autumnDays.
type machine struct {
	*suite
	draw   *rapid.T
	placed int64 // orders so far; their ids are 1 to placed
}

func (m *machine) oneOf(what string, n int) int {
	return rapid.IntRange(0, n-1).Draw(m.draw, what)
}

func pick[T any](m *machine, what string, values ...T) T {
	return values[m.oneOf(what, len(values))]
}

// order draws an order in one of the given states.
func (m *machine) order(codes []string, states ...order.Status) *order.Order {
	day := pick(m, "day", autumnDays...)
	created := instant(day.from)
	if m.oneOf("late", 2) == 1 {
		created = instant(day.until).Add(-time.Millisecond)
	}
	o := newOrder(at(created), in(pick(m, "status", states...)), with(pick(m, "code", codes...)),
		from(pick(m, "email", "erika@example.org", "ERIKA@example.org ", "m\u00fcller@x.de", "MU\u0308LLER@x.de")),
		to(pick(m, "country", shop.Countries...)), method(pick(m, "method", "ueberweisung", "paypal", "bar")),
		costing(float64(m.oneOf("cents", 5))/100))
	o.Items = nil
	for range 1 + m.oneOf("items", 4) {
		o.Items = append(o.Items, order.Item{
			Slug: pick(m, "slug", "a", "b", "c", "d", "e", "f", "g", "ä"), Name: "Artikel",
			Quantity: int64(m.oneOf("quantity", 4)), Free: m.oneOf("free", 4) == 0, TaxClass: tax.Standard,
		})
	}
	return o
}

// allow fails the check for any error except the given ones.
func (m *machine) allow(err error, refusals ...error) bool {
	m.t.Helper()
	if err != nil && !slices.ContainsFunc(refusals, func(r error) bool { return errors.Is(err, r) }) {
		m.t.Fatal(err)
	}
	return err == nil
}

func (m *machine) placeAny() {
	o := m.order([]string{"", "", "EINMAL", "EINMAL", "WECHSEL", "DREIMAL", "DREIMAL", "GIBTESNICHT"}, order.StatusPaymentOpen, order.StatusPaid)
	before := m.rows()
	_, err := m.tryPlace(o)
	if o.CouponCode == "DREIMAL" && !errors.Is(err, stock.ErrShort) && (err == nil) != (before.limited < 3) {
		m.t.Errorf("%d orders use a coupon for three, the next one: %v", before.limited, err)
	}
	if m.allow(err, coupon.ErrUnusable, coupon.ErrUsed, stock.ErrShort) {
		m.placed++
	} else if after := m.rows(); after != before {
		m.t.Errorf("a refused order left rows: %+v, before it %+v", after, before)
	}
}

// replayAny sends one of a few requests, possibly again.
func (m *machine) replayAny() {
	k := key(fmt.Sprint(m.oneOf("key", 3)))
	k.Fingerprint = pick(m, "body", "f00d", "f00d", "beef")
	placed, err := m.placeKeyed(k, at(instant(autumnDays[1].from)))
	if m.allow(err, checkout.ErrIdempotencyReuse, stock.ErrShort) && !placed.Replayed {
		m.placed++
	}
}

func (m *machine) importAny() {
	orders := make([]*order.Order, 1+m.oneOf("imports", 3))
	for i := range orders {
		// The once-per-person coupon is left out: an import does not check it.
		orders[i] = m.order([]string{"", "WECHSEL", "DREIMAL"}, order.Statuses...)
	}
	n, err := m.Store.Import(m.t.Context(), slices.Values(orders), "BK")
	m.allow(err)
	m.placed += n
}

// anyOrder draws the id of an order, or an unused one.
func (m *machine) anyOrder() int64 { return 1 + int64(m.oneOf("id", int(m.placed)+1)) }

func (m *machine) statusAny() {
	status := pick(m, "status", order.Statuses...)
	_, err := m.tryChange(m.anyOrder(), order.Change{Status: &status, KeepStock: m.oneOf("keep", 4) == 0, IfVersion: int64(m.oneOf("version", 3))})
	m.allow(err, order.ErrNotFound, shop.ErrStale, coupon.ErrTaken, stock.ErrShort)
}

func (m *machine) noteAny() {
	note := pick(m, "note", "", "angerufen", "Geld ist da")
	c := order.Change{Note: &note}
	if m.oneOf("both", 2) == 1 {
		status := pick(m, "status", order.Statuses...)
		c.Status = &status
	}
	_, err := m.tryChange(m.anyOrder(), c)
	m.allow(err, order.ErrNotFound, coupon.ErrTaken, stock.ErrShort)
}

func (m *machine) toggleCoupon() {
	c := m.mustCoupon("WECHSEL")
	c.OncePerPerson = !c.OncePerPerson
	_, err := m.Store.ChangeCoupon(m.t.Context(), c, noon)
	m.allow(err)
}

// stockAny adds to the stock of a product, counts it, or no longer does.
func (m *machine) stockAny() {
	c := stock.Change{Slug: pick(m, "counted", "a", "b")}
	switch m.oneOf("stock", 8) {
	case 0:
		c.End = true
	case 1, 2:
		pieces := int64(m.oneOf("pieces", 20))
		c.To, c.Lot = &pieces, pick(m, "lot", "", "A", "B")
	default:
		c.By, c.Lot = int64(1+m.oneOf("pieces", 9)), pick(m, "lot", "", "A", "B")
	}
	m.allow(m.changeStock(c))
}
