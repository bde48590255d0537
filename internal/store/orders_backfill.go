package store

import (
	"database/sql"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

// backfill derives what older versions did not store from their orders: counters,
// search words and coupon redemptions. It is a migration, so it must keep working on
// the schema as it was then.
func backfill(within *database.Tx) error {
	t := newTx(within)
	t.derived = newDerived(nil)
	err := t.eachStored(0, func(orders []order.Order) error {
		for i := range orders {
			if err := t.derive(&orders[i]); err != nil {
				return err
			}
		}
		if len(t.derived.words) < wordsAtOnce {
			return nil
		}
		defer func() { t.derived = newDerived(nil) }()
		return t.derived.flush(t)
	})
	if err != nil {
		return err
	}
	return t.derived.flush(t)
}

// wordsAtOnce bounds how many orders' words wait in memory.
const wordsAtOnce = 5000

// firstItems is [itemsQuery] with the columns that items always had.
const firstItems = `SELECT order_id, produkt_slug, name, coalesce(kategorie_slug, ''), menge, preis, gratis, ''
	FROM order_items WHERE order_id IN `

// eachStored calls use for the stored orders above an id, in parts and with their items,
// as far as their words need them.
func (t *tx) eachStored(above int64, use func([]order.Order) error) error {
	for {
		orders, err := t.storedAfter(above)
		if err == nil {
			err = t.addItemsBy(firstItems, orders)
		}
		if err != nil || len(orders) == 0 {
			return err
		}
		if err := use(orders); err != nil {
			return err
		}
		above = orders[len(orders)-1].ID
	}
}

// storedAfter reads the next orders with only the columns that existed at the time of
// the migration. They are read by ascending id: FTS5 writes out its index for each id
// that is smaller than the one before.
func (t *tx) storedAfter(id int64) (orders []order.Order, err error) {
	const query = `SELECT id, bestellnummer, created_at, status, kunde_name, kunde_email, land, zahlungsart, summe,
		coalesce(gutschein_code, '') FROM orders WHERE id > $1 ORDER BY id LIMIT $2`
	err = t.Rows(query, []any{id, ordersAtOnce}, func(rows *sql.Rows) error {
		var o order.Order
		var created string
		err := rows.Scan(&o.ID, &o.Number, &created, &o.Status, &o.Customer.Name, &o.Customer.Email, &o.Country,
			&o.PaymentMethod, &o.Total, &o.CouponCode)
		if err != nil {
			return err
		}
		o.CreatedAt, err = shop.ParseTime(created)
		orders = append(orders, o)
		return err
	})
	return orders, err
}

func (t *tx) derive(o *order.Order) error {
	t.derived.count(o, +1)
	t.derived.addWords(o.ID, o.SearchWords())
	o.CouponCode = coupon.NormalizeCode(o.CouponCode)
	return t.redeem(o)
}
