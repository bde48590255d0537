package stocks

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/stock"
	"kontor/internal/store/base"
)

// ChangeStock changes the stock of a product; a request that was carried out before
// changes nothing.
//
// Errors: [catalogue.ErrProductNotFound], [stock.ErrChanged], [stock.ErrShort],
// [stock.ErrInvalid], [checkout.ErrIdempotencyReuse].
func (s *Stocks) ChangeStock(ctx context.Context, c stock.Change) error {
	c.Request = cmp.Or(c.Request, rand.Text()) // detects by itself what was stored before the answer was lost
	return s.engine.Repeatable(func(t *base.Tx) error {
		if err := s.takeTurns(t, c.Slug); err != nil {
			return err
		}
		if repeated, err := repeats(t, &c); repeated || err != nil {
			return err
		}
		if err := exists(t, c.Slug); err != nil {
			return err
		}
		found, err := lock(t, c.Slug)
		if err != nil {
			return err
		}
		return change(ctx, t, &c, found)
	})
}

// takeTurns makes operators who change a product's stock take turns; orders only wait for
// rows that there are.
func (s *Stocks) takeTurns(t *base.Tx, slug string) error {
	s.empty.Store(false)
	s.asked.Store(true)
	return t.Lock("stock", slug)
}

// ChangeAll changes the stock of products within a transaction that changes the catalogue
// too; each product is named once. Errors: those of [Stocks.ChangeStock], all or none.
func (s *Stocks) ChangeAll(ctx context.Context, t *base.Tx, changes []stock.Change, at time.Time) error {
	changes = slices.SortedFunc(slices.Values(changes), func(a, b stock.Change) int { return cmp.Compare(a.Slug, b.Slug) })
	slugs := make([]string, len(changes))
	for i := range changes {
		slugs[i] = changes[i].Slug
		if err := s.takeTurns(t, slugs[i]); err != nil {
			return err
		}
	}
	found, err := lock(t, slugs...)
	by, _ := audit.From(ctx)
	for i := range changes {
		c := &changes[i]
		c.Who, c.At = by.Who(), at
		if err == nil {
			err = change(ctx, t, c, found)
		}
	}
	return err
}

func exists(t *base.Tx, slug string) error {
	var n int
	err := t.Row(`SELECT count(*) FROM products WHERE slug = $1`, []any{slug}, &n)
	if err == nil && n == 0 {
		err = catalogue.ErrProductNotFound
	}
	return err
}

// repeats reports whether a request was carried out before. Another one with its id is
// refused.
func repeats(t *base.Tx, c *stock.Change) (bool, error) {
	var slug, lot string
	var kind stock.Kind
	var pieces int64
	err := t.Row(`SELECT slug, partie, art, menge FROM bestandsbuchungen WHERE anfrage = $1`, []any{c.Request}, &slug, &lot, &kind, &pieces)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return false, nil
	case err != nil:
		return false, err
	case slug != c.Slug, kind != c.Kind(), !c.End && lot != c.Lot, kind == stock.KindChange && pieces != c.By:
		return false, checkout.ErrIdempotencyReuse
	}
	return true, nil
}

func change(ctx context.Context, t *base.Tx, c *stock.Change, found stock.Stock) error {
	lots, counted := found[c.Slug]
	subject := audit.Subject(audit.KindProduct, c.Slug)
	if c.End {
		if !counted {
			return nil
		}
		t.Record(ctx, audit.Entry{Action: audit.Stock, Subject: subject, To: "nicht mehr gezählt"})
		return end(t, c, lots)
	}
	var pieces int64
	at := slices.IndexFunc(lots, func(l stock.Lot) bool { return l.Name == c.Lot })
	if at >= 0 {
		pieces = lots[at].Pieces
	}
	by, err := c.Of(pieces, counted)
	if err != nil {
		return err
	}
	t.Record(ctx, audit.Entry{Action: audit.Stock, Subject: subject, From: shown(c.Lot, pieces, counted), To: shown(c.Lot, pieces+by, true)})
	return Make(t, []Move{moveOf(c, by)})
}

func shown(lot string, pieces int64, counted bool) string {
	switch {
	case !counted:
		return "nicht gezählt"
	case lot == "":
		return fmt.Sprint(pieces)
	}
	return fmt.Sprintf("Partie %s: %d", lot, pieces)
}

// end books out all lots of a product, which is sold without being counted from then on.
func end(t *base.Tx, c *stock.Change, lots []stock.Lot) error {
	moves := make([]Move, len(lots))
	for i, lot := range lots {
		moves[i] = moveOf(c, -lot.Pieces)
		moves[i].Entry.Lot = lot.Name
		if i > 0 {
			moves[i].Request = ""
		}
	}
	return errors.Join(Make(t, moves), t.Later(`DELETE FROM bestaende WHERE slug = $1`, c.Slug))
}

func moveOf(c *stock.Change, by int64) Move {
	return Move{Slug: c.Slug, Request: c.Request, Entry: stock.Entry{Lot: c.Lot, Pieces: by, Kind: c.Kind(), Who: c.Who, At: c.At, Note: c.Note}}
}

// End books out all lots of products that were removed from the catalogue.
func End(ctx context.Context, t *base.Tx, at time.Time, slugs ...string) error {
	by, _ := audit.From(ctx)
	found, err := lock(t, slugs...)
	for slug, lots := range found {
		err = errors.Join(err, end(t, &stock.Change{Slug: slug, End: true, Who: by.Who(), At: at, Note: "Produkt gelöscht"}, lots))
	}
	return err
}

const journalQuery = `SELECT b.id, b.partie, b.menge, b.art, coalesce(b.order_id, 0), coalesce(o.bestellnummer, ''), coalesce(b.vorgang, 0),
		b.wer, b.zeit, b.notiz
	FROM bestandsbuchungen b LEFT JOIN orders o ON o.id = b.order_id
	WHERE b.slug = $1 AND b.id < $2 ORDER BY b.id DESC LIMIT $3`

// StockJournal returns a page of a product's journal.
func (s *Stocks) StockJournal(ctx context.Context, slug string, p stock.Page) (j stock.Journal, err error) {
	err = s.engine.View(ctx, func(t *base.Tx) error {
		found := make(stock.Stock)
		if err := ask(t, []string{slug}, "", found); err != nil {
			return err
		}
		j = stock.Journal{Slug: slug}
		j.Lots, j.Counted = found[slug]
		before := cmp.Or(p.Before, int64(1<<62))
		return t.Rows(journalQuery, []any{slug, before, p.Limit + 1}, func(rows *sql.Rows) error {
			var e stock.Entry
			var at string
			err := rows.Scan(&e.ID, &e.Lot, &e.Pieces, &e.Kind, &e.OrderID, &e.OrderNumber, &e.PaymentID, &e.Who, &at, &e.Note)
			if err != nil {
				return err
			}
			if j.More = len(j.Entries) == p.Limit; j.More {
				return nil
			}
			e.At, err = shop.ParseTime(at)
			j.Entries = append(j.Entries, e)
			return err
		})
	})
	return j, err
}
