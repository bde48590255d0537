package crashtest

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"
)

// audit compares the books with what customers were told, and with themselves.
// It reports every violation as an error of the test and returns how many.
func (b *books) audit(l ledger) int {
	b.t.Helper()
	violations := slices.Concat(b.checkFile(), b.checkLedger(l), b.checkNumbers(), b.checkRows(), b.checkCounters())
	for _, v := range violations[:min(20, len(violations))] {
		b.t.Error(v)
	}
	return len(violations)
}

// checkFile lets SQLite look for damage.
func (b *books) checkFile() (found []string) {
	b.t.Helper()
	for _, line := range b.texts(`PRAGMA integrity_check`) {
		if line != "ok" {
			found = append(found, "integrity: "+line)
		}
	}
	for _, table := range b.texts(`PRAGMA foreign_key_check`) {
		found = append(found, "foreign key without its row in "+table)
	}
	return found
}

// checkLedger holds every order that was sent against the one that is stored.
func (b *books) checkLedger(l ledger) (found []string) {
	for mark, o := range l {
		found = append(found, b.checkSent(mark, o)...)
	}
	for mark := range b.marks {
		if l[mark] == nil {
			found = append(found, mark+" is stored, but nobody sent it")
		}
	}
	return found
}

func (b *books) checkSent(mark string, o *sent) []string {
	copies := b.marks[mark]
	switch {
	case len(copies) > 1:
		return []string{fmt.Sprintf("%s is stored %d times", mark, len(copies))}
	case len(copies) == 0 && o.acknowledged():
		return []string{fmt.Sprintf("%s was answered 201 with %s and is not stored", mark, o.number)}
	case len(copies) == 0:
		return nil
	case o.refused():
		return []string{fmt.Sprintf("%s was answered %d and is stored", mark, o.answer.status)}
	}
	return append(o.differences(copies[0]), b.checkKey(o, copies[0])...)
}

// refused reports whether the shop said that the order cannot be taken.
func (o *sent) refused() bool { return o.answer.status >= 400 && o.answer.status < 500 }

// differences says what of the order is stored otherwise than it was sent or
// answered.
func (o *sent) differences(s *stored) (found []string) {
	if !reflect.DeepEqual(o.body, s.body) {
		found = append(found, fmt.Sprintf("%s is not stored whole (-sent +stored):\n%s", s.number, cmp.Diff(o.body, s.body)))
	}
	if o.acknowledged() && (o.id != s.id || o.number != s.number) {
		found = append(found, fmt.Sprintf("answered %d %s, stored %d %s", o.id, o.number, s.id, s.number))
	}
	if !slices.Contains(o.statuses, s.status) {
		found = append(found, fmt.Sprintf("%s has status %q, want one of %q", s.number, s.status, o.statuses))
	}
	return found
}

// checkKey demands the order's key beside the order.
func (b *books) checkKey(o *sent, s *stored) []string {
	if key := b.keys[s.id]; key != o.key {
		return []string{fmt.Sprintf("%s has the key %q, want %q", s.number, key, o.key)}
	}
	return nil
}

var wellFormed = regexp.MustCompile(`^BK-[0-9]{4}-[0-9]{4,}$`)

// checkNumbers derives each order's number anew. Spec: Order, bestellnummer.
func (b *books) checkNumbers() (found []string) {
	b.t.Helper()
	var last int64
	for _, o := range b.orders {
		if want := fmt.Sprintf("BK-%.4s-%04d", o.createdAt, o.id); o.number != want || !wellFormed.MatchString(o.number) {
			found = append(found, fmt.Sprintf("order %d has the number %q, want %q", o.id, o.number, want))
		}
		last = max(last, o.id)
	}
	b.each(`SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'orders'`, func(scan func(...any) error) error {
		var next int64
		if err := scan(&next); err != nil {
			return err
		}
		if next < last {
			found = append(found, fmt.Sprintf("the sequence is at %d, but there is an order %d", next, last))
		}
		return nil
	})
	return found
}

// strays are queries that find nothing in sound books.
var strays = map[string]string{
	"items without an order":  `SELECT order_id FROM order_items WHERE order_id NOT IN (SELECT id FROM orders)`,
	"orders without items":    `SELECT id FROM orders WHERE id NOT IN (SELECT order_id FROM order_items)`,
	"orders without messages": `SELECT id FROM orders WHERE (SELECT count(*) FROM mails WHERE order_id = orders.id) <> 2`,
	"messages counted wrongly": `SELECT zustand FROM (SELECT zustand, 1 AS n FROM mails UNION ALL SELECT zustand, -anzahl FROM mail_counters)
		GROUP BY zustand HAVING sum(n) <> 0`,
	"gaps in the items":         `SELECT order_id FROM order_items GROUP BY order_id HAVING min(position) <> 1 OR max(position) <> count(*)`,
	"coupons without a trace":   `SELECT id FROM orders WHERE gutschein_code IS NOT NULL AND id NOT IN (SELECT order_id FROM gutschein_einloesungen)`,
	"traces without a coupon":   `SELECT e.order_id FROM gutschein_einloesungen e JOIN orders o ON o.id = e.order_id WHERE e.code IS NOT o.gutschein_code`,
	"changes without a history": `SELECT id FROM orders o WHERE version <> 1 + (SELECT count(DISTINCT nr) FROM order_events e WHERE e.order_id = o.id)`,
	"histories that end otherwise": `SELECT o.id FROM orders o JOIN order_events e ON e.order_id = o.id AND e.nr = o.version
		WHERE e.art = 'status' AND e.nach <> o.status`,
	// Spec: Orders, rule 4.
	"coupons that one person uses twice": `SELECT group_concat(order_id) FROM gutschein_einloesungen e JOIN orders o ON o.id = e.order_id
		WHERE o.status <> 'storniert' GROUP BY e.code, lower(o.kunde_email) HAVING count(*) > 1`,
}

// checkRows looks for rows that should not be there, or lack their partners.
func (b *books) checkRows() (found []string) {
	b.t.Helper()
	for what, query := range strays {
		if ids := b.texts(query); len(ids) > 0 {
			found = append(found, fmt.Sprintf("%s: %s", what, strings.Join(ids, " ")))
		}
	}
	return found
}
