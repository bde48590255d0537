package storefront

import (
	"kontor/internal/shop/order"
	"kontor/internal/web/kit"
)

// customerOrderJSON is an order as its customer sees it: without the operator's notes.
type customerOrderJSON struct {
	kit.OrderFieldsJSON
	Sprache string         `json:"sprache"`
	Artikel []kit.ItemJSON `json:"artikel"`
}

func newCustomerOrderJSON(o *order.Order) customerOrderJSON {
	return customerOrderJSON{
		OrderFieldsJSON: kit.NewOrderFieldsJSON(o),
		Sprache:         string(o.Language),
		Artikel:         kit.Mapped(o.Items, kit.NewItemJSON),
	}
}
