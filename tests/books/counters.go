package books

import (
	"fmt"
	"slices"
	"sync"
	"time"
)

// orderKey identifies an orders' counter, with all slots added up.
type orderKey struct{ day, status, country, method string }

// itemKey identifies an items' counter, with all slots added up.
type itemKey struct{ day, slug string }

// tally is what a counter counts: orders and cents, or lines and pieces.
type tally struct{ n, sum int64 }

func (t *tally) add(n, sum int64) { t.n, t.sum = t.n+n, t.sum+sum }

// checkCounters recounts everything and compares the result with the counters.
func (b *Books) checkCounters() []string {
	orders, items := b.count()
	return slices.Concat(
		compareTallies("order counter", orders, b.orderCounters()),
		compareTallies("item counter", items, b.itemCounters()),
		compareTallies("coupon counter", b.countUses(), b.couponCounters()))
}

// countUses counts the orders that use each coupon and are not cancelled.
func (b *Books) countUses() map[string]tally {
	uses := make(map[string]tally)
	for _, o := range b.Orders {
		if o.Gutschein != "" && o.status != "storniert" {
			increase(uses, o.Gutschein, 1, 0)
		}
	}
	return uses
}

func (b *Books) couponCounters() map[string]tally {
	counters := make(map[string]tally)
	b.each(`SELECT code, anzahl FROM coupon_counters`, func(scan func(...any) error) error {
		var code string
		var n int64
		err := scan(&code, &n)
		increase(counters, code, n, 0)
		return err
	})
	return counters
}

// count counts the orders as the counters claim to have done.
func (b *Books) count() (map[orderKey]tally, map[itemKey]tally) {
	orders, items := make(map[orderKey]tally), make(map[itemKey]tally)
	for _, o := range b.Orders {
		for _, day := range []string{"", b.berlinDay(o.createdAt)} {
			increase(orders, orderKey{day, o.status, o.Land, methodClass(o.Zahlungsart)}, 1, o.cents)
			if o.status == "storniert" || o.status == "zahlungOffen" {
				continue
			}
			for _, line := range o.Artikel {
				if !line.Gratis {
					increase(items, itemKey{day, line.Slug}, 1, line.Menge)
				}
			}
		}
	}
	return orders, items
}

func (b *Books) orderCounters() map[orderKey]tally {
	counters := make(map[orderKey]tally)
	b.each(`SELECT tag, status, land, zahlungsart, anzahl, summe_cent FROM order_counters`, func(scan func(...any) error) error {
		var key orderKey
		var n, cents int64
		err := scan(&key.day, &key.status, &key.country, &key.method, &n, &cents)
		increase(counters, key, n, cents)
		return err
	})
	return counters
}

func (b *Books) itemCounters() map[itemKey]tally {
	counters := make(map[itemKey]tally)
	b.each(`SELECT tag, produkt_slug, zeilen, menge FROM item_counters`, func(scan func(...any) error) error {
		var key itemKey
		var lines, pieces int64
		err := scan(&key.day, &key.slug, &lines, &pieces)
		increase(counters, key, lines, pieces)
		return err
	})
	return counters
}

func increase[K comparable](counts map[K]tally, key K, n, sum int64) {
	counted := counts[key]
	counted.add(n, sum)
	counts[key] = counted
}

// compareTallies treats a missing counter as zero.
func compareTallies[K comparable](what string, want, got map[K]tally) (found []string) {
	for key, n := range want {
		if got[key] != n {
			found = append(found, fmt.Sprintf("%s %+v is %v, want %v", what, key, got[key], n))
		}
	}
	for key, n := range got {
		if _, ok := want[key]; !ok && n != (tally{}) {
			found = append(found, fmt.Sprintf("%s %+v is %v, want none", what, key, n))
		}
	}
	return found
}

func methodClass(method string) string {
	if method == "ueberweisung" || method == "paypal" {
		return method
	}
	return "sonstige"
}

var berlin = sync.OnceValue(func() *time.Location {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		panic(err)
	}
	return zone
})

// berlinDay returns the shop's day of an instant in the database's format.
func (b *Books) berlinDay(instant string) string {
	at, err := time.Parse("2006-01-02T15:04:05.000Z", instant)
	if err != nil && b.err == nil {
		b.err = err
	}
	return at.In(berlin()).Format(time.DateOnly)
}
