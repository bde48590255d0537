package books

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"kontor/internal/books"
	"kontor/tests/crowd"
)

// Audit compares the books with the answers that customers got, and checks their consistency.
// It returns a sentence for every violation.
func (b *Books) Audit(l crowd.Ledger) ([]string, error) {
	inconsistent, err := books.Check(b.ctx, b.db, b.engine)
	if err != nil {
		return nil, err
	}
	return slices.Concat(inconsistent, b.checkLedger(l), b.checkNumbers(), b.checkRows()), b.err
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

// checkNumbers expects the prefix of every tested shop; the rest of the numbers is
// checked with the books.
func (b *Books) checkNumbers() (found []string) {
	for _, o := range b.Orders {
		if !strings.HasPrefix(o.Number, "BK-") {
			found = append(found, fmt.Sprintf("order %d has the number %q without its prefix", o.ID, o.Number))
		}
	}
	return found
}

// strays are queries that find nothing in the books of the tested shops, where all direct
// orders owe two messages or, without a sender, none does, and the only coupon is once
// per person.
var strays = map[string]string{
	"orders without their messages": `SELECT id FROM orders WHERE (SELECT count(*) FROM mails WHERE order_id = orders.id) <> 2
		AND EXISTS (SELECT 1 FROM mails WHERE order_id IS NOT NULL) ORDER BY id`,
	// Spec: POST /api/orders, rule 4.
	"coupons that one person uses twice": `SELECT min(order_id) FROM gutschein_einloesungen e JOIN orders o ON o.id = e.order_id
		WHERE o.status <> 'storniert' GROUP BY e.code, lower(o.kunde_email) HAVING count(*) > 1`,
}

// checkRows finds rows that should not exist.
func (b *Books) checkRows() (found []string) {
	for what, query := range strays {
		if ids := b.texts(query); len(ids) > 0 {
			found = append(found, fmt.Sprintf("%s: %s", what, strings.Join(ids, " ")))
		}
	}
	return found
}
