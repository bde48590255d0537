package store

import (
	"cmp"
	"slices"

	"kontor"
)

// counters collects what a transaction adds to the counters of orders and
// sales. They are written at its end, each row once and in one order of keys,
// so that transactions on several instances cannot wait for each other in a
// circle.
type counters struct {
	orders map[orderKey]kontor.Tally
	items  map[itemKey]sales
}

type orderKey struct {
	day     kontor.Day // empty: all days together
	status  kontor.Status
	country kontor.Country
	method  string
}

type itemKey struct {
	day  kontor.Day // empty: all days together
	slug string
}

type sales struct {
	lines, quantity int64
}

func newCounters() *counters {
	return &counters{orders: make(map[orderKey]kontor.Tally), items: make(map[itemKey]sales)}
}

// add counts an order in the state it has; sign -1 takes it out again.
func (c *counters) add(o *kontor.Order, sign int64) {
	for _, day := range []kontor.Day{"", kontor.DayOf(o.CreatedAt)} {
		c.addOrder(orderKey{day, o.Status, o.Country, o.MethodClass()}, kontor.Tally{Orders: sign, Sum: kontor.Cents(sign) * o.TotalCents()})
		if !o.Status.Counts() {
			continue
		}
		for _, item := range o.Items {
			if !item.Free {
				c.addItem(itemKey{day, item.Slug}, sales{sign, sign * item.Quantity})
			}
		}
	}
}

func (c *counters) addOrder(key orderKey, t kontor.Tally) {
	sum := c.orders[key]
	sum.Orders += t.Orders
	sum.Sum += t.Sum
	c.orders[key] = sum
}

func (c *counters) addItem(key itemKey, s sales) {
	sum := c.items[key]
	sum.lines += s.lines
	sum.quantity += s.quantity
	c.items[key] = sum
}

func (c *counters) merge(other *counters) {
	for key, t := range other.orders {
		c.addOrder(key, t)
	}
	for key, s := range other.items {
		c.addItem(key, s)
	}
}

const (
	bumpOrders = `INSERT INTO order_counters AS c (tag, status, land, zahlungsart, slot, anzahl, summe_cent)
		VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT (tag, status, land, zahlungsart, slot)
		DO UPDATE SET anzahl = c.anzahl + excluded.anzahl, summe_cent = c.summe_cent + excluded.summe_cent`
	bumpItems = `INSERT INTO item_counters AS c (tag, produkt_slug, slot, zeilen, menge)
		VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (tag, produkt_slug, slot)
		DO UPDATE SET zeilen = c.zeilen + excluded.zeilen, menge = c.menge + excluded.menge`
)

// flush writes what was collected and forgets it.
func (c *counters) flush(t *tx) error {
	slot := 0 // one writer needs no spreading
	for _, key := range sortedKeys(c.orders, compareOrderKeys) {
		n := c.orders[key]
		if _, err := t.exec(bumpOrders, key.day, key.status, key.country, key.method, slot, n.Orders, n.Sum); err != nil {
			return err
		}
	}
	for _, key := range sortedKeys(c.items, compareItemKeys) {
		n := c.items[key]
		if _, err := t.exec(bumpItems, key.day, key.slug, slot, n.lines, n.quantity); err != nil {
			return err
		}
	}
	clear(c.orders)
	clear(c.items)
	return nil
}

func sortedKeys[K comparable, V any](m map[K]V, compare func(a, b K) int) []K {
	keys := make([]K, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, compare)
	return keys
}

func compareOrderKeys(a, b orderKey) int {
	return cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.status, b.status),
		cmp.Compare(a.country, b.country), cmp.Compare(a.method, b.method))
}

func compareItemKeys(a, b itemKey) int {
	return cmp.Or(cmp.Compare(a.day, b.day), cmp.Compare(a.slug, b.slug))
}
