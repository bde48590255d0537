package store

import (
	"errors"
	"slices"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
	"kontor/internal/shop/stock"
	"kontor/internal/store/base"
	"kontor/internal/store/messages"
	"kontor/internal/store/stocks"
)

// newOrder is an order to be placed. Its rows are made before its turn comes.
type newOrder struct {
	checkout.Placement
	rows   *orderRows
	wanted []stock.Demand
	stocks *stocks.Stocks

	known   surroundings
	refused bool // or entangled with another order; placing it alone will show
	taken   []stock.Taking
	result  checkout.Placed // if it was placed together with others
}

func newOrderOf(p checkout.Placement, stocks *stocks.Stocks) *newOrder {
	return &newOrder{Placement: p, rows: newOrderRows(p.Order, p.Order.CreatedAt, p.AttemptID), wanted: p.Order.Wanted(), stocks: stocks}
}

// plain reports whether the order may be placed together with others that wait.
func (o *newOrder) plain() bool { return o.Order.CustomerID == 0 }

// together is [database.Options.Together].
func together(within *database.Tx, parts []database.Part) ([]bool, error) {
	orders := make([]*newOrder, len(parts))
	for i := range parts {
		orders[i] = parts[i].(*newOrder)
	}
	err := newTx(within).placeTogether(orders)
	made := make([]bool, len(orders))
	for i, o := range orders {
		made[i] = !o.refused
	}
	return made, err
}

// placeTogether places those of the orders that nothing refuses, and that repeat neither
// an earlier order nor one another. It leaves the rows that [tx.place] leaves for one
// after the other. Everything is decided before the first row is written.
func (t *tx) placeTogether(orders []*newOrder) error {
	refuseRepeated(orders)
	if err := errors.Join(t.readTogether(orders), t.readCoupons(orders)); err != nil {
		return err
	}
	placed := make([]*newOrder, 0, len(orders))
	for _, o := range orders {
		if o.admit() {
			placed = append(placed, o)
		}
	}
	if len(placed) == 0 {
		return nil
	}
	return t.insertTogether(placed)
}

// use is the use of a coupon by probably one person.
type use struct{ coupon, stem string }

// refuseRepeated refuses orders that share a key, a content, a person's use of a coupon,
// or an address to which only so many messages go, with one before them.
func refuseRepeated(orders []*newOrder) {
	seen := make(map[any]bool, 2*len(orders))
	for _, o := range orders {
		marks := []any{o.rows.content & contentHashMask}
		if key := o.Idempotency; key != nil {
			marks = append(marks, [2]string{key.Route, key.Key})
		}
		if o.Order.CouponCode != "" {
			marks = append(marks, use{o.Order.CouponCode, shop.EmailStem(o.Order.Customer.Email)})
		}
		if !o.Mails.Off() {
			marks = append(marks, shop.NormalizeEmail(o.Order.Customer.Email))
		}
		o.refused = slices.ContainsFunc(marks, func(mark any) bool { return seen[mark] })
		for _, mark := range marks {
			seen[mark] = true
		}
	}
}

// admit decides, from what readTogether has found, whether an order is placed, and sets
// what [tx.place] would set. It is called for one order after the other, so any further
// reason to refuse an order belongs here.
func (o *newOrder) admit() bool {
	differences, err := o.known.priceHints(&o.Placement)
	if o.refused = o.refused || err != nil; o.refused {
		return false
	}
	if o.taken, err = o.known.stock.Take(o.wanted); err != nil {
		o.refused = true
		return false
	}
	stored := *o.Order // see placeAlone
	stored.Delivery = o.Terms.Delivery.Of(stored.Country, stored.Items, o.known.catalogue)
	stored.Hints = slices.Concat(stored.Marks(), differences, o.known.hints(&stored), order.LotHints(o.wanted, o.taken))
	o.result = checkout.Placed{Order: &stored}
	return true
}

// readTogether requests what [tx.readSurroundings] requests for each of the orders. One
// whose key or content is already stored is refused.
func (t *tx) readTogether(orders []*newOrder) error {
	products := make(map[string]catalogue.Product)
	left := make(stock.Stock)
	var wanted []stock.Demand
	var items []order.Item
	var keys, contents [][]any
	byKey, byContent := make(map[[2]string]*newOrder), make(map[int64]*newOrder)
	for _, o := range orders {
		if o.refused {
			continue
		}
		o.known = surroundings{catalogue: products, stock: left}
		wanted = append(wanted, o.wanted...)
		items = append(items, o.Order.Items...)
		if key := o.Idempotency; key != nil {
			keys = append(keys, []any{key.Route, key.Key})
			byKey[[2]string{key.Route, key.Key}] = o
		}
		for _, content := range []int64{o.rows.content, o.rows.content - contentDay, o.rows.content + contentDay} {
			contents = append(contents, []any{content})
			byContent[content] = o
		}
		if err := t.AskMails(o.Order.Customer.Email, o.Order.CreatedAt, o.Mails, &o.known.to); err != nil {
			return err
		}
	}
	return errors.Join(
		t.askCatalogue(items, products),
		orders[0].stocks.Ask(t.Tx.Tx, wanted, left),
		t.askExisting(keysAmong, "", keys, func(row database.Scanner) error {
			var key [2]string
			err := row.Scan(&key[0], &key[1])
			byKey[key].refused = true
			return err
		}),
		t.askExisting(contentsAmong, whichExist, contents, func(row database.Scanner) error {
			var content int64
			err := row.Scan(&content)
			byContent[content].refused = true
			return err
		}),
	)
}

// readCoupons refuses orders that may not use their coupon, or whose coupon is limited:
// those take turns.
func (t *tx) readCoupons(orders []*newOrder) error {
	for _, o := range orders {
		if o.refused || o.Order.CouponCode == "" {
			continue
		}
		if err := errors.Join(t.askCoupon(o.Order, &o.known), t.Send()); err != nil {
			return err
		}
		o.refused = o.known.coupon.MaxRedemptions > 0 || t.checkCoupon(o.Order, &o.known) != nil
	}
	return nil
}

// The queries for used keys and for contents that were ordered before; a table of values
// is inserted behind the first parts.
const (
	keysAmong     = `SELECT weg, schluessel FROM idempotenz WHERE (weg, schluessel) IN `
	contentsAmong = `SELECT k.column1 FROM `
	whichExist    = ` AS k WHERE EXISTS (SELECT 1 FROM orders WHERE inhalt = k.column1)`
)

// askExisting requests which of the values exist; they are inserted as a table between
// the two parts of the query. So that there is only one text, the last values are
// repeated to fill it.
func (t *tx) askExisting(query, rest string, values [][]any, scan func(database.Scanner) error) error {
	for part := range slices.Chunk(values, base.RowsAtOnce) {
		for len(part) < base.RowsAtOnce {
			part = append(slices.Clip(part), part[len(part)-1])
		}
		table := "(VALUES " + base.ValueLists(len(part), len(part[0])) + ")"
		if err := t.Ask(query+table+rest, slices.Concat(part...), scan); err != nil {
			return err
		}
	}
	return nil
}

// insertTogether inserts the rows of orders, like [tx.insertOrder], with their
// coupons' redemptions, their keys and the messages owed.
func (t *tx) insertTogether(orders []*newOrder) error {
	first := orders[0].result.Order
	if err := errors.Join(t.askID(first, nil), t.Send()); err != nil {
		return err
	}
	var rows, items, keys, redemptions [][]any
	var owed []messages.Owed
	var moves []stocks.Move
	for i, o := range orders {
		stored := o.result.Order
		stored.ID = first.ID + int64(i)
		if err := o.rows.decide(stored, o.Prefix, o.known.catalogue); err != nil {
			return err
		}
		rows, items = append(rows, o.rows.values), append(items, o.rows.items...)
		if o.Idempotency != nil {
			keys = append(keys, keyRow(o.Idempotency, stored))
		}
		if stored.CouponCode != "" {
			redemptions = append(redemptions, redemptionRow(stored))
		}
		t.derived.add(stored, o.rows)
		moves = append(moves, takes(stored, o.taken)...)
		o.result.Messages = slices.Clone(o.Owed(stored))
		for i := range o.result.Messages {
			owed = append(owed, messages.Owed{Message: &o.result.Messages[i], Order: stored, To: &o.known.to})
		}
	}
	return errors.Join(
		t.InsertRows(insertOrderSQL, "", rows),
		t.InsertRows(insertItemsSQL, "", items),
		t.InsertRows(insertRedemptionSQL, "", redemptions),
		t.InsertRows(insertKeySQL, "", keys),
		stocks.Make(t.Tx.Tx, moves),
		t.OweTogether(owed),
	)
}
