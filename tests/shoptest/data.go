package shoptest

import (
	"errors"
	"slices"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/order"
)

// Stock adds products to the catalogue, with the makers and groups that they refer to.
func (s *Shop) Stock(products ...catalogue.Product) {
	s.t.Helper()
	for _, product := range products {
		s.shelve(&product)
		if _, err := s.DB.CreateProduct(s.t.Context(), product, s.Clock.Now()); err != nil {
			s.t.Fatalf("%s: %v", product.Slug, err)
		}
	}
}

// shelve adds what a product refers to, unless it is there.
func (s *Shop) shelve(p *catalogue.Product) {
	s.t.Helper()
	var errs []error
	if p.Maker != "" {
		_, err := s.DB.CreateMaker(s.t.Context(), catalogue.Maker{Slug: p.Maker, Name: p.Maker})
		errs = append(errs, err)
	}
	if p.Group != "" {
		_, err := s.DB.CreateGroup(s.t.Context(), catalogue.Group{Slug: p.Group, Names: map[shop.Language]string{"de": p.Group}})
		errs = append(errs, err)
	}
	for _, err := range errs {
		if err != nil && !errors.Is(err, catalogue.ErrSlugTaken) {
			s.t.Fatal(err)
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
