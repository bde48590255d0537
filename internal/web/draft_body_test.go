package web_test

import (
	"strings"
	"testing"

	"kontor/internal/shop/order"
)

// field is a property of an order's body with its value in JSON.
type field struct{ name, value string }

// orderBody is a valid order of one item with some properties replaced, in pairs of
// name and JSON; "kunde.x" and "artikel.x" are those of the customer and the item, an
// empty value removes the property.
func orderBody(changes ...string) string {
	customer := []field{{"name", `"Max Muster"`}, {"email", `"max@example.de"`}}
	item := []field{{"slug", `"garn-rot"`}, {"name", `"Garn rot"`}, {"menge", "2"}, {"preis", "3.5"}}
	top := []field{{"land", `"de"`}, {"kunde", ""}, {"artikel", ""}, {"summe", "7"}, {"zahlungsart", `"ueberweisung"`}}
	for i := 0; i < len(changes); i += 2 {
		name, value := changes[i], changes[i+1]
		switch prefix, rest, nested := strings.Cut(name, "."); {
		case nested && prefix == "kunde":
			customer = set(customer, rest, value)
		case nested:
			item = set(item, rest, value)
		default:
			top = set(top, name, value)
		}
	}
	for i := range top {
		switch {
		case top[i].name == "kunde" && top[i].value == "":
			top[i].value = object(customer)
		case top[i].name == "artikel" && top[i].value == "":
			top[i].value = "[" + object(item) + "]"
		}
	}
	return object(top)
}

func set(fields []field, name, value string) []field {
	for i := range fields {
		if fields[i].name == name {
			fields[i].value = value
			return fields
		}
	}
	return append(fields, field{name, value})
}

func object(fields []field) string {
	var parts []string
	for _, f := range fields {
		if f.value != "" {
			parts = append(parts, `"`+f.name+`":`+f.value)
		}
	}
	return "{" + strings.Join(parts, ",") + "}"
}

// stored returns all orders of the database, oldest first.
func (s *testShop) stored() []order.Order {
	s.t.Helper()
	var orders []order.Order
	err := s.db.EachOrder(s.t.Context(), order.Filter{}, func(o *order.Order) error {
		orders = append([]order.Order{*o}, orders...)
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return orders
}

// wantStored checks how many orders there are.
func (s *testShop) wantStored(t *testing.T, n int) {
	t.Helper()
	if got := len(s.stored()); got != n {
		t.Errorf("%d orders stored, want %d", got, n)
	}
}
