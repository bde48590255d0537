package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/dispatch"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
	"kontor/internal/store/base"
)

const parcelsQuery = `SELECT id, traeger, nummer, versandt_am, coalesce(zugestellt_am, ''), artikel, wer, created_at, zurueckgenommen_at, abweichend_von
	FROM sendungen WHERE order_id = $1 ORDER BY id`

func scanParcel(row database.Scanner) (p order.Parcel, err error) {
	var contents, created string
	var takenBack sql.NullString
	err = row.Scan(&p.ID, &p.Carrier, &p.Number, &p.Sent, &p.Delivered, &contents, &p.Actor, &created, &takenBack, &p.Deviates)
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal([]byte(contents), &p.Contents); err != nil {
		return p, fmt.Errorf("parcel %d: contents: %w", p.ID, err)
	}
	p.CreatedAt, err = shop.ParseTime(created)
	return p, errors.Join(err, base.ReadTime(&p.TakenBackAt, takenBack))
}

// AddParcel stores a parcel of an order with an entry in the order's history, issues the
// order's invoice if everything has left now, and owes the customer a message, all in one
// transaction.
//
// The invoice is drawn beforehand, as the number that it will probably get. The writing
// transaction draws it anew only if somebody else was quicker.
//
// Errors: [order.ErrNotFound], [shop.ErrStale], [dispatch.ErrUnfit], [dispatch.ErrUnpaid],
// [dispatch.ErrInvalid], [order.ErrInvoiceUnfit].
func (db *DB) AddParcel(ctx context.Context, orderID int64, r dispatch.Request, by *order.Issuer, at time.Time) (order.Details, error) {
	by = by.Remembering()
	err := db.view(ctx, func(t *tx) error { return t.drawAhead(orderID, r, by, at) })
	if err != nil {
		return order.Details{}, err
	}
	return unlessStale(r.IfVersion, func() (details order.Details, err error) {
		err = db.update(func(t *tx) error {
			details, err = t.addParcel(ctx, orderID, r, by, at)
			return err
		})
		return details, err
	})
}

// OrderNumbered returns the order with a number, or order.ErrNotFound.
func (db *DB) OrderNumbered(ctx context.Context, number string) (details order.Details, err error) {
	err = db.view(ctx, func(t *tx) error {
		var id int64
		if err := t.Row(`SELECT id FROM orders WHERE bestellnummer = $1`, []any{number}, &id); errors.Is(err, sql.ErrNoRows) {
			return order.ErrNotFound
		} else if err != nil {
			return err
		}
		details, err = t.details(id)
		return err
	})
	return details, err
}

// leaving is an order whose next parcel leaves.
type leaving struct {
	order   order.Details // with the parcel
	parcel  order.Parcel
	invoice order.Invoice // not yet stored
	issues  bool          // the invoice is to be issued
	at      time.Time
}

// leave returns an order as it is after a parcel has left.
func leave(before *order.Details, r dispatch.Request, at time.Time) (l leaving, err error) {
	l.order, l.at = *before, before.ChangedAt(at)
	if l.parcel, err = r.Parcel(before, at); err != nil {
		return l, err
	}
	l.order.Parcels = append(slices.Clip(before.Parcels), l.parcel)
	l.invoice, l.issues = l.order.IssueDispatched(r.Actor, l.at)
	return l, nil
}

func (t *tx) drawAhead(orderID int64, r dispatch.Request, by *order.Issuer, at time.Time) error {
	before, err := t.details(orderID)
	if err != nil {
		return err
	}
	l, err := leave(&before, r, at)
	if err != nil || !l.issues {
		return err
	}
	if _, err := t.follow(&l.order, &l.invoice, by); err != nil {
		return err
	}
	_, err = by.Draw(&l.order, l.invoice)
	return err
}

const insertParcelSQL = `INSERT INTO sendungen (order_id, traeger, nummer, versandt_am, artikel, wer, created_at, abweichend_von)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`

func (t *tx) addParcel(ctx context.Context, orderID int64, r dispatch.Request, by *order.Issuer, at time.Time) (order.Details, error) {
	before, err := t.toChange(orderID, r.IfVersion)
	if err != nil {
		return before, err
	}
	l, err := leave(&before, r, at)
	if err != nil {
		return before, err
	}
	if err := t.issueDispatched(ctx, &l, by); err != nil {
		return before, err
	}
	p := &l.parcel
	contents, err := json.Marshal(p.Contents)
	if err != nil {
		return before, err
	}
	if err := t.markDispatched(ctx, &l.order, r.Actor, p.Title()+", versandt am "+p.Sent.German(), at); err != nil {
		return before, err
	}
	if _, err := t.Exec(insertParcelSQL, orderID, p.Carrier, p.Number, p.Sent, string(contents), r.Actor, shop.FormatTime(at), p.Deviates); err != nil {
		return before, err
	}
	if _, err := t.Owe(r.Letter(&l.order, p, l.invoice.Number, at), &l.order.Order, nil); err != nil {
		return before, err
	}
	return t.details(orderID)
}

// issueDispatched stores the invoice of an order that has left, with an entry in its
// history. If it has one from before, whose tax is another than is due now, the parcel
// says so.
func (t *tx) issueDispatched(ctx context.Context, l *leaving, by *order.Issuer) error {
	if !l.issues {
		return t.compareTax(l, by)
	}
	err := t.checkAdopted(l.order.ID)
	if err == nil {
		l.invoice, err = t.file(&l.order, l.invoice, by)
	}
	if err != nil {
		return err
	}
	t.recordInvoice(ctx, &l.order.Order, &l.invoice)
	return t.Later(orderEntrySQL, l.order.ID, l.order.Version+1, shop.FormatTime(l.at), l.invoice.Actor, order.EventInvoice, l.invoice.Title())
}

func (t *tx) compareTax(l *leaving, by *order.Issuer) error {
	if l.order.LeftOn() == "" || l.order.Invoiced() == 0 {
		return nil
	}
	charged := l.order.Charged()
	due, err := t.dueNow(l, by)
	if err != nil {
		return err
	}
	_, content, err := t.contents(charged.Number)
	if err != nil {
		return err
	}
	deviates, err := by.Deviates(&l.order, due, content.Snapshot)
	if deviates {
		l.parcel.Deviates = charged.Number
	}
	return err
}

// dueNow returns how an order that has left would be taxed if its invoice were issued now.
func (t *tx) dueNow(l *leaving, by *order.Issuer) (due order.Invoice, err error) {
	due = order.Invoice{Kind: order.InvoiceRegular, Supply: l.order.LeftOn(), At: l.at}
	if due.Case = l.order.TaxCase(by.Tax, due); !due.Case.Distance() {
		return due, nil
	}
	year := due.Supply.Year()
	meter, err := t.meter(year-1, year)
	if meter.AtDestination(year) {
		due.Case = tax.DistanceAtDestination
	}
	return due, err
}

const (
	markDispatchedSQL = `UPDATE orders SET versand = $1, updated_at = $2, version = version + 1 WHERE id = $3 AND version = $4`
	orderEntrySQL     = `INSERT INTO order_events (order_id, nr, zeit, wer, art, von, nach, text) VALUES ($1, $2, $3, $4, $5, '', '', $6)`
	changeParcelSQL   = `UPDATE sendungen SET nummer = $1, zugestellt_am = $2, zurueckgenommen_at = $3 WHERE id = $4`
	orderOfParcelSQL  = `SELECT order_id FROM sendungen WHERE id = $1`
)

// markDispatched stores what follows from an order's parcels, with what happened in the
// order's history; in the audit log only the state, since the number of a parcel belongs
// to its customer.
func (t *tx) markDispatched(ctx context.Context, after *order.Details, actor, happened string, at time.Time) error {
	changed, state := shop.FormatTime(after.ChangedAt(at)), after.DispatchNow()
	n, err := t.Exec(markDispatchedSQL, state, changed, after.ID, after.Version)
	if err != nil {
		return err
	}
	if n == 0 {
		return shop.ErrStale
	}
	t.Record(ctx, audit.Entry{
		Action: audit.Dispatch, Subject: audit.Subject(audit.KindOrder, after.Number), From: string(after.Dispatch), To: string(state),
	})
	return t.Later(orderEntrySQL, after.ID, after.Version+1, changed, actor, order.EventDispatch, happened)
}

// ChangeParcel changes a parcel, with an entry in its order's history, and returns the
// order.
//
// Errors: [dispatch.ErrNotFound], [dispatch.ErrUnfit].
func (db *DB) ChangeParcel(ctx context.Context, id int64, c dispatch.Change, at time.Time) (order.Details, error) {
	return unlessStale(0, func() (details order.Details, err error) {
		err = db.update(func(t *tx) error {
			details, err = t.changeParcel(ctx, id, c, at)
			return err
		})
		return details, err
	})
}

func (t *tx) changeParcel(ctx context.Context, id int64, c dispatch.Change, at time.Time) (details order.Details, err error) {
	var of int64
	if err := t.Row(orderOfParcelSQL, []any{id}, &of); errors.Is(err, sql.ErrNoRows) {
		return details, dispatch.ErrNotFound
	} else if err != nil {
		return details, err
	}
	after, err := t.toChange(of, 0)
	if err != nil {
		return details, err
	}
	for i := range after.Parcels {
		p := &after.Parcels[i]
		if p.ID != id {
			continue
		}
		happened, err := c.Apply(p, at)
		if err != nil || happened == "" {
			return after, err
		}
		if _, err := t.Exec(changeParcelSQL, p.Number, base.NullText(string(p.Delivered)), base.NullTime(p.TakenBackAt), id); err != nil {
			return details, err
		}
		if err := t.markDispatched(ctx, &after, c.Actor, happened, at); err != nil {
			return details, err
		}
	}
	return t.details(of)
}
