package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// adoptAtOnce bounds a transaction of AdoptDocuments, so that no order waits long behind
// it.
const adoptAtOnce = 20

// AdoptDocuments gives some orders from before documents were kept theirs, under the
// numbers that they had: every paid order, and those for which invoices had been issued.
// It reports whether there are more. A process that is killed in between goes on where it
// was.
func (db *DB) AdoptDocuments(_ context.Context, by *order.Issuer) (more bool, err error) {
	err = db.update(func(t *tx) error {
		if err := t.Lock("dokument_uebernahme"); err != nil {
			return err
		}
		var next, last int64
		if more, err = t.adopting(&next, &last); err != nil || !more {
			return err
		}
		if err := t.KeepFewPages(true); err != nil {
			return err
		}
		ids, err := t.IDs(`SELECT id FROM orders WHERE id >= $1 AND id <= $2 ORDER BY id LIMIT $3`, next, last, adoptAtOnce)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := t.adopt(id, by); err != nil {
				return fmt.Errorf("order %d: %w", id, err)
			}
		}
		if more = len(ids) == adoptAtOnce; !more {
			return errors.Join(t.Later(`DELETE FROM dokument_uebernahme`), t.KeepFewPages(false))
		}
		return t.Later(`UPDATE dokument_uebernahme SET naechste = $1`, ids[len(ids)-1]+1)
	})
	return more, err
}

// adopting reads which orders still have to be given their documents; false: none.
func (t *tx) adopting(next, last *int64) (bool, error) {
	err := t.Row(`SELECT naechste, bis FROM dokument_uebernahme`, nil, next, last)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// checkAdopted refuses to issue anything for an order that still has to be given its
// earlier documents.
func (t *tx) checkAdopted(id int64) error {
	var next, last int64
	if more, err := t.adopting(&next, &last); err != nil || !more || id < next || id > last {
		return err
	}
	return order.ErrInvoiceUnfit.With("Die Rechnungen von früher werden gerade übernommen. Bitte in ein paar Minuten noch einmal versuchen.")
}

func (t *tx) adopt(id int64, by *order.Issuer) error {
	o, err := t.details(id)
	if err != nil {
		return err
	}
	earlier, err := t.earlierInvoices(&o)
	if err != nil || o.TotalCents() <= 0 || o.Customer.Email == order.AnonymousEmail || len(earlier) == 1 && o.Status != order.StatusPaid {
		return err
	}
	o.Issued = earlier
	for n, i := range earlier {
		if i.Kind != order.InvoiceRegular {
			i.Supply = o.Corrected(i).Supply
		}
		if o.Issued[n], err = t.file(&o, i, by); err != nil {
			return err
		}
	}
	return nil
}

// earlierInvoices returns the invoices that an order had before documents were kept: a
// first one with its number, and those that were issued.
func (t *tx) earlierInvoices(o *order.Details) ([]order.Invoice, error) {
	all := []order.Invoice{{
		Seq: 1, Number: o.Number, Kind: order.InvoiceRegular, Amount: o.TotalCents(), At: o.CreatedAt, Actor: order.ActorShop,
		Supply: shop.DayOf(o.CreatedAt),
	}}
	err := t.Ask(`SELECT nummer, art, betrag_cent, wer, created_at FROM rechnungen WHERE order_id = $1 ORDER BY nr`, []any{o.ID}, func(row database.Scanner) error {
		i := order.Invoice{Seq: int64(len(all)) + 1}
		var at string
		err := row.Scan(&i.Number, &i.Kind, &i.Amount, &i.Actor, &at)
		if err == nil {
			i.At, err = shop.ParseTime(at)
		}
		i.Supply = shop.DayOf(i.At)
		all = append(all, i)
		return err
	})
	return all, errors.Join(err, t.Send())
}
