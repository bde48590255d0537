package store

import (
	"database/sql"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/store/payments"
)

// returnedFiguresQuery selects what was returned of paid orders, or is on its way: by
// the operator's refunds, and past the shop unless a dispute that was won brought it back. CROSS JOIN keeps SQLite from beginning with
// the many orders.
const returnedFiguresQuery = `SELECT o.created_at, o.land, o.zahlungsart, coalesce(o.gutschein_code, ''), r.cent FROM (
		SELECT z.order_id, e.betrag_cent AS cent FROM erstattungen e CROSS JOIN zahlungsvorgaenge z
			WHERE z.id = e.vorgang AND e.zustand <> 'gescheitert'
		UNION ALL SELECT z.order_id, ` + payments.Outside + ` FROM zahlungsvorgaenge z WHERE z.extern_erstattet_cent > 0
	) r CROSS JOIN orders o WHERE o.id = r.order_id AND o.status = 'bezahlt' AND o.created_at >= $1 AND o.created_at < $2`

// returnedFigures adds to the revenue of each part of the figures what was returned.
func (t *tx) returnedFigures(f *order.Figures, days dayRange) error {
	var total shop.Cents
	byDay, byCountry := map[shop.Day]shop.Cents{}, map[shop.Country]shop.Cents{}
	byMethod, byCoupon := map[string]shop.Cents{}, map[string]shop.Cents{}
	err := t.Rows(returnedFiguresQuery, days.instants(), func(rows *sql.Rows) error {
		var o order.Order
		var created string
		var cents shop.Cents
		if err := rows.Scan(&created, &o.Country, &o.PaymentMethod, &o.CouponCode, &cents); err != nil {
			return err
		}
		at, err := shop.ParseTime(created)
		total += cents
		byDay[shop.DayOf(at)] += cents
		byCountry[o.Country] += cents
		byMethod[o.MethodClass()] += cents
		byCoupon[o.CouponCode] += cents
		return err
	})
	f.Returned = total
	for i := range f.Days {
		f.Days[i].Returned = byDay[f.Days[i].Day]
	}
	for i := range f.Countries {
		f.Countries[i].Returned = byCountry[f.Countries[i].Country]
	}
	for i := range f.Methods {
		f.Methods[i].Returned = byMethod[f.Methods[i].Method]
	}
	for i := range f.Coupons {
		f.Coupons[i].Returned = byCoupon[f.Coupons[i].Code]
	}
	return err
}
