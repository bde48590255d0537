package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

// suite drives one engine and fails the test on any error that a scenario does not
// expect.
type suite struct {
	t tester
	*Engine
	attempts atomic.Int64
}

// tester is the common part of a test and a property check.
type tester interface {
	Helper()
	Context() context.Context
	Error(...any)
	Errorf(string, ...any)
	Fatal(...any)
	Fatalf(string, ...any)
}

func newShop(t tester, e *Engine) *suite { return &suite{t: t, Engine: e} }

// noon is when orders are placed unless a scenario says otherwise.
var noon = instant("2026-11-21T11:00:00.123Z")

func instant(text string) time.Time {
	t, err := shop.ParseTime(text)
	if err != nil {
		panic(err)
	}
	return t
}

// draft is a plain order of one customer: two skeins of wool, 20.70 € in total.
func draft() *checkout.Draft {
	return &checkout.Draft{
		Country:       "de",
		Customer:      order.Person{Name: "Erika Muster", Email: "erika@example.org"},
		Items:         []checkout.DraftItem{item("wolle", 2, 7.9)},
		Total:         20.7,
		Subtotal:      15.8,
		Shipping:      4.9,
		PaymentMethod: order.MethodTransfer,
	}
}

func item(slug string, quantity, price float64) checkout.DraftItem {
	return checkout.DraftItem{Slug: slug, Name: "Artikel " + slug, Quantity: quantity, Price: price}
}

// order returns the plain order with changes.
func newOrder(changes ...func(*order.Order)) *order.Order {
	o := draft().Order(noon)
	for _, change := range changes {
		change(o)
	}
	return o
}

func from(email string) func(*order.Order) {
	return func(o *order.Order) { o.Customer.Email = email }
}

func at(t time.Time) func(*order.Order) {
	return func(o *order.Order) { o.CreatedAt, o.UpdatedAt = t, t }
}

func in(status order.Status) func(*order.Order) {
	return func(o *order.Order) { o.Status = status }
}

func with(code string) func(*order.Order) {
	return func(o *order.Order) { o.CouponCode = coupon.NormalizeCode(code) }
}

func of(items ...checkout.DraftItem) func(*order.Order) {
	d := draft()
	d.Items = items
	return func(o *order.Order) { o.Items = d.Order(noon).Items }
}

// placement is a separate attempt to place the order, without a price check, so that
// hints appear only in the scenarios about hints.
func (s *suite) placement(o *order.Order) checkout.Placement {
	return checkout.Placement{
		Order: o, Prefix: "BK", Prices: checkout.PriceCheckOff,
		AttemptID: fmt.Sprintf("attempt-%d", s.attempts.Add(1)),
	}
}

func (s *suite) tryPlace(o *order.Order) (checkout.Placed, error) {
	return s.Store.PlaceOrder(s.t.Context(), s.placement(o))
}

// place stores the plain order with changes and returns it as the store did.
func (s *suite) place(changes ...func(*order.Order)) *order.Order {
	s.t.Helper()
	placed, err := s.tryPlace(newOrder(changes...))
	if err != nil {
		s.t.Fatalf("place: %v", err)
	}
	return placed.Order
}

// refuse expects that the order is refused with the given error and that nothing of it
// is stored.
func (s *suite) refuse(want error, changes ...func(*order.Order)) {
	s.t.Helper()
	before := s.rows()
	_, err := s.tryPlace(newOrder(changes...))
	if !errors.Is(err, want) {
		s.t.Errorf("place: %v, want %v", err, want)
	}
	if after := s.rows(); after != before {
		s.t.Errorf("a refused order left rows: %+v, before it %+v", after, before)
	}
}

// change changes an order and expects success.
func (s *suite) change(id int64, c order.Change) order.Details {
	s.t.Helper()
	details, err := s.tryChange(id, c)
	if err != nil {
		s.t.Fatalf("change order %d: %v", id, err)
	}
	return details
}

func (s *suite) tryChange(id int64, c order.Change) (order.Details, error) {
	if c.Actor == "" {
		c.Actor = "Verwaltung"
	}
	return s.Store.ChangeOrder(s.t.Context(), id, c, noon.Add(time.Hour))
}

func (s *suite) setStatus(id int64, status order.Status) order.Details {
	s.t.Helper()
	return s.change(id, order.Change{Status: &status})
}

func (s *suite) details(id int64) order.Details {
	s.t.Helper()
	details, err := s.Store.Order(s.t.Context(), id)
	if err != nil {
		s.t.Fatalf("order %d: %v", id, err)
	}
	return details
}

func (s *suite) page(f order.Filter) order.Page {
	s.t.Helper()
	if f.Limit == 0 {
		f.Limit = order.MaxLimit
	}
	page, err := s.Store.Orders(s.t.Context(), f)
	if err != nil {
		s.t.Fatalf("orders %+v: %v", f, err)
	}
	return page
}
