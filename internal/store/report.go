package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/report"
	"kontor/internal/store/payments"
)

// overdueQuery selects open orders by the condition of the index orders_open.
const overdueQuery = `SELECT count(*), coalesce(sum(summe_cent), 0) FROM orders
	WHERE status <> 'bezahlt' AND status <> 'storniert' AND created_at < $1`

// ReportFigures returns the figures of a day for the operator's report, and the time of
// the first order of all; zero: there is none. Unpaid orders from before the given time
// are overdue. Of the orders it reads only those.
func (db *DB) ReportFigures(ctx context.Context, day shop.Day, overdue time.Time) (f report.Figures, begun time.Time, err error) {
	var first string
	err = db.view(ctx, func(t *tx) error {
		var open int64
		err := errors.Join(
			t.tally(sums("status", "1 = 1"), dayRange{day, day}, func(status string, n order.Tally) {
				f.Taken.Orders += n.Orders
				f.Taken.Sum += n.Sum
				if order.Status(status) == order.StatusPaid {
					f.Paid = n
				}
			}),
			t.Row(overdueQuery, []any{shop.FormatTime(overdue)}, &f.Overdue.Orders, &f.Overdue.Sum),
			t.Row(payments.CasesQuery, nil, &f.Payments, &open),
			absent(t.Row(`SELECT bestellnummer FROM orders ORDER BY id DESC LIMIT 1`, nil, &f.Newest)),
			absent(t.Row(`SELECT created_at FROM orders ORDER BY id LIMIT 1`, nil, &first)),
		)
		if err == nil {
			f.Mails, err = t.MessageCounts()
		}
		return err
	})
	if err == nil && first != "" {
		begun, err = shop.ParseTime(first)
	}
	return f, begun, err
}

// absent forgives the lack of a row.
func absent(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}
