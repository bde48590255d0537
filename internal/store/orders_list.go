package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/store/base"
)

// Orders returns one page of the orders that match the filter, newest first; without a
// limit it uses the default.
func (db *DB) Orders(ctx context.Context, f order.Filter) (page order.Page, err error) {
	if f.Limit <= 0 {
		f.Limit = order.DefaultLimit
	}
	err = db.view(ctx, func(t *tx) error {
		if page.Counts, err = t.statusCounts(); err != nil {
			return err
		}
		// One order more than requested shows whether there is another page.
		if page.Orders, err = t.filtered(f, f.Limit+1); err != nil {
			return err
		}
		if len(page.Orders) > f.Limit {
			page.Orders = page.Orders[:f.Limit]
			page.Next = page.Orders[f.Limit-1].ID
		}
		if err := t.addTwins(page.Orders); err != nil {
			return err
		}
		return t.addItems(page.Orders)
	})
	return page, err
}

// EachOrder calls each for all orders that match the filter, newest first. It reads a
// page at a time, so that a slow consumer holds no snapshot and no memory.
func (db *DB) EachOrder(ctx context.Context, f order.Filter, each func(*order.Order) error) error {
	f.Limit = order.MaxLimit
	for {
		page, err := db.Orders(ctx, f)
		if err != nil {
			return err
		}
		for i := range page.Orders {
			if err := each(&page.Orders[i]); err != nil {
				return err
			}
		}
		if page.Next == 0 {
			return nil
		}
		f.Before = page.Next
	}
}

// filtered returns the first orders that match the filter. Hints that are stored and
// those about twins have an index each, and so are read apart.
func (t *tx) filtered(f order.Filter, limit int) ([]order.Order, error) {
	ids, err := t.idsOf(f)
	if err != nil {
		return nil, err
	}
	orders, err := t.listed(f, ids, limit)
	if err != nil || !f.AnyHint {
		return orders, err
	}
	f.AnyHint, f.Hint = false, order.HintTwin
	twins, err := t.listed(f, ids, limit)
	orders = append(orders, twins...)
	slices.SortFunc(orders, func(a, b order.Order) int { return cmp.Compare(b.ID, a.ID) })
	orders = slices.CompactFunc(orders, func(a, b order.Order) bool { return a.ID == b.ID })
	return orders[:min(limit, len(orders))], err
}

// selected returns the orders of a filter between two ids, newest first.
func (t *tx) selected(f order.Filter, ids idRange, limit int) ([]order.Order, error) {
	query, args := listQuery(t.dialect, f, ids, limit)
	var orders []order.Order
	err := t.Rows(query, args, func(rows *sql.Rows) error {
		o, err := scanOrder(rows.Scan)
		orders = append(orders, o)
		return err
	})
	return orders, err
}

// idRange is a range of ids, both ends inclusive.
type idRange struct {
	first, last int64
	late        bool // not in the search's index: the caller compares their words
}

// idsOf returns the range of ids of the filter's days, so that a page is read along the
// primary key and an old day costs no more than today. A clock that jumped widens the
// range; the days are still compared.
func (t *tx) idsOf(f order.Filter) (ids idRange, err error) {
	if f.From == "" && f.Until == "" {
		return idRange{last: math.MaxInt64}, nil
	}
	days := daysBetween(f.From, f.Until)
	err = t.Row(`SELECT coalesce(min(von_id), 0), coalesce(max(bis_id), -1) FROM order_counters WHERE tag BETWEEN $1 AND $2`,
		[]any{days.from, days.until}, &ids.first, &ids.last)
	return ids, err
}

// listQuery returns the query of a filtered page. Values are only passed as parameters,
// so there are few distinct texts.
func listQuery(d *dialect, f order.Filter, ids idRange, limit int) (string, []any) {
	var q base.Conditions
	from, id := "orders o", "o.id"
	switch words := searchedWords(f); {
	case len(words) > 0 && ids.late:
		addYears(&q, d, words)
	case len(words) > 0:
		from, id = d.searchJoin, d.searchID
		q.Args = append(q.Args, d.searchQuery(words))
		addYears(&q, d, words)
	case len(f.Words) > 0:
		ids = idRange{last: -1}
	}
	if f.Before > 0 {
		ids.last = min(ids.last, f.Before-1)
	}
	q.Add(id+" >= $%d", ids.first)
	q.Add(id+" <= $%d", ids.last)
	q.AddIf(f.Status != "", "o.status = $%d", f.Status)
	q.AddIf(f.Dispatch != "", "o.versand = $%d", f.Dispatch)
	q.AddIf(f.Country != "", "o.land = $%d", f.Country)
	q.AddIf(f.PaymentMethod != "", "o.zahlungsart = $%d", f.PaymentMethod)
	if f.From != "" {
		q.Add("o.created_at >= $%d", shop.FormatTime(f.From.Start()))
	}
	if f.Until != "" {
		q.Add("o.created_at < $%d", shop.FormatTime(f.Until.Next().Start()))
	}
	q.AddIf(f.AtLeast > 0, "o.summe_cent >= $%d", f.AtLeast)
	if f.AtMost != nil {
		q.Add("o.summe_cent <= $%d", *f.AtMost)
	}
	q.AddIf(f.Coupon != "", "o.id IN (SELECT order_id FROM gutschein_einloesungen WHERE code = $%d)", f.Coupon)
	if f.Hint == order.HintTwin {
		q.Where = append(q.Where, "o.id IN (SELECT d.order_id FROM "+openTwins+")")
	} else if f.AnyHint || f.Hint != "" {
		q.Where = append(q.Where, "o.hinweise <> ''")
	}
	q.AddIf(f.Hint != "" && f.Hint != order.HintTwin, "o.hinweise LIKE $%d", fmt.Sprintf(`%%"art":"%s"%%`, f.Hint))
	q.Args = append(q.Args, limit)
	return fmt.Sprintf("SELECT %s FROM %s WHERE %s ORDER BY %s DESC LIMIT $%d",
		orderColumns, from, strings.Join(q.Where, " AND "), id, len(q.Args)), q.Args
}

// statusCounts returns the number of orders in each state.
func (t *tx) statusCounts() (order.StatusCounts, error) {
	counts := make(order.StatusCounts)
	err := t.Rows(`SELECT status, sum(anzahl) FROM order_counters WHERE tag = '' GROUP BY status`, nil,
		func(rows *sql.Rows) error {
			var status order.Status
			var n int64
			err := rows.Scan(&status, &n)
			counts[status] = n
			return err
		})
	return counts, err
}
