package books

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"kontor/tests/crowd"
)

// Audit compares the books with the answers that customers got, and checks their consistency.
// It returns a sentence for every violation.
func (b *Books) Audit(l crowd.Ledger) ([]string, error) {
	found := slices.Concat(b.engine.damage(b), b.checkLedger(l), b.checkNumbers(), b.checkRows(), b.checkCounters())
	return found, b.err
}

// checkLedger compares every order that was sent with the stored one.
func (b *Books) checkLedger(l crowd.Ledger) (found []string) {
	for mark, o := range l {
		found = append(found, b.checkSent(mark, o)...)
	}
	for mark := range b.Marks {
		if l[mark] == nil {
			found = append(found, mark+" is stored, but nobody sent it")
		}
	}
	return found
}

func (b *Books) checkSent(mark string, o *crowd.Order) []string {
	copies := b.Marks[mark]
	switch {
	case len(copies) > 1:
		return []string{fmt.Sprintf("%s is stored %d times", mark, len(copies))}
	case len(copies) == 0 && o.Acknowledged():
		return []string{fmt.Sprintf("%s was answered 201 with %s and is not stored", mark, o.Number)}
	case len(copies) == 0:
		return nil
	case o.Refused():
		return []string{fmt.Sprintf("%s was answered %d and is stored", mark, o.Answer.Status)}
	}
	return append(differences(o, copies[0]), b.checkKey(o, copies[0])...)
}

// differences describes where the stored order differs from what was sent or answered.
func differences(o *crowd.Order, s *Stored) (found []string) {
	if !reflect.DeepEqual(o.Body, s.Body) {
		found = append(found, fmt.Sprintf("%s is not stored whole (-sent +stored):\n%s", s.Number, cmp.Diff(o.Body, s.Body)))
	}
	if o.Acknowledged() && (o.ID != s.ID || o.Number != s.Number) {
		found = append(found, fmt.Sprintf("answered %d %s, stored %d %s", o.ID, o.Number, s.ID, s.Number))
	}
	if !slices.Contains(o.Statuses, s.status) {
		found = append(found, fmt.Sprintf("%s has status %q, want one of %q", s.Number, s.status, o.Statuses))
	}
	return found
}

// checkKey requires the order's key beside the order.
func (b *Books) checkKey(o *crowd.Order, s *Stored) []string {
	if key := b.keys[s.ID]; key != o.Key {
		return []string{fmt.Sprintf("%s has the key %q, want %q", s.Number, key, o.Key)}
	}
	return nil
}

var wellFormed = regexp.MustCompile(`^BK-[0-9]{4}-[0-9]{4,}$`)

// checkNumbers derives each order's number again.
// Spec: Order, bestellnummer.
func (b *Books) checkNumbers() (found []string) {
	var last int64
	for _, o := range b.Orders {
		if want := fmt.Sprintf("BK-%.4s-%04d", o.createdAt, o.ID); o.Number != want || !wellFormed.MatchString(o.Number) {
			found = append(found, fmt.Sprintf("order %d has the number %q, want %q", o.ID, o.Number, want))
		}
		last = max(last, o.ID)
	}
	b.each(b.engine.sequence, func(scan func(...any) error) error {
		var given int64
		if err := scan(&given); err != nil {
			return err
		}
		if given < last {
			found = append(found, fmt.Sprintf("the sequence is at %d, but there is an order %d", given, last))
		}
		return nil
	})
	return found
}

// strays are queries that find nothing in sound books.
var strays = map[string]string{
	"items without an order":  `SELECT order_id FROM order_items WHERE order_id NOT IN (SELECT id FROM orders)`,
	"orders without items":    `SELECT id FROM orders WHERE id NOT IN (SELECT order_id FROM order_items)`,
	"orders without messages": `SELECT id FROM orders WHERE (SELECT count(*) FROM mails WHERE order_id = orders.ID) <> 2`,
	"messages counted wrongly": `SELECT zustand FROM (SELECT zustand, 1 AS n FROM mails UNION ALL SELECT zustand, -anzahl FROM mail_counters) AS both_sides
		GROUP BY zustand HAVING sum(n) <> 0`,
	"gaps in the items":         `SELECT order_id FROM order_items GROUP BY order_id HAVING min(position) <> 1 OR max(position) <> count(*)`,
	"coupons without a trace":   `SELECT id FROM orders WHERE gutschein_code IS NOT NULL AND id NOT IN (SELECT order_id FROM gutschein_einloesungen)`,
	"traces without a coupon":   `SELECT e.order_id FROM gutschein_einloesungen e JOIN orders o ON o.id = e.order_id WHERE e.code IS DISTINCT FROM o.gutschein_code`,
	"changes without a history": `SELECT id FROM orders o WHERE version <> 1 + (SELECT count(DISTINCT nr) FROM order_events e WHERE e.order_id = o.ID)`,
	"histories that end otherwise": `SELECT o.id FROM orders o JOIN order_events e ON e.order_id = o.ID AND e.nr = o.version
		WHERE e.art = 'status' AND e.nach <> o.status`,
	// Spec: POST /api/orders, rule 4.
	"coupons that one person uses twice": `SELECT min(order_id) FROM gutschein_einloesungen e JOIN orders o ON o.id = e.order_id
		WHERE o.status <> 'storniert' GROUP BY e.code, lower(o.kunde_email) HAVING count(*) > 1`,
}

// checkRows finds rows that should not exist, or whose counterparts are missing.
func (b *Books) checkRows() (found []string) {
	for what, query := range strays {
		if ids := b.texts(query); len(ids) > 0 {
			found = append(found, fmt.Sprintf("%s: %s", what, strings.Join(ids, " ")))
		}
	}
	return found
}
