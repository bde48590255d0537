package web_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"kontor/internal/shop/order"
)

const (
	ordersPath   = "/api/verwaltung/orders"
	couponsPath  = "/api/verwaltung/gutscheine"
	productsPath = "/api/verwaltung/produkte"
)

// page is the order list as a client reads it.
type page struct {
	OK     bool
	Orders []listedOrder
	Weiter *string
	Anzahl map[string]int
}

type listedOrder struct {
	ID            int64
	Bestellnummer string
	Status        string
	Version       int64
	Notiz         string
	KundeName     string `json:"kunde_name"`
	UpdatedAt     string `json:"updated_at"`
	Ereignisse    []struct {
		Zeit, Wer, Art, Text string
		Von, Nach            *string
	}
}

// patch sends JSON.
func (v *visitor) patch(path, body string, headers ...string) answer {
	v.shop.t.Helper()
	return v.do("PATCH", path, body, append(headers, "Content-Type: application/json")...)
}

// place orders something, as [orderBody] says.
func (s *testShop) place(changes ...string) {
	s.t.Helper()
	s.insider().post("/api/orders", orderBody(changes...)).want(s.t, 201, "")
}

// bring puts orders into the database as they are.
func (s *testShop) bring(orders ...order.Order) {
	s.t.Helper()
	pointers := make([]*order.Order, len(orders))
	for i := range orders {
		pointers[i] = &orders[i]
	}
	if _, err := s.db.Import(s.t.Context(), slices.Values(pointers), "BK"); err != nil {
		s.t.Fatal(err)
	}
}

// list reads a page of orders.
func (v *visitor) list(query string) page {
	v.shop.t.Helper()
	a := v.get(ordersPath + "?" + query)
	a.want(v.shop.t, 200, "")
	return decoded[page](v.shop.t, a)
}

// ids returns which orders a filter finds.
func (v *visitor) ids(parameters ...string) []int64 {
	v.shop.t.Helper()
	query := url.Values{}
	for i := 0; i < len(parameters); i += 2 {
		query.Set(parameters[i], parameters[i+1])
	}
	ids := []int64{}
	for _, o := range v.list(query.Encode()).Orders {
		ids = append(ids, o.ID)
	}
	return ids
}

// order reads one order.
func (v *visitor) order(id int64) listedOrder {
	v.shop.t.Helper()
	a := v.get(fmt.Sprintf("%s/%d", ordersPath, id))
	a.want(v.shop.t, 200, "")
	return decoded[struct{ Order listedOrder }](v.shop.t, a).Order
}

func decoded[T any](t *testing.T, a answer) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.body), &v); err != nil {
		t.Fatalf("%v: %.300s", err, a.body)
	}
	return v
}

// wantJSON compares an answer with JSON whose spaces do not count.
func (a answer) wantJSON(t *testing.T, want string) {
	t.Helper()
	var given, expected any
	if err := json.Unmarshal([]byte(want), &expected); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(a.body), &given); err != nil || !equalJSON(given, expected) {
		t.Errorf("body\n%s\nwant\n%s", a.body, want)
	}
}

func quoted(s string) string {
	text, _ := json.Marshal(s) // a string never fails
	return strings.TrimSpace(string(text))
}
