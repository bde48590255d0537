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
	t.derived = newDerived()
	for after := int64(0); ; {
		orders, err := t.storedAfter(after)
		if err != nil {
			return err
		}
		if len(orders) == 0 || len(t.derived.words) >= wordsAtOnce {
			if err := t.derived.flush(t); err != nil {
				return err
			}
			t.derived = newDerived()
		}
		if len(orders) == 0 {
			return nil
		}
		if err := t.addItems(orders); err != nil {
			return err
		}
		for i := range orders {
			if err := t.derive(&orders[i]); err != nil {
				return err
			}
		}
		after = orders[len(orders)-1].ID
	}
}

// wordsAtOnce bounds how many orders' words wait in memory.
const wordsAtOnce = 5000

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
