package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/order"
	"kontor/internal/store/base"
)

// RetentionYears returns the orders by country and calendar year, with the day when
// their personal data may be deleted, oldest first. An order belongs to the year of its
// newest document.
func (db *DB) RetentionYears(ctx context.Context, terms order.RetentionTerms) (years []order.RetentionYear, err error) {
	err = db.view(ctx, func(t *tx) error {
		years = nil
		first, last, err := t.orderYears()
		if err != nil {
			return err
		}
		for year := first; year <= last && first > 0; year++ {
			for _, country := range slices.Sorted(slices.Values(shop.Countries)) {
				found, err := t.retentionYear(terms, country, year)
				if err != nil {
					return err
				}
				if found.Orders > 0 {
					years = append(years, found)
				}
			}
		}
		return nil
	})
	return years, err
}

const spanQuery = `SELECT coalesce(min(created_at), ''), coalesce((SELECT max(at) FROM (
	SELECT max(created_at) AS at FROM orders UNION ALL SELECT max(ausgestellt_at) FROM dokumente) AS newest), '') FROM orders`

// orderYears returns the calendar years in Berlin of the oldest order, and of the newest
// order or document, 0 if there is none.
func (t *tx) orderYears() (first, last int, err error) {
	var oldest, newest string
	if err := t.Row(spanQuery, nil, &oldest, &newest); err != nil || oldest == "" {
		return 0, 0, err
	}
	from, until, err := base.Times(oldest, newest)
	return from.In(shop.Berlin).Year(), until.In(shop.Berlin).Year(), err
}

const retentionYearSQL = `SELECT count(*), count(CASE WHEN kunde_email = $1 THEN 1 END),
		coalesce(min(id), 0), coalesce(max(id), 0), count(CASE WHEN id IN (SELECT order_id FROM dokumente
			WHERE fall = 'fernverkauf_ziel' AND ausgestellt_at >= $3 AND ausgestellt_at < $4) THEN 1 END)
	FROM orders WHERE land = $2 AND created_at < $4
		AND (created_at >= $3 OR id IN (SELECT order_id FROM dokumente WHERE ausgestellt_at >= $3 AND ausgestellt_at < $4))
		AND id NOT IN (SELECT order_id FROM dokumente WHERE ausgestellt_at >= $4)`

func (t *tx) retentionYear(terms order.RetentionTerms, country shop.Country, year int) (order.RetentionYear, error) {
	y := order.RetentionYear{Country: country, Year: year, FreeOn: terms.FreeOn(country, year)}
	begin := time.Date(year, time.January, 1, 0, 0, 0, 0, shop.Berlin)
	var first, last, declared int64
	err := t.Row(retentionYearSQL, []any{
		order.AnonymousEmail, country, shop.FormatTime(begin), shop.FormatTime(begin.AddDate(1, 0, 0)),
	}, &y.Orders, &y.Anonymous, &first, &last, &declared)
	if err != nil || y.Orders == 0 {
		return y, err
	}
	if declared > 0 {
		y.FreeOn = terms.DeclaredFreeOn(country, year)
	}
	if err := t.Row(`SELECT bestellnummer FROM orders WHERE id = $1`, []any{first}, &y.First); err != nil {
		return y, err
	}
	return y, t.Row(`SELECT bestellnummer FROM orders WHERE id = $1`, []any{last}, &y.Last)
}

// anonymizeAtOnce bounds a transaction of Anonymize, so that nothing waits long behind
// it.
const anonymizeAtOnce = 50

// Anonymize deletes the personal data of every order whose retention is over, including
// the messages about it, and records that in the order's history; likewise the personal
// data that belongs to no order and is older than any term. It calls done with the
// numbers of each batch once it is stored. Run [DB.ForgetWords] and [DB.Scrub]
// afterwards.
func (db *DB) Anonymize(ctx context.Context, terms order.RetentionTerms, at time.Time, done func(numbers []string)) error {
	if err := db.indexAll(); err != nil { // words in the tail could not be removed
		return err
	}
	for _, country := range slices.Sorted(slices.Values(shop.Countries)) {
		before := shop.FormatTime(terms.FreeBefore(country, shop.DayOf(at)).Start())
		for ctx.Err() == nil {
			numbers, err := db.anonymizePart(ctx, country, before, at)
			if err != nil {
				return err
			}
			if len(numbers) == 0 {
				break
			}
			done(numbers)
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return db.forgetLoose(terms, at)
}

func (db *DB) anonymizePart(ctx context.Context, country shop.Country, before string, at time.Time) (numbers []string, err error) {
	err = db.update(func(t *tx) error {
		numbers = nil
		ids, err := t.identifiedOrders(country, before, shop.FormatTime(order.DeclaredFreeBefore(shop.DayOf(at)).Start()))
		if err != nil {
			return err
		}
		for _, id := range ids {
			// An operator may be changing the order.
			if err := t.Lock("order", strconv.FormatInt(id, 10)); err != nil {
				return err
			}
			order, err := t.order(id)
			if err != nil {
				return err
			}
			if err := t.anonymize(&order, at); err != nil {
				return err
			}
			numbers = append(numbers, order.Number)
		}
		if len(numbers) > 0 {
			t.Record(ctx, audit.Entry{
				Action: audit.Retention,
				To:     fmt.Sprintf("%d Bestellungen anonymisiert, %s bis %s", len(numbers), numbers[0], numbers[len(numbers)-1]),
			})
		}
		return nil
	})
	return numbers, err
}

// identifiedOrders returns some orders that, with all their documents, are from before a time, have
// personal data, and are in the search's index, from which their words will be removed. Those
// that are declared for the one-stop shop have a time of their own.
func (t *tx) identifiedOrders(country shop.Country, before, declared string) (ids []int64, err error) {
	indexed, err := t.indexed()
	if err != nil {
		return nil, err
	}
	err = t.Rows(`SELECT id FROM orders WHERE land = $1 AND created_at < $2 AND kunde_email <> $3 AND id <= $4
		AND id NOT IN (SELECT order_id FROM dokumente WHERE ausgestellt_at >= $2 OR fall = 'fernverkauf_ziel' AND ausgestellt_at >= $5)
		ORDER BY id LIMIT $6`,
		[]any{country, before, order.AnonymousEmail, indexed, declared, anonymizeAtOnce}, func(rows *sql.Rows) error {
			var id int64
			err := rows.Scan(&id)
			ids = append(ids, id)
			return err
		})
	return ids, err
}

// anonymizeSQL leaves updated_at: nothing about the purchase is different. The key that
// finds duplicates is cleared, because it is derived from the e-mail too.
const anonymizeSQL = `UPDATE orders SET kunde_name = $1, kunde_email = $2, strasse = '', plz = '', ort = '',
	kunde_id = NULL, notiz = '', hinweise = '', inhalt = NULL, angaben = NULL, version = version + 1 WHERE id = $3`

func (t *tx) anonymize(o *order.Order, at time.Time) error {
	if _, err := t.Exec(t.dialect.removeSearch, o.ID, strings.Join(o.SearchWords(), " ")); err != nil {
		return err
	}
	o.Anonymize()
	t.derived.addWords(o.ID, o.SearchWords())
	if _, err := t.Exec(anonymizeSQL, o.Customer.Name, o.Customer.Email, o.ID); err != nil {
		return err
	}
	for _, query := range []string{
		`UPDATE order_events SET text = '' WHERE order_id = $1`,
		`UPDATE gutschein_einloesungen SET email_klein = '', email_stamm = '' WHERE order_id = $1`,
		`UPDATE zahlungsvorgaenge SET kunde_id = NULL, bestellung_json = '' WHERE order_id = $1`,
		`UPDATE zahlungseingaenge SET name = '', iban = '', zweck = '', notiz = '' WHERE order_id = $1`,
		`UPDATE widerrufe SET name = '', email = '', grund = '' WHERE order_id = $1`,
		`UPDATE sendungen SET nummer = '' WHERE order_id = $1`,
		`UPDATE erstattungen SET notiz = '' WHERE vorgang IN (SELECT id FROM zahlungsvorgaenge WHERE order_id = $1)`,
	} {
		if _, err := t.Exec(query, o.ID); err != nil {
			return err
		}
	}
	if err := t.emptyDocuments(o.ID, at); err != nil {
		return err
	}
	if err := t.RemoveMessages(`order_id = $1`, o.ID); err != nil {
		return err
	}
	_, err := t.Exec(`INSERT INTO order_events (order_id, nr, zeit, wer, art, text) VALUES ($1, $2, $3, $4, $5, $6)`,
		o.ID, o.Version+1, shop.FormatTime(at), order.ActorShop, order.EventAnonymized,
		"Personenbezogene Daten nach dem Ende der Aufbewahrungsfrist gelöscht.")
	return err
}

// forgetLoose deletes personal data that belongs to no order and is older than any
// term: baskets that never became one, withdrawals, receipts and messages.
func (db *DB) forgetLoose(terms order.RetentionTerms, at time.Time) error {
	year := at.In(shop.Berlin).Year() - terms.Longest()
	before := shop.FormatTime(time.Date(year, time.January, 1, 0, 0, 0, 0, shop.Berlin))
	return db.update(func(t *tx) error {
		for _, query := range []string{
			`UPDATE zahlungsvorgaenge SET kunde_id = NULL, bestellung_json = '' WHERE bestellung_json <> '' AND created_at < $1`,
			`UPDATE widerrufe SET name = '', email = '', vertrag = '', grund = '' WHERE order_id IS NULL AND created_at < $1`,
			`UPDATE zahlungseingaenge SET name = '', iban = '', zweck = '', notiz = '' WHERE order_id IS NULL AND importiert_at < $1`,
		} {
			if _, err := t.Exec(query, before); err != nil {
				return err
			}
		}
		return t.RemoveMessages(`order_id IS NULL AND created_at < $1`, before)
	})
}

// ForgetWords purges the search's files of words that its index merely marks as
// deleted.
func (db *DB) ForgetWords() error {
	if db.dialect.settleSearch == "" {
		return nil
	}
	return db.update(func(t *tx) error {
		_, err := t.Exec(db.dialect.settleSearch)
		return err
	})
}
