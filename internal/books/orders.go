package books

import (
	"fmt"
	"strings"

	"kontor/internal/shop"
)

// counted is what the orders add up to.
type counted struct {
	last   int64 // highest id
	orders map[orderKey]tally
	items  map[itemKey]tally
	uses   map[string]tally // of each coupon, by orders that are not cancelled
	found  []string
}

// readOrders counts the orders as the counters claim to have done, and derives each
// order's number again.
func (r *reader) readOrders() *counted {
	c := &counted{orders: make(map[orderKey]tally), items: make(map[itemKey]tally), uses: make(map[string]tally)}
	r.each(`SELECT id, coalesce(bestellnummer, ''), created_at, status, land, zahlungsart, summe_cent, coalesce(gutschein_code, '')
		FROM orders`, func(scan func(...any) error) error {
		var id, cents int64
		var number, created, status, country, method, coupon string
		if err := scan(&id, &number, &created, &status, &country, &method, &cents, &coupon); err != nil {
			return err
		}
		c.last = max(c.last, id)
		c.checkNumber(id, number, created)
		if coupon != "" && status != "storniert" {
			increase(c.uses, coupon, 1, 0)
		}
		return onBothDays(created, func(day string) {
			increase(c.orders, orderKey{day, status, country, methodClass(method)}, 1, cents)
		})
	})
	r.readItems(c)
	return c
}

func (r *reader) readItems(c *counted) {
	r.each(`SELECT o.created_at, i.produkt_slug, i.menge FROM order_items i JOIN orders o ON o.id = i.order_id
		WHERE o.status NOT IN ('storniert', 'zahlungOffen') AND i.gratis <> 1`, func(scan func(...any) error) error {
		var created, slug string
		var pieces int64
		if err := scan(&created, &slug, &pieces); err != nil {
			return err
		}
		return onBothDays(created, func(day string) { increase(c.items, itemKey{day, slug}, 1, pieces) })
	})
}

// onBothDays calls count with all days together, and with the shop's day of an instant.
func onBothDays(instant string, count func(day string)) error {
	at, err := shop.ParseTime(instant)
	if err != nil {
		return err
	}
	count("")
	count(string(shop.DayOf(at)))
	return nil
}

// checkNumber expects the year and the id after a prefix, which may have been another
// one once.
// Spec: Order, bestellnummer.
func (c *counted) checkNumber(id int64, number, created string) {
	prefix, rest, _ := strings.Cut(number, "-")
	if want := fmt.Sprintf("%.4s-%04d", created, id); rest != want || !isPrefix(prefix) {
		c.found = append(c.found, fmt.Sprintf("Bestellung %d hat die Nummer %q, richtig wäre …-%s", id, number, want))
	}
}

func isPrefix(text string) bool {
	return text != "" && strings.Trim(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

func methodClass(method string) string {
	if method == "ueberweisung" || method == "paypal" {
		return method
	}
	return "sonstige"
}
