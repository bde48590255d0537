package store

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/order"
)

const invoicesQuery = `SELECT nr, nummer, art, betrag_cent, wer, created_at FROM rechnungen WHERE order_id = $1 ORDER BY nr`

func scanInvoice(row database.Scanner) (i order.Invoice, err error) {
	var at string
	if err := row.Scan(&i.Seq, &i.Number, &i.Kind, &i.Amount, &i.Actor, &at); err != nil {
		return i, err
	}
	i.At, err = shop.ParseTime(at)
	return i, err
}

// IssueInvoice stores an order's next invoice, with an entry in the order's history,
// and returns the order with it.
//
// Errors: order.ErrNotFound, shop.ErrStale, order.ErrInvoiceUnfit.
func (db *DB) IssueInvoice(ctx context.Context, id int64, r order.InvoiceRequest, at time.Time) (order.Details, error) {
	return unlessStale(r.IfVersion, func() (details order.Details, err error) {
		err = db.update(func(t *tx) error {
			details, err = t.issueInvoice(ctx, id, r, at)
			return err
		})
		return details, err
	})
}

func (t *tx) issueInvoice(ctx context.Context, id int64, r order.InvoiceRequest, at time.Time) (order.Details, error) {
	if err := t.Lock("order", strconv.FormatInt(id, 10)); err != nil {
		return order.Details{}, err
	}
	before, err := t.details(id)
	if err != nil {
		return before, err
	}
	if r.IfVersion != 0 && r.IfVersion != before.Version {
		return before, shop.ErrStale
	}
	invoice, err := before.Issue(r, before.ChangedAt(at))
	if err != nil {
		return before, err
	}
	if err := t.storeInvoice(&before, invoice); err != nil {
		return before, err
	}
	t.Record(ctx, audit.Entry{
		Action: audit.Invoice, Subject: audit.Subject(audit.KindOrder, before.Number),
		To: fmt.Sprintf("%s %s, %s €", invoice.Kind, invoice.Number, invoice.Amount),
	})
	return t.details(id)
}

const (
	insertInvoiceSQL = `INSERT INTO rechnungen (order_id, nr, nummer, art, betrag_cent, wer, created_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`
	touchOrderSQL = `UPDATE orders SET updated_at = $1, version = version + 1 WHERE id = $2 AND version = $3`
)

func (t *tx) storeInvoice(o *order.Details, i order.Invoice) error {
	at := shop.FormatTime(i.At)
	n, err := t.Exec(touchOrderSQL, at, o.ID, o.Version)
	if err != nil {
		return err
	}
	if n == 0 {
		return shop.ErrStale
	}
	return errors.Join(
		t.Later(insertInvoiceSQL, o.ID, i.Seq, i.Number, i.Kind, i.Amount, i.Actor, at),
		t.Later(`INSERT INTO order_events (order_id, nr, zeit, wer, art, von, nach, text) VALUES ($1, $2, $3, $4, $5, '', '', $6)`,
			o.ID, o.Version+1, at, i.Actor, order.EventInvoice, i.Title()),
	)
}
