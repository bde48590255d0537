package store

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"strconv"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/order"
	"kontor/internal/shop/tax"
	"kontor/internal/store/base"
)

// orderRows are the rows of a new order and the words by which it is found. They are
// complete once [orderRows.decide] has added what its transaction decides.
type orderRows struct {
	values  []any    // of insertOrderSQL
	items   [][]any  // of insertItemsSQL
	words   []string // see [order.Order.TextWords]
	content int64    // see [contentKey]
}

// The statements for an order's rows, up to the values. What the transaction decides
// comes first in each.
const (
	insertOrderSQL = `INSERT INTO orders (id, bestellnummer, hinweise, lieferzeit_von, lieferzeit_bis, created_at, updated_at, status, kunde_name, kunde_email, land,
		strasse, plz, ort, zahlungsart, zwischensumme, versandkosten, rabatt_gesamt, summe, summe_cent,
		treuebonus_verwendet, abo_rabatt_verwendet, gutschein_code, paypal_order_id, sprache, anfrage_id, inhalt, version, angaben, kunde_id)
	VALUES `
	insertItemsSQL = `INSERT INTO order_items (order_id, position, produkt_slug, name, kategorie_slug, menge, preis,
		preis_cent, gratis, steuerklasse) VALUES `
)

// oneOrder are the values of one order, without its customer if the account was deleted
// meanwhile.
const oneOrder = `($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22,
	$23, $24, $25, $26, $27, $28, $29, (SELECT id FROM customers WHERE id = $30))`

// newOrderRows returns the rows of an order that its buyer began at the given time.
func newOrderRows(o *order.Order, begun time.Time, attempt string) *orderRows {
	r := &orderRows{content: contentKey(o, dayOf(begun)), words: o.TextWords(), items: make([][]any, len(o.Items))}
	r.values = []any{nil, nil, nil, nil, nil,
		shop.FormatTime(o.CreatedAt), shop.FormatTime(o.UpdatedAt), o.Status,
		o.Customer.Name, o.Customer.Email, o.Country, o.Customer.Street, o.Customer.Postcode, o.Customer.City,
		o.PaymentMethod, o.Subtotal, o.Shipping, o.Discount, o.Total, o.TotalCents(),
		base.Flag(o.LoyaltyBonus), base.Flag(o.SubscriptionRebate), base.NullText(o.CouponCode), base.NullText(o.PayPalOrderID),
		o.Language, attempt, r.content, 1, base.NullText(encodeParticulars(&o.Particulars)), base.NullID(o.CustomerID)}
	for i, item := range o.Items {
		r.items[i] = []any{nil, i + 1, item.Slug, item.Name, base.NullText(item.Category),
			item.Quantity, item.Price, shop.CentsOf(item.Price), base.Flag(item.Free), nil}
	}
	return r
}

// decide gives an order with its id the number and the first version, and completes its
// rows. Items have the tax class of the products that are known.
func (r *orderRows) decide(o *order.Order, prefix string, known map[string]catalogue.Product) error {
	hints, err := encodeHints(o.Hints)
	o.Number, o.Version = order.Number(prefix, o.CreatedAt, o.ID), 1
	copy(r.values, []any{o.ID, o.Number, hints, o.Delivery.From, o.Delivery.To})
	for i, item := range r.items {
		class := cmp.Or(known[o.Items[i].Slug].TaxClass, o.Items[i].TaxClass, tax.Standard)
		item[0], item[len(item)-1] = o.ID, string(class)
	}
	return err
}

// add makes a new order count, and findable.
func (d *derived) add(o *order.Order, rows *orderRows) {
	d.count(o, +1)
	d.countUse(o, +1)
	d.addWords(o.ID, order.WithNumber(rows.words, o.Number))
}

// contentKey hashes to 64 bits what was ordered by whom on which day. The day comes
// first, so that its index grows at its end.
func contentKey(o *order.Order, day int64) int64 {
	text := strconv.AppendQuote(make([]byte, 0, 512), shop.NormalizeEmail(o.Customer.Email))
	digest := sha256.Sum256(append(text, o.Basket()...))
	hash := binary.BigEndian.Uint64(digest[:]) >> (64 - contentHashBits)
	return day<<contentHashBits | int64(hash)
}

const (
	contentHashBits = 40
	contentHashMask = 1<<contentHashBits - 1
	contentDay      = 1 << contentHashBits // from the key of one day to that of the next
)

// dayOf counts the days of UTC since 1970.
func dayOf(at time.Time) int64 { return at.Unix() / (24 * 60 * 60) }

// encodeParticulars returns what the buyer said besides as JSON, or "" if that is nothing.
func encodeParticulars(p *order.Particulars) string {
	if p.IsZero() {
		return ""
	}
	text, err := json.Marshal(p)
	if err != nil {
		panic(err) // texts can be encoded
	}
	return string(text)
}

// encodeHints returns the hints as JSON, or "" if there are none.
func encodeHints(hints []order.Hint) (string, error) {
	if len(hints) == 0 {
		return "", nil
	}
	text, err := json.Marshal(hints)
	return string(text), err
}
