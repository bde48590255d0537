package store

import (
	"errors"

	"kontor/internal/database"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/order"
)

// askID requests an id for an order to be inserted.
func (t *tx) askID(o *order.Order) error {
	return t.Ask(t.dialect.nextOrderID, nil, func(row database.Scanner) error { return row.Scan(&o.ID) })
}

// insertOrder stores the order's rows with its number, which includes the id, search
// words and counters. It sets Number and Version, and ID unless that was requested
// before. The products are those of the order that are known.
func (t *tx) insertOrder(o *order.Order, rows *orderRows, prefix string, known map[string]catalogue.Product) error {
	if o.ID == 0 {
		if err := errors.Join(t.askID(o), t.Send()); err != nil {
			return err
		}
	}
	if err := rows.decide(o, prefix, known); err != nil {
		return err
	}
	if err := t.Later(insertOrderSQL+oneOrder, rows.values...); err != nil {
		return err
	}
	t.derived.add(o, rows)
	return t.InsertRows(insertItemsSQL, "", rows.items)
}
