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

// askDocuments requests the documents of an order, and what proposes or dismisses some.
func (t *tx) askDocuments(id int64, details *order.Details) error {
	return errors.Join(
		t.Ask(invoicesQuery, []any{id}, func(row database.Scanner) error {
			i := order.Invoice{Seq: int64(len(details.Issued)) + 1}
			var at string
			err := row.Scan(&i.Number, &i.Kind, &i.Amount, &i.Actor, &i.Occasion, &at, &i.Supply, database.Truth(&i.Pending), &i.Case)
			if err == nil {
				i.At, err = shop.ParseTime(at)
			}
			details.Issued = append(details.Issued, i)
			return err
		}),
		t.Ask(refundsQuery, []any{id}, func(row database.Scanner) error {
			var r order.Refund
			err := row.Scan(&r.ID, &r.Amount)
			details.Refunds = append(details.Refunds, r)
			return err
		}),
		t.Ask(`SELECT anlass FROM verworfene_vorschlaege WHERE order_id = $1 ORDER BY created_at, anlass`, []any{id}, func(row database.Scanner) error {
			var occasion string
			err := row.Scan(&occasion)
			details.Dismissed = append(details.Dismissed, occasion)
			return err
		}),
	)
}

const (
	invoicesQuery = `SELECT nummer, art, betrag_cent, wer, anlass, ausgestellt_at, leistung_am, lieferung_offen, fall
		FROM dokumente WHERE order_id = $1 ORDER BY id`
	refundsQuery = `SELECT e.id, e.betrag_cent FROM erstattungen e JOIN zahlungsvorgaenge z ON z.id = e.vorgang
		WHERE z.order_id = $1 AND e.zustand = 'erstattet' ORDER BY e.id`
)

// IssueInvoice stores an order's next invoice with its files, and an entry in the order's
// history, and returns the order with it. Its number follows the last one of its series.
//
// Errors: order.ErrNotFound, shop.ErrStale, order.ErrInvoiceUnfit.
func (db *DB) IssueInvoice(ctx context.Context, id int64, r order.InvoiceRequest, by *order.Issuer, at time.Time) (order.Details, error) {
	return unlessStale(r.IfVersion, func() (details order.Details, err error) {
		err = db.update(func(t *tx) error {
			details, err = t.issueInvoice(ctx, id, r, by, at)
			return err
		})
		return details, err
	})
}

// toChange returns an order whose changes take turns, in the version that is demanded.
func (t *tx) toChange(id, version int64) (order.Details, error) {
	if err := t.Lock("order", strconv.FormatInt(id, 10)); err != nil {
		return order.Details{}, err
	}
	before, err := t.details(id)
	if err == nil && version != 0 && version != before.Version {
		err = shop.ErrStale
	}
	return before, err
}

func (t *tx) issueInvoice(ctx context.Context, id int64, r order.InvoiceRequest, by *order.Issuer, at time.Time) (order.Details, error) {
	before, err := t.toChange(id, r.IfVersion)
	if err == nil {
		err = t.checkAdopted(id)
	}
	if err != nil {
		return before, err
	}
	invoice, err := before.Issue(r, before.ChangedAt(at))
	if err != nil {
		return before, err
	}
	if invoice, err = t.file(&before, invoice, by); err != nil {
		return before, err
	}
	if err := t.touch(&before.Order, invoice.At, order.Event{Actor: invoice.Actor, Kind: order.EventInvoice, Text: invoice.Title()}); err != nil {
		return before, err
	}
	t.recordInvoice(ctx, &before.Order, &invoice)
	return t.details(id)
}

// recordInvoice adds to the audit log that a document was issued.
func (t *tx) recordInvoice(ctx context.Context, o *order.Order, i *order.Invoice) {
	t.Record(ctx, audit.Entry{
		Action: audit.Invoice, Subject: audit.Subject(audit.KindOrder, o.Number), To: fmt.Sprintf("%s %s, %s €", i.Kind, i.Number, i.Amount),
	})
}

// DismissProposal stores that a proposed document is not wanted, with an entry in the
// order's history, and returns the order.
//
// Errors: order.ErrNotFound, shop.ErrStale, order.ErrInvoiceUnfit.
func (db *DB) DismissProposal(ctx context.Context, id int64, r order.Dismissal, at time.Time) (order.Details, error) {
	return unlessStale(r.IfVersion, func() (details order.Details, err error) {
		err = db.update(func(t *tx) error {
			details, err = t.dismissProposal(ctx, id, r, at)
			return err
		})
		return details, err
	})
}

func (t *tx) dismissProposal(ctx context.Context, id int64, r order.Dismissal, at time.Time) (order.Details, error) {
	before, err := t.toChange(id, r.IfVersion)
	if err == nil {
		err = before.Dismiss(r)
	}
	if err != nil {
		return before, err
	}
	at = before.ChangedAt(at)
	err = errors.Join(
		t.touch(&before.Order, at, order.Event{Actor: r.Actor, Kind: order.EventInvoice, Text: "Vorschlag verworfen: " + r.Reason}),
		t.Later(`INSERT INTO verworfene_vorschlaege (order_id, anlass, grund, wer, created_at) VALUES ($1, $2, $3, $4, $5)`,
			id, r.Occasion, r.Reason, r.Actor, shop.FormatTime(at)),
	)
	if err != nil {
		return before, err
	}
	t.Record(ctx, audit.Entry{Action: audit.Invoice, Subject: audit.Subject(audit.KindOrder, before.Number), To: "Vorschlag verworfen: " + r.Occasion})
	return t.details(id)
}

const touchOrderSQL = `UPDATE orders SET updated_at = $1, version = version + 1 WHERE id = $2 AND version = $3`

// touch gives an order its next version, and an entry in its history.
func (t *tx) touch(o *order.Order, at time.Time, e order.Event) error {
	n, err := t.Exec(touchOrderSQL, shop.FormatTime(at), o.ID, o.Version)
	if err != nil {
		return err
	}
	if n == 0 {
		return shop.ErrStale
	}
	return t.Later(orderEntrySQL, o.ID, o.Version+1, shop.FormatTime(at), e.Actor, e.Kind, e.Text)
}
