package shoptest

import (
	"slices"

	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/order"
)

// Stock adds products to the catalogue.
func (s *Shop) Stock(products ...catalogue.Product) {
	s.t.Helper()
	for _, product := range products {
		if _, err := s.DB.CreateProduct(s.t.Context(), product, s.Clock.Now()); err != nil {
			s.t.Fatalf("%s: %v", product.Slug, err)
		}
	}
}

// Import puts orders into the database as they are, past the checks on new ones.
func (s *Shop) Import(orders ...order.Order) {
	s.t.Helper()
	pointers := make([]*order.Order, len(orders))
	for i := range orders {
		pointers[i] = &orders[i]
	}
	if _, err := s.DB.Import(s.t.Context(), slices.Values(pointers), "BK"); err != nil {
		s.t.Fatal(err)
	}
}

// Orders returns all orders in the database, oldest first.
func (s *Shop) Orders() []order.Order {
	s.t.Helper()
	var orders []order.Order
	err := s.DB.EachOrder(s.t.Context(), order.Filter{}, func(o *order.Order) error {
		orders = append(orders, *o)
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	slices.Reverse(orders)
	return orders
}

// WantOrders checks how many orders are in the database.
func (s *Shop) WantOrders(n int) {
	s.t.Helper()
	if got := len(s.Orders()); got != n {
		s.t.Errorf("%d orders are stored, want %d", got, n)
	}
}

// WantStatuses checks the states of all orders in the database, oldest first.
func (s *Shop) WantStatuses(want ...order.Status) {
	s.t.Helper()
	var got []order.Status
	for _, o := range s.Orders() {
		got = append(got, o.Status)
	}
	if !slices.Equal(got, want) {
		s.t.Errorf("orders are stored as %v, want %v", got, want)
	}
}
