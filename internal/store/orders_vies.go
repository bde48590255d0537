package store

import (
	"context"
	"time"

	"kontor/internal/shop/audit"
	"kontor/internal/shop/order"
)

// NoteVIES stores what VIES said about a buyer's number, with an entry in the order's
// history, and returns the order.
//
// Errors: order.ErrNotFound, shop.ErrStale, order.ErrVIESUnfit.
func (db *DB) NoteVIES(ctx context.Context, id int64, n order.VIESNote, at time.Time) (order.Details, error) {
	return unlessStale(n.IfVersion, func() (details order.Details, err error) {
		err = db.update(func(t *tx) error {
			details, err = t.noteVIES(ctx, id, n, at)
			return err
		})
		return details, err
	})
}

const noteVIESSQL = `UPDATE orders SET angaben = $1 WHERE id = $2`

func (t *tx) noteVIES(ctx context.Context, id int64, n order.VIESNote, at time.Time) (order.Details, error) {
	before, err := t.toChange(id, n.IfVersion)
	if err == nil {
		err = before.NoteVIES(n)
	}
	if err != nil {
		return before, err
	}
	text := n.Text(before.VATID)
	if err := t.touch(&before.Order, before.ChangedAt(at), order.Event{Actor: n.Actor, Kind: order.EventVIES, Text: text}); err != nil {
		return before, err
	}
	if err := t.Later(noteVIESSQL, encodeParticulars(&before.Particulars), id); err != nil {
		return before, err
	}
	t.Record(ctx, audit.Entry{Action: audit.VIES, Subject: audit.Subject(audit.KindOrder, before.Number), To: n.Said()})
	return t.details(id)
}
