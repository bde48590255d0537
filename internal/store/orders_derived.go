package store

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/store/auditlog"
	"kontor/internal/store/base"
)

// derived collects what a transaction adds to the data derived from orders: the
// counters and the search words; and the entries in the audit log. It is written at the end of the transaction: each
// counter once and in the order of keys, so that transactions on several instances
// cannot deadlock; the words after the last savepoint, since FTS5 writes out its index
// at each one; the entries last of all, so that their lock is held for the COMMIT alone.
type derived struct {
	*base.Gathered
	orders map[orderKey]orderCount
	items  map[itemKey]sales
	uses   map[string]int64 // of each coupon
	words  []orderWords

	tail *searchTail // nil: words go into the index with their orders
	step tailStep
}

type orderWords struct {
	id    int64
	words string
}

type orderKey struct {
	day     shop.Day // empty: all days together
	status  order.Status
	country shop.Country
	method  string
}

// orderCount is a number of orders and their total, and the range of ids in which they
// all lie, so that a range of days can be read as a range of ids.
type orderCount struct {
	order.Tally
	first, last int64
}

type itemKey struct {
	day  shop.Day // empty: all days together
	slug string
}

type sales struct {
	lines, quantity int64
}

func newDerived(tail *searchTail) *derived {
	return &derived{
		tail:   tail,
		orders: make(map[orderKey]orderCount), items: make(map[itemKey]sales),
		Gathered: base.Gather(), uses: make(map[string]int64),
	}
}

// addWords makes a new order findable.
func (d *derived) addWords(id int64, words []string) { d.words = append(d.words, wordsOf(id, words)) }

func wordsOf(id int64, words []string) orderWords { return orderWords{id, strings.Join(words, " ")} }

// count counts an order in its state; sign -1 subtracts it again.
func (d *derived) count(o *order.Order, sign int64) {
	for _, day := range []shop.Day{"", shop.DayOf(o.CreatedAt)} {
		d.addOrder(orderKey{day, o.Status, o.Country, o.MethodClass()}, orderCount{order.Tally{Orders: sign, Sum: shop.Cents(sign) * o.TotalCents()}, o.ID, o.ID})
		if !o.Status.Counts() {
			continue
		}
		for _, item := range o.Items {
			if !item.Free {
				d.addItem(itemKey{day, item.Slug}, sales{sign, sign * item.Quantity})
			}
		}
	}
}

func (d *derived) addOrder(key orderKey, n orderCount) {
	if sum, ok := d.orders[key]; ok {
		n.Orders += sum.Orders
		n.Sum += sum.Sum
		n.first, n.last = min(n.first, sum.first), max(n.last, sum.last)
	}
	d.orders[key] = n
}

func (d *derived) addItem(key itemKey, s sales) {
	sum := d.items[key]
	sum.lines += s.lines
	sum.quantity += s.quantity
	d.items[key] = sum
}

// countUse counts the use of an order's coupon, if it uses one in its state; sign -1
// subtracts it again.
func (d *derived) countUse(o *order.Order, sign int64) {
	if o.CouponCode != "" && o.Status != order.StatusCancelled {
		d.uses[o.CouponCode] += sign
	}
}

// Join implements [database.Gathered].
func (d *derived) Join(member database.Gathered) {
	other := member.(*derived)
	d.Gathered.Join(other.Gathered)
	for key, t := range other.orders {
		d.addOrder(key, t)
	}
	for key, s := range other.items {
		d.addItem(key, s)
	}
	for code, n := range other.uses {
		d.uses[code] += n
	}
	d.words = append(d.words, other.words...)
	d.step.wanted = d.step.wanted || other.step.wanted
}

// The counters' statements; rows are inserted between the two parts of each.
const (
	bumpOrders = `INSERT INTO order_counters AS c (tag, status, land, zahlungsart, slot, anzahl, summe_cent, von_id, bis_id) VALUES `
	sumOrders  = ` ON CONFLICT (tag, status, land, zahlungsart, slot)
		DO UPDATE SET anzahl = c.anzahl + excluded.anzahl, summe_cent = c.summe_cent + excluded.summe_cent,
			von_id = CASE WHEN excluded.von_id < c.von_id THEN excluded.von_id ELSE c.von_id END,
			bis_id = CASE WHEN excluded.bis_id > c.bis_id THEN excluded.bis_id ELSE c.bis_id END`
	bumpItems = `INSERT INTO item_counters AS c (tag, produkt_slug, slot, zeilen, menge) VALUES `
	sumItems  = ` ON CONFLICT (tag, produkt_slug, slot)
		DO UPDATE SET zeilen = c.zeilen + excluded.zeilen, menge = c.menge + excluded.menge`
	bumpMails = `INSERT INTO mail_counters AS c (zustand, slot, anzahl) VALUES `
	sumMails  = ` ON CONFLICT (zustand, slot) DO UPDATE SET anzahl = c.anzahl + excluded.anzahl`
	bumpUses  = `INSERT INTO coupon_counters AS c (code, slot, anzahl) VALUES `
	sumUses   = ` ON CONFLICT (code, slot) DO UPDATE SET anzahl = c.anzahl + excluded.anzahl`
)

// counterSlots is the number of rows over which PostgreSQL spreads a counter.
// Simultaneous transactions of an instance use different ones, so they do not wait for
// each other's commit.
const counterSlots = 32

// Write implements [database.Gathered].
func (d *derived) Write(t *database.Tx) error { return d.flush(newTx(t)) }

// flush writes what was collected.
func (d *derived) flush(t *tx) error {
	var orders, items [][]any
	slot := int(t.Turn % counterSlots)
	for _, key := range sortedKeys(d.orders, compareOrderKeys) {
		n := d.orders[key]
		orders = append(orders, []any{key.day, key.status, key.country, key.method, slot, n.Orders, n.Sum, n.first, n.last})
	}
	for _, key := range sortedKeys(d.items, compareItemKeys) {
		n := d.items[key]
		items = append(items, []any{key.day, key.slug, slot, n.lines, n.quantity})
	}
	return errors.Join(
		d.flushWords(t),
		t.InsertRows(bumpOrders, sumOrders, orders),
		t.InsertRows(bumpItems, sumItems, items),
		t.InsertRows(bumpMails, sumMails, changes(d.Messages, slot)),
		t.InsertRows(bumpUses, sumUses, changes(d.uses, slot)),
		auditlog.Append(t.Tx.Tx, d.Entries),
	)
}

// flushWords writes the words that do not join the tail, and how far the index has come.
func (d *derived) flushWords(t *tx) error {
	words := d.words
	if d.tail != nil {
		words = d.tail.divide(words, &d.step)
	}
	for _, w := range words {
		if err := t.Later(t.dialect.insertSearch, w.id, w.words); err != nil {
			return err
		}
	}
	if d.tail == nil {
		return nil
	}
	return d.tail.store(t, &d.step)
}

// Committed implements [database.Gathered].
func (d *derived) Committed() {
	if d.tail != nil {
		d.tail.settle(&d.step)
	}
}

// changes returns the counter rows for the keys.
func changes[K cmp.Ordered](counts map[K]int64, slot int) (rows [][]any) {
	for _, key := range sortedKeys(counts, cmp.Compare[K]) {
		if n := counts[key]; n != 0 {
			rows = append(rows, []any{key, slot, n})
		}
	}
	return rows
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
