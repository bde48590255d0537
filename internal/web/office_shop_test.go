package web_test

import (
	"fmt"
	"net/url"

	"kontor/tests/shoptest"
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

// listOrders reads a page of orders.
func listOrders(c *shoptest.Client, query string) (p page) {
	c.Get(ordersPath + "?" + query).Want(200).Into(&p)
	return p
}

// listIDs returns which orders a filter finds.
func listIDs(c *shoptest.Client, parameters ...string) []int64 {
	query := url.Values{}
	for i := 0; i < len(parameters); i += 2 {
		query.Set(parameters[i], parameters[i+1])
	}
	ids := []int64{}
	for _, o := range listOrders(c, query.Encode()).Orders {
		ids = append(ids, o.ID)
	}
	return ids
}

// readOrder reads one order.
func readOrder(c *shoptest.Client, id int64) listedOrder {
	var answer struct{ Order listedOrder }
	c.Get(fmt.Sprintf("%s/%d", ordersPath, id)).Want(200).Into(&answer)
	return answer.Order
}
