package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// productsShown is how many best-selling products the figures name.
const productsShown = 20

// Figures evaluates the orders created between two Berlin days, both inclusive; an
// empty day is no limit. It reads counters and indexes, and of the orders only those
// that money was returned of.
func (db *DB) Figures(ctx context.Context, from, until shop.Day) (figures order.Figures, err error) {
	days := daysBetween(from, until)
	err = db.view(ctx, func(t *tx) error {
		for _, part := range []func(*order.Figures, dayRange) error{
			t.tallies, t.dayFigures, t.countryFigures, t.methodFigures, t.productFigures, t.couponFigures, t.oldestOpen, t.returnedFigures,
		} {
			if err := part(&figures, days); err != nil {
				return err
			}
		}
		return nil
	})
	return figures, err
}

// The days between which every order lies; the empty day, which the counters use for
// all days together, lies outside.
const (
	firstDay shop.Day = "0001-01-01"
	lastDay  shop.Day = "9999-12-30"
)

type dayRange struct{ from, until shop.Day }

func daysBetween(from, until shop.Day) dayRange {
	if until == "" {
		until = lastDay
	}
	return dayRange{max(from, firstDay), until}
}

// instants returns the beginning of the first day and the end of the last one.
func (r dayRange) instants() []any {
	return []any{shop.FormatTime(r.from.Start()), shop.FormatTime(r.until.Next().Start())}
}

// sums returns a query over the orders' counters by one column.
func sums(column, condition string) string {
	return fmt.Sprintf(`SELECT %[1]s, sum(anzahl), sum(summe_cent) FROM order_counters
		WHERE tag BETWEEN $1 AND $2 AND %[2]s GROUP BY %[1]s HAVING sum(anzahl) > 0 ORDER BY %[1]s`, column, condition)
}

// tally calls each for the rows of a query returned by sums.
func (t *tx) tally(query string, days dayRange, each func(key string, n order.Tally)) error {
	return t.Rows(query, []any{days.from, days.until}, func(rows *sql.Rows) error {
		var key string
		var n order.Tally
		err := rows.Scan(&key, &n.Orders, &n.Sum)
		each(key, n)
		return err
	})
}

func (t *tx) tallies(f *order.Figures, days dayRange) error {
	return t.tally(sums("status", "1 = 1"), days, func(status string, n order.Tally) {
		switch order.Status(status) {
		case order.StatusPaid:
			f.Paid, f.Revenue = n.Orders, n.Sum
		case order.StatusPaymentOpen:
			f.Open.Tally = n
		case order.StatusCancelled:
			f.Cancelled = n
		}
	})
}

func (t *tx) dayFigures(f *order.Figures, days dayRange) error {
	return t.tally(sums("tag", "status = 'bezahlt'"), days, func(day string, n order.Tally) {
		f.Days = append(f.Days, order.DayFigures{Day: shop.Day(day), Revenue: order.Revenue{Tally: n}})
	})
}

func (t *tx) countryFigures(f *order.Figures, days dayRange) error {
	return t.tally(sums("land", "status = 'bezahlt'"), days, func(country string, n order.Tally) {
		f.Countries = append(f.Countries, order.CountryFigures{Country: shop.Country(country), Revenue: order.Revenue{Tally: n}})
	})
}

func (t *tx) methodFigures(f *order.Figures, days dayRange) error {
	return t.tally(sums("zahlungsart", "status = 'bezahlt'"), days, func(method string, n order.Tally) {
		f.Methods = append(f.Methods, order.MethodFigures{Method: method, Revenue: order.Revenue{Tally: n}})
	})
}

const productFiguresQuery = `SELECT s.produkt_slug, coalesce(p.name_de, ''), s.menge
	FROM (SELECT produkt_slug, CAST(sum(menge) AS BIGINT) AS menge FROM item_counters
		WHERE tag BETWEEN $1 AND $2 GROUP BY produkt_slug HAVING sum(zeilen) > 0
		ORDER BY sum(menge) DESC, produkt_slug LIMIT $3) s
	LEFT JOIN products p ON p.slug = s.produkt_slug
	ORDER BY s.menge DESC, s.produkt_slug`

func (t *tx) productFigures(f *order.Figures, days dayRange) error {
	return t.Rows(productFiguresQuery, []any{days.from, days.until, productsShown}, func(rows *sql.Rows) error {
		var p order.ProductFigures
		err := rows.Scan(&p.Slug, &p.Name, &p.Quantity)
		f.Products = append(f.Products, p)
		return err
	})
}

// couponFiguresQuery selects orders by the condition of the index orders_gutschein.
const couponFiguresQuery = `SELECT gutschein_code, count(*), sum(summe_cent) FROM orders
	WHERE gutschein_code IS NOT NULL AND status <> 'zahlungOffen' AND status <> 'storniert' AND created_at >= $1 AND created_at < $2
	GROUP BY gutschein_code`

// couponFigures sorts in Go, because engines sort texts by different rules.
func (t *tx) couponFigures(f *order.Figures, days dayRange) error {
	err := t.Rows(couponFiguresQuery, days.instants(), func(rows *sql.Rows) error {
		var c order.CouponFigures
		err := rows.Scan(&c.Code, &c.Orders, &c.Sum)
		f.Coupons = append(f.Coupons, c)
		return err
	})
	slices.SortFunc(f.Coupons, func(a, b order.CouponFigures) int { return strings.Compare(a.Code, b.Code) })
	return err
}

// oldestOpenQuery selects open orders by the condition of the index orders_open.
const oldestOpenQuery = `SELECT created_at FROM orders
	WHERE status <> 'bezahlt' AND status <> 'storniert' AND created_at >= $1 AND created_at < $2 ORDER BY created_at LIMIT 1`

func (t *tx) oldestOpen(f *order.Figures, days dayRange) error {
	if f.Open.Orders == 0 {
		return nil
	}
	var oldest string
	err := t.Row(oldestOpenQuery, days.instants(), &oldest)
	if err != nil {
		return err
	}
	f.Open.Oldest, err = shop.ParseTime(oldest)
	return err
}
