package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
	"kontor/internal/store/base"
)

// Documents are only ever added, each with the hash of the one before it; triggers
// refuse everything else.

// head is where the chain of documents and one of their series end.
type head struct {
	id    int64  // of the newest document
	given int64  // the highest id ever given: above that only after a restore
	chain string // of the newest document
	n     int64  // the newest number of the series
}

// head returns the end of the chain.
func (t *tx) head(s order.Series) (h head, err error) {
	one := func(query string, args []any, to ...any) error {
		return t.Ask(query, args, func(row database.Scanner) error { return row.Scan(to...) })
	}
	return h, errors.Join(
		one(`SELECT id, kette FROM dokumente ORDER BY id DESC LIMIT 1`, nil, &h.id, &h.chain),
		one(t.dialect.lastDocument, nil, &h.given),
		one(`SELECT coalesce(max(nr), 0) FROM dokumente WHERE praefix = $1 AND jahr = $2`, []any{s.Prefix, s.Year}, &h.n),
		t.Send(),
	)
}

// file stores an order's next document with its contents at the end of the chain, and
// returns it with its number: the next of its series, or its own if it is taken over.
// What a restore has skipped in the ids is skipped in the series too.
func (t *tx) file(o *order.Details, i order.Invoice, by *order.Issuer) (order.Invoice, error) {
	if err := t.Lock("dokumente"); err != nil { // nobody else extends the chain
		return i, err
	}
	next, err := t.follow(o, &i, by)
	if err != nil {
		return i, err
	}
	f := next.Filed
	if i.Kind != order.InvoiceRegular {
		if err := t.Row(`SELECT id FROM dokumente WHERE nummer = $1`, []any{o.Corrected(i).Number}, &f.Corrects); err != nil {
			return i, err
		}
	}
	content, err := by.Draw(o, i)
	if err != nil {
		return i, err
	}
	f.Invoice, f.Sums = i, order.SumsOf(content)
	if f.Chain, err = f.Link(next.after); err != nil {
		return i, err
	}
	issuer, err := t.issuer(&by.Party, i)
	if err != nil {
		return i, err
	}
	return i, errors.Join(t.insertDocument(&f, issuer, content), t.storeDistance(f.ID, next.sale))
}

// following is a document that is to continue the chain, without its contents.
type following struct {
	order.Filed
	after string        // hash of the one before it
	sale  *distanceSale // nil: it counts towards nothing
}

// follow returns an order's next document as it continues the chain. It decides the
// document's number, how it is taxed, what it charges and, where that is the destination's tax, its day of
// supply: what is supplied where it arrives is supplied when it does.
func (t *tx) follow(o *order.Details, i *order.Invoice, by *order.Issuer) (f following, err error) {
	series := by.SeriesOf(i.At)
	h, err := t.head(series)
	if err != nil {
		return f, err
	}
	f.Filed, f.after = order.Filed{ID: max(h.id, h.given) + 1, OrderID: o.ID, Series: series}, h.chain
	if !f.Adopted() {
		f.N = h.n + f.ID - h.id
		i.Number = series.Number(f.N)
	}
	if f.sale, err = t.countDistance(o, i, by); err != nil {
		return f, err
	}
	if i.Case == tax.DistanceAtDestination && i.Kind == order.InvoiceRegular && !i.Pending && !f.Adopted() {
		i.Supply = o.ArrivesOn()
	}
	if i.Kind == order.InvoiceRegular {
		i.Amount = o.Priced(&by.Tax, *i).TotalCents()
	}
	return f, nil
}

const insertDocumentSQL = `INSERT INTO dokumente (id, aussteller_id, praefix, jahr, nr, nummer, order_id, art, bezug, betrag_cent, anlass, wer,
	ausgestellt_at, leistung_am, lieferung_offen, fall, snapshot, pdf, xml, snapshot_sha256, pdf_sha256, xml_sha256, kette)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23)`

func (t *tx) insertDocument(f *order.Filed, issuer int64, c order.Content) error {
	year := sql.NullInt64{Int64: int64(f.Series.Year), Valid: !f.Adopted()}
	if t.dialect.continueDocuments != "" {
		if _, err := t.Exec(fmt.Sprintf(t.dialect.continueDocuments, f.ID+1)); err != nil {
			return err
		}
	}
	return t.Later(insertDocumentSQL, f.ID, issuer, f.Series.Prefix, year, base.NullID(f.N), f.Number, f.OrderID, f.Kind,
		base.NullID(f.Corrects), f.Amount, f.Occasion, f.Actor, shop.FormatTime(f.At), f.Supply, base.Flag(f.Pending), f.Case,
		string(c.Snapshot), blob(c.PDF), blob(c.XML), f.Sums.Snapshot, f.Sums.PDF, f.Sums.XML, f.Chain)
}

// blob returns a file, NULL if there is none.
func blob(file []byte) any {
	if file == nil {
		return nil
	}
	return file
}

// issuer returns the id of who issues, with a new row if anything is different from the
// latest one.
func (t *tx) issuer(by *order.Party, i order.Invoice) (id int64, err error) {
	var was order.Party
	err = t.Row(`SELECT id, name, adresse, steuernummer, ust_id, sitz, kleinunternehmer FROM aussteller ORDER BY id DESC LIMIT 1`, nil,
		&id, &was.Name, &was.Address, &was.TaxID, &was.VATID, &was.Seat, database.Truth(&was.Small))
	if err != nil && !errors.Is(err, sql.ErrNoRows) || err == nil && was == *by {
		return id, err
	}
	id++
	_, err = t.Exec(`INSERT INTO aussteller (id, name, adresse, steuernummer, ust_id, sitz, kleinunternehmer, ab) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
		id, by.Name, by.Address, by.TaxID, by.VATID, by.Seat, base.Flag(by.Small), shop.FormatTime(i.At))
	return id, err
}

const filedColumns = `id, order_id, coalesce(bezug, 0), praefix, coalesce(jahr, 0), coalesce(nr, 0), nummer, art, betrag_cent, anlass, wer,
	ausgestellt_at, leistung_am, lieferung_offen, fall, snapshot_sha256, pdf_sha256, xml_sha256, kette`

func scanFiled(row database.Scanner, more ...any) (f order.Filed, err error) {
	var at string
	err = row.Scan(append([]any{
		&f.ID, &f.OrderID, &f.Corrects, &f.Series.Prefix, &f.Series.Year, &f.N, &f.Number, &f.Kind, &f.Amount, &f.Occasion, &f.Actor,
		&at, &f.Supply, database.Truth(&f.Pending), &f.Case, &f.Sums.Snapshot, &f.Sums.PDF, &f.Sums.XML, &f.Chain,
	}, more...)...)
	if err == nil {
		f.At, err = shop.ParseTime(at)
	}
	return f, err
}

// Document returns the contents of one of an order's documents; number empty: of its
// newest regular invoice.
//
// Errors: order.ErrNotFound, order.ErrNotInvoiced if the order has no document at all,
// order.ErrInvoiceNotFound.
func (db *DB) Document(ctx context.Context, id int64, number string) (f order.Filed, c order.Content, err error) {
	err = db.view(ctx, func(t *tx) error {
		f, c, err = t.document(id, number)
		return err
	})
	return f, c, err
}

func (t *tx) document(id int64, number string) (f order.Filed, c order.Content, err error) {
	details, err := t.details(id)
	if err != nil {
		return f, c, err
	}
	if len(details.Issued) == 0 {
		return f, c, order.ErrNotInvoiced
	}
	next := order.Invoice{Seq: int64(len(details.Issued)) + 1}
	number = cmp.Or(number, details.Corrected(next).Number)
	if _, err := details.Invoice(number); err != nil {
		return f, c, err
	}
	f, c, err = t.contents(number)
	f.OrderNumber = details.Number
	return f, c, err
}

// contents returns the document with a number, which exists.
func (t *tx) contents(number string) (f order.Filed, c order.Content, err error) {
	err = t.Rows(`SELECT `+filedColumns+`, snapshot, pdf, xml FROM dokumente WHERE nummer = $1`, []any{number}, func(rows *sql.Rows) error {
		f, err = scanFiled(rows, &c.Snapshot, &c.PDF, &c.XML)
		return err
	})
	return f, c, err
}

// FillDocument adds the files of a document that was taken over, unless it has some, and
// returns those that it has.
func (db *DB) FillDocument(_ context.Context, document int64, drawn order.Content) (c order.Content, err error) {
	err = db.update(func(t *tx) error {
		sums := order.SumsOf(drawn)
		_, err := t.Exec(`UPDATE dokumente SET pdf = $1, xml = $2, pdf_sha256 = $3, xml_sha256 = $4 WHERE id = $5 AND pdf IS NULL AND geleert_at IS NULL`,
			blob(drawn.PDF), blob(drawn.XML), sums.PDF, sums.XML, document)
		if err != nil {
			return err
		}
		c = order.Content{}
		return t.Row(`SELECT snapshot, pdf, xml FROM dokumente WHERE id = $1`, []any{document}, &c.Snapshot, &c.PDF, &c.XML)
	})
	return c, err
}

// emptyDocuments removes the contents of an order's documents. Numbers, amounts and
// hashes stay.
func (t *tx) emptyDocuments(id int64, at time.Time) error {
	_, err := t.Exec(`UPDATE dokumente SET snapshot = '', pdf = NULL, xml = NULL, geleert_at = $1 WHERE order_id = $2 AND geleert_at IS NULL`,
		shop.FormatTime(at), id)
	return errors.Join(err, t.Later(`UPDATE verworfene_vorschlaege SET grund = '' WHERE order_id = $1`, id))
}
