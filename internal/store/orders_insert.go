package store

import (
	"errors"
	"strings"

	"kontor/internal/database"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/order"
	"kontor/internal/shop/stock"
	"kontor/internal/store/base"
)

// askID requests an id for an order to be inserted, unless there is too little of what is
// wanted.
func (t *tx) askID(o *order.Order, wanted []stock.Demand) error {
	query, enough := t.dialect.nextOrderID, base.Conditions{}
	if t.dialect.idsLeaveGaps {
		for _, d := range wanted {
			enough.Where = append(enough.Where, `NOT EXISTS (SELECT 1 FROM bestaende WHERE slug = `+enough.Param(d.Slug)+
				` HAVING sum(bestand) < `+enough.Param(d.Pieces)+`)`)
		}
		if len(wanted) > 0 {
			query += ` WHERE ` + strings.Join(enough.Where, ` AND `)
		}
	}
	return t.Ask(query, enough.Args, func(row database.Scanner) error { return row.Scan(&o.ID) })
}

// insertOrder stores the order's rows with its number, which includes the id, search
// words and counters. It sets Number and Version, and ID unless that was requested
// before. The products are those of the order that are known.
func (t *tx) insertOrder(o *order.Order, rows *orderRows, prefix string, known map[string]catalogue.Product) error {
	if o.ID == 0 {
		if err := errors.Join(t.askID(o, nil), t.Send()); err != nil {
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
