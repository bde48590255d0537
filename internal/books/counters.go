package books

import (
	"fmt"
	"slices"
)

// orderKey identifies an orders' counter, with all slots added up.
type orderKey struct{ tag, status, land, zahlungsart string }

// itemKey identifies an items' counter, with all slots added up.
type itemKey struct{ tag, produkt string }

// tally is what a counter counts: orders and cents, or lines and pieces.
type tally struct{ n, sum int64 }

// checkCounters compares the counters with what was counted.
func (r *reader) checkCounters(c *counted) []string {
	return slices.Concat(
		compareTallies("Bestellungen", c.orders, r.orderCounters()),
		compareTallies("Positionen", c.items, r.itemCounters()),
		compareTallies("Gutscheine", c.uses, r.couponCounters()))
}

func (r *reader) orderCounters() map[orderKey]tally {
	counters := make(map[orderKey]tally)
	r.each(`SELECT tag, status, land, zahlungsart, anzahl, summe_cent FROM order_counters`, func(scan func(...any) error) error {
		var key orderKey
		var n, cents int64
		err := scan(&key.tag, &key.status, &key.land, &key.zahlungsart, &n, &cents)
		increase(counters, key, n, cents)
		return err
	})
	return counters
}

func (r *reader) itemCounters() map[itemKey]tally {
	counters := make(map[itemKey]tally)
	r.each(`SELECT tag, produkt_slug, zeilen, menge FROM item_counters`, func(scan func(...any) error) error {
		var key itemKey
		var lines, pieces int64
		err := scan(&key.tag, &key.produkt, &lines, &pieces)
		increase(counters, key, lines, pieces)
		return err
	})
	return counters
}

func (r *reader) couponCounters() map[string]tally {
	counters := make(map[string]tally)
	r.each(`SELECT code, anzahl FROM coupon_counters`, func(scan func(...any) error) error {
		var code string
		var n int64
		err := scan(&code, &n)
		increase(counters, code, n, 0)
		return err
	})
	return counters
}

func increase[K comparable](counts map[K]tally, key K, n, sum int64) {
	counted := counts[key]
	counts[key] = tally{counted.n + n, counted.sum + sum}
}

// compareTallies treats a missing counter as zero.
func compareTallies[K comparable](what string, want, got map[K]tally) (found []string) {
	for key, n := range want {
		if got[key] != n {
			found = append(found, fmt.Sprintf("Zähler der %s %+v ist %v, richtig wäre %v", what, key, got[key], n))
		}
	}
	for key, n := range got {
		if _, ok := want[key]; !ok && n != (tally{}) {
			found = append(found, fmt.Sprintf("Zähler der %s %+v ist %v, richtig wäre 0", what, key, n))
		}
	}
	return found
}
