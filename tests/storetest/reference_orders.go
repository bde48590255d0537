package storetest

import (
	"cmp"
	"database/sql"
	"slices"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// plainSales is the specification's query without its order and limit: pieces by
// product, over the lines of stored orders that count.
// Spec: GET /api/bestseller, rules 1 to 4.
const plainSales = `SELECT i.produkt_slug, sum(i.menge) FROM order_items i JOIN orders o ON o.id = i.order_id
	WHERE o.status NOT IN ('storniert', 'zahlungOffen') AND i.gratis <> 1 AND o.created_at >= $1 AND o.created_at < $2
	GROUP BY i.produkt_slug`

// plainProducts returns the best-selling products of a span, at most limit. They are
// sorted here, because engines sort texts by different rules.
func (s *suite) plainProducts(within span, limit int) (products []order.ProductFigures) {
	s.t.Helper()
	s.each(plainSales, within.args(), func(rows *sql.Rows) error {
		var p order.ProductFigures
		err := rows.Scan(&p.Slug, &p.Quantity)
		products = append(products, p)
		return err
	})
	slices.SortFunc(products, func(a, b order.ProductFigures) int {
		return cmp.Or(cmp.Compare(b.Quantity, a.Quantity), cmp.Compare(a.Slug, b.Slug))
	})
	return products[:min(limit, len(products))]
}

func (s *suite) plainBestsellers() []string {
	s.t.Helper()
	slugs := []string{}
	for _, p := range s.plainProducts(always, 6) {
		slugs = append(slugs, p.Slug)
	}
	return slugs
}

// plainStatusCounts counts the stored orders in each state.
func (s *suite) plainStatusCounts() order.StatusCounts {
	s.t.Helper()
	counts := order.StatusCounts{}
	for status, n := range s.plainTallies(`status`, "1 = 1", always) {
		counts[order.Status(status)] = n.Orders
	}
	return counts
}

// plainTallies counts and sums the orders of a span by a column.
func (s *suite) plainTallies(column, condition string, within span) map[string]order.Tally {
	s.t.Helper()
	tallies := make(map[string]order.Tally)
	s.each(`SELECT `+column+`, count(*), sum(summe_cent) FROM orders
		WHERE `+condition+` AND created_at >= $1 AND created_at < $2 GROUP BY `+column, within.args(), func(rows *sql.Rows) error {
		var key string
		var n order.Tally
		err := rows.Scan(&key, &n.Orders, &n.Sum)
		tallies[key] = n
		return err
	})
	return tallies
}

// plainRevenue is plainTallies with what was returned.
func (s *suite) plainRevenue(column, condition string, within span) map[string]order.Revenue {
	s.t.Helper()
	returned := s.plainReturned(column, condition, within)
	all := make(map[string]order.Revenue)
	for key, n := range s.plainTallies(column, condition, within) {
		all[key] = order.Revenue{Tally: n, Returned: returned[key]}
	}
	return all
}

// plainReturned adds up by a column what was returned of the orders of a span, order by
// order.
func (s *suite) plainReturned(column, condition string, within span) map[string]shop.Cents {
	s.t.Helper()
	returned := make(map[string]shop.Cents)
	s.each(`SELECT `+column+`,
			(SELECT coalesce(sum(z.extern_erstattet_cent), 0) FROM zahlungsvorgaenge z WHERE z.order_id = orders.id),
			(SELECT coalesce(sum(e.betrag_cent), 0) FROM erstattungen e WHERE e.zustand IN ('laeuft', 'erstattet')
				AND e.vorgang IN (SELECT z.id FROM zahlungsvorgaenge z WHERE z.order_id = orders.id))
		FROM orders WHERE `+condition+` AND created_at >= $1 AND created_at < $2`, within.args(), func(rows *sql.Rows) error {
		var key string
		var outside, refunds shop.Cents
		err := rows.Scan(&key, &outside, &refunds)
		returned[key] += outside + refunds
		return err
	})
	return returned
}

// plainFigures evaluates the stored orders of consecutive days.
func (s *suite) plainFigures(days []berlinDay) (f order.Figures) {
	s.t.Helper()
	within := span{days[0].from, days[len(days)-1].until}
	states := s.plainTallies(`status`, "1 = 1", within)
	f.Paid, f.Revenue = states["bezahlt"].Orders, states["bezahlt"].Sum
	f.Returned = s.plainReturned(`status`, "1 = 1", within)["bezahlt"]
	f.Open.Tally, f.Cancelled = states["zahlungOffen"], states["storniert"]
	for _, day := range days {
		if n := s.plainRevenue(`status`, `status = 'bezahlt'`, day.span)["bezahlt"]; n.Orders > 0 {
			f.Days = append(f.Days, order.DayFigures{Day: day.day, Revenue: n})
		}
	}
	for country, n := range sorted(s.plainRevenue(`land`, `status = 'bezahlt'`, within)) {
		f.Countries = append(f.Countries, order.CountryFigures{Country: shop.Country(country), Revenue: n})
	}
	const class = `CASE WHEN zahlungsart IN ('ueberweisung', 'paypal') THEN zahlungsart ELSE 'sonstige' END`
	for method, n := range sorted(s.plainRevenue(class, `status = 'bezahlt'`, within)) {
		f.Methods = append(f.Methods, order.MethodFigures{Method: method, Revenue: n})
	}
	f.Products = s.plainProducts(within, 20)
	for code, n := range sorted(s.plainRevenue(`gutschein_code`, `status = 'bezahlt' AND gutschein_code IS NOT NULL`, within)) {
		f.Coupons = append(f.Coupons, order.CouponFigures{Code: code, Revenue: n})
	}
	if f.Open.Orders > 0 {
		var oldest string
		s.scan(`SELECT min(created_at) FROM orders WHERE status = 'zahlungOffen' AND created_at >= $1 AND created_at < $2`,
			within.args(), &oldest)
		f.Open.Oldest = instant(oldest)
	}
	return f
}
