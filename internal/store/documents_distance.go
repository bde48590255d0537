package store

import (
	"context"
	"database/sql"
	"errors"
	"maps"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
	"kontor/internal/shop/threshold"
)

// What counts towards the threshold of distance sales is summed up by years, so that a
// document costs the same however many there are. Who changes a sum holds the lock of
// the documents.

// distanceSale is a document that counts, with the years that it changes.
type distanceSale struct {
	year    int
	net     shop.Cents
	changed tax.Meter
}

// countDistance decides how a document is taxed, and counts it if it is about a distance
// sale; nil: it is not. One that is taken over keeps its tax.
func (t *tx) countDistance(o *order.Details, i *order.Invoice, by *order.Issuer) (*distanceSale, error) {
	i.Case = o.TaxCase(by.Tax, *i)
	if !i.Case.Distance() {
		return nil, nil
	}
	issued := shop.DayOf(i.At)
	meter, err := t.meter(min(i.Supply.Year(), issued.Year())-1, max(i.Supply.Year(), issued.Year()))
	if err != nil {
		return nil, err
	}
	before := maps.Clone(meter)
	sale := &distanceSale{i.Supply.Year(), o.NetAtSeat(&by.Tax, *i), meter}
	if meter.Add(i.Supply, issued, sale.net) && i.Kind == order.InvoiceRegular && by.Prefix != "" {
		i.Case = tax.DistanceAtDestination
	}
	maps.DeleteFunc(meter, func(year int, y tax.Year) bool { return y == before[year] })
	return sale, nil
}

// storeDistance stores what a document counted, if it did.
func (t *tx) storeDistance(document int64, s *distanceSale) error {
	if s == nil {
		return nil
	}
	if err := t.Later(`INSERT INTO fernverkaeufe (dokument_id, jahr, netto_cent) VALUES ($1, $2, $3)`, document, s.year, s.net); err != nil {
		return err
	}
	return t.storeYears(s.changed)
}

const storeYearSQL = `INSERT INTO fernverkauf_jahre (jahr, netto_cent, andere_cent, ziel_ab, gemeldet) VALUES ($1, $2, $3, $4, $5)
	ON CONFLICT (jahr) DO UPDATE SET netto_cent = excluded.netto_cent, andere_cent = excluded.andere_cent, ziel_ab = excluded.ziel_ab,
		gemeldet = excluded.gemeldet`

func (t *tx) storeYears(m tax.Meter) error {
	for year, y := range m {
		if err := t.Later(storeYearSQL, year, y.Issued, y.Elsewhere, y.Latched, y.Notified); err != nil {
			return err
		}
	}
	return nil
}

// meter returns what counted in some years.
func (t *tx) meter(from, until int) (tax.Meter, error) {
	meter := make(tax.Meter)
	err := t.Rows(`SELECT jahr, netto_cent, andere_cent, ziel_ab, gemeldet FROM fernverkauf_jahre WHERE jahr BETWEEN $1 AND $2`, []any{from, until},
		func(rows *sql.Rows) error {
			var number int
			var y tax.Year
			err := rows.Scan(&number, &y.Issued, &y.Elsewhere, &y.Latched, &y.Notified)
			meter[number] = y
			return err
		})
	return meter, err
}

// DistanceSales returns what counted in the years from one to another, both inclusive.
func (db *DB) DistanceSales(ctx context.Context, from, until int) (meter tax.Meter, err error) {
	err = db.read(ctx, func(t *tx) error {
		meter, err = t.meter(from, until)
		return err
	})
	return meter, err
}

// SetElsewhere stores how much was sold through other channels in a year.
func (db *DB) SetElsewhere(ctx context.Context, year int, net shop.Cents) error {
	return db.update(func(t *tx) error {
		if err := t.Lock("dokumente"); err != nil {
			return err
		}
		meter, err := t.meter(year, year)
		if err != nil {
			return err
		}
		after := meter[year]
		after.Elsewhere = net
		entry := threshold.Entry(year, meter[year].Elsewhere, net)
		meter[year] = after
		t.Record(ctx, entry)
		return t.storeYears(meter)
	})
}

// NotifyThreshold stores the notices and messages that due adds to what counted in the
// years from one to another, and returns the messages.
func (db *DB) NotifyThreshold(_ context.Context, from, until int, due func(tax.Meter) []message.Message) (owed []message.Message, err error) {
	err = db.update(func(t *tx) error {
		if err := t.Lock("dokumente"); err != nil {
			return err
		}
		meter, err := t.meter(from, until)
		if err != nil {
			return err
		}
		if owed, err = t.Owe(due(meter), nil, nil); err != nil {
			return err
		}
		return t.storeYears(meter)
	})
	return owed, err
}

const uninvoicedQuery = `SELECT ` + orderColumns + ` FROM orders o WHERE o.id BETWEEN $1 AND $2 AND o.status = 'bezahlt' AND o.land = $3
	AND o.created_at >= $4 AND NOT EXISTS (SELECT 1 FROM dokumente d WHERE d.order_id = o.id) ORDER BY o.id LIMIT $5`

// UninvoicedOrders calls each for the paid orders to a country since a day that have no
// invoice yet. It reads a page at a time.
func (db *DB) UninvoicedOrders(ctx context.Context, country shop.Country, since shop.Day, each func(*order.Order)) error {
	ids := idRange{first: -1}
	for {
		var page []order.Order
		err := db.view(ctx, func(t *tx) (err error) {
			if ids.first < 0 {
				if ids, err = t.idsOf(order.Filter{From: since}); err != nil {
					return err
				}
			}
			page = nil
			err = t.Rows(uninvoicedQuery, []any{ids.first, ids.last, country, shop.FormatTime(since.Start()), order.MaxLimit}, func(rows *sql.Rows) error {
				o, err := scanOrder(rows.Scan)
				page = append(page, o)
				return err
			})
			return errors.Join(err, t.addItems(page))
		})
		if err != nil || len(page) == 0 {
			return err
		}
		for i := range page {
			each(&page[i])
		}
		ids.first = page[len(page)-1].ID + 1
	}
}
