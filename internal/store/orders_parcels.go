package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/dispatch"
	"kontor/internal/shop/order"
	"kontor/internal/store/base"
)

const parcelsQuery = `SELECT id, traeger, nummer, versandt_am, coalesce(zugestellt_am, ''), artikel, wer, created_at, zurueckgenommen_at
	FROM sendungen WHERE order_id = $1 ORDER BY id`

func scanParcel(row database.Scanner) (p order.Parcel, err error) {
	var contents, created string
	var takenBack sql.NullString
	err = row.Scan(&p.ID, &p.Carrier, &p.Number, &p.Sent, &p.Delivered, &contents, &p.Actor, &created, &takenBack)
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal([]byte(contents), &p.Contents); err != nil {
		return p, fmt.Errorf("parcel %d: contents: %w", p.ID, err)
	}
	p.CreatedAt, err = shop.ParseTime(created)
	return p, errors.Join(err, base.ReadTime(&p.TakenBackAt, takenBack))
}

// AddParcel stores a parcel of an order with an entry in the order's history, and owes
// the customer its message, all in one transaction.
//
// Errors: [order.ErrNotFound], [shop.ErrStale], [dispatch.ErrUnfit], [dispatch.ErrUnpaid],
// [dispatch.ErrInvalid].
func (db *DB) AddParcel(ctx context.Context, orderID int64, r dispatch.Request, at time.Time) (order.Details, error) {
	return unlessStale(r.IfVersion, func() (details order.Details, err error) {
		err = db.update(func(t *tx) error {
			details, err = t.addParcel(ctx, orderID, r, at)
			return err
		})
		return details, err
	})
}

const insertParcelSQL = `INSERT INTO sendungen (order_id, traeger, nummer, versandt_am, artikel, wer, created_at)
	VALUES ($1, $2, $3, $4, $5, $6, $7)`

func (t *tx) addParcel(ctx context.Context, orderID int64, r dispatch.Request, at time.Time) (order.Details, error) {
	if err := t.Lock("order", strconv.FormatInt(orderID, 10)); err != nil {
		return order.Details{}, err
	}
	before, err := t.details(orderID)
	if err != nil {
		return before, err
	}
	if r.IfVersion != 0 && r.IfVersion != before.Version {
		return before, shop.ErrStale
	}
	parcel, err := r.Parcel(&before, at)
	if err != nil {
		return before, err
	}
	contents, err := json.Marshal(parcel.Contents)
	if err != nil {
		return before, err
	}
	after := before
	after.Parcels = append(after.Parcels, parcel)
	if err := t.markDispatched(ctx, &after, r.Actor, parcel.Title()+", versandt am "+parcel.Sent.German(), at); err != nil {
		return before, err
	}
	if _, err := t.Exec(insertParcelSQL, orderID, parcel.Carrier, parcel.Number, parcel.Sent, string(contents), r.Actor,
		shop.FormatTime(at)); err != nil {
		return before, err
	}
	if _, err := t.Owe(r.Letter(&after, &parcel, at), &after.Order, nil); err != nil {
		return before, err
	}
	return t.details(orderID)
}

const (
	markDispatchedSQL  = `UPDATE orders SET versand = $1, updated_at = $2, version = version + 1 WHERE id = $3 AND version = $4`
	dispatchedEntrySQL = `INSERT INTO order_events (order_id, nr, zeit, wer, art, von, nach, text) VALUES ($1, $2, $3, $4, $5, '', '', $6)`
	changeParcelSQL    = `UPDATE sendungen SET nummer = $1, zugestellt_am = $2, zurueckgenommen_at = $3 WHERE id = $4`
	orderOfParcelSQL   = `SELECT order_id FROM sendungen WHERE id = $1`
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
	return t.Later(dispatchedEntrySQL, after.ID, after.Version+1, changed, actor, order.EventDispatch, happened)
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
	if err := t.Lock("order", strconv.FormatInt(of, 10)); err != nil {
		return details, err
	}
	after, err := t.details(of)
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
