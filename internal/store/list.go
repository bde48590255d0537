package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"kontor"
)

// Orders returns one page of the orders that pass the filter, newest first.
func (db *DB) Orders(ctx context.Context, f kontor.Filter) (page kontor.Page, err error) {
	err = db.view(ctx, func(t *tx) error {
		if page.Counts, err = t.statusCounts(); err != nil {
			return err
		}
		// One order more than asked for tells whether there is another page.
		if page.Orders, err = t.filtered(f, f.Limit+1); err != nil {
			return err
		}
		if len(page.Orders) > f.Limit {
			page.Orders = page.Orders[:f.Limit]
			page.Next = page.Orders[f.Limit-1].ID
		}
		return t.addItems(page.Orders)
	})
	return page, err
}

// EachOrder calls each for all orders that pass the filter, newest first. It
// reads a page at a time, so that a slow reader holds no snapshot and no memory.
func (db *DB) EachOrder(ctx context.Context, f kontor.Filter, each func(*kontor.Order) error) error {
	f.Limit = kontor.MaxLimit
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

func (t *tx) filtered(f kontor.Filter, limit int) ([]kontor.Order, error) {
	query, args := listQuery(t.dialect, f, limit)
	var orders []kontor.Order
	err := t.rows(query, args, func(rows *sql.Rows) error {
		o, err := scanOrder(rows.Scan)
		orders = append(orders, o)
		return err
	})
	return orders, err
}

// listQuery returns the query of a filtered page. Values travel as parameters
// only, so the texts that it makes are few.
func listQuery(d dialect, f kontor.Filter, limit int) (string, []any) {
	var q conditions
	from := "orders o"
	if len(f.Words) > 0 {
		from = d.searchJoin
		q.args = append(q.args, d.searchQuery(f.Words))
	}
	q.addIf(f.Before > 0, "o.id < $%d", f.Before)
	q.addIf(f.Status != "", "o.status = $%d", f.Status)
	q.addIf(f.Country != "", "o.land = $%d", f.Country)
	q.addIf(f.PaymentMethod != "", "o.zahlungsart = $%d", f.PaymentMethod)
	if f.From != "" {
		q.add("o.created_at >= $%d", kontor.FormatTime(f.From.Start()))
	}
	if f.Until != "" {
		q.add("o.created_at < $%d", kontor.FormatTime(f.Until.Next().Start()))
	}
	if f.AnyHint || f.Hint != "" {
		q.where = append(q.where, "o.hinweise <> ''")
	}
	q.addIf(f.Hint != "", "o.hinweise LIKE $%d", fmt.Sprintf(`%%"art":"%s"%%`, f.Hint))
	query := "SELECT " + orderColumns + " FROM " + from
	if len(q.where) > 0 {
		query += " WHERE " + strings.Join(q.where, " AND ")
	}
	q.args = append(q.args, limit)
	return fmt.Sprintf("%s ORDER BY o.id DESC LIMIT $%d", query, len(q.args)), q.args
}

// conditions collects the parts of a WHERE clause with their parameters.
type conditions struct {
	where []string
	args  []any
}

// add appends a condition in which %d stands for its parameter's number.
func (c *conditions) add(condition string, arg any) {
	c.args = append(c.args, arg)
	c.where = append(c.where, fmt.Sprintf(condition, len(c.args)))
}

func (c *conditions) addIf(wanted bool, condition string, arg any) {
	if wanted {
		c.add(condition, arg)
	}
}

// statusCounts returns how many orders there are in each state.
func (t *tx) statusCounts() (kontor.StatusCounts, error) {
	counts := make(kontor.StatusCounts)
	err := t.rows(`SELECT status, sum(anzahl) FROM order_counters WHERE tag = '' GROUP BY status`, nil,
		func(rows *sql.Rows) error {
			var status kontor.Status
			var n int64
			err := rows.Scan(&status, &n)
			counts[status] = n
			return err
		})
	return counts, err
}
