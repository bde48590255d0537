package store

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/store/base"
)

// insertOrderSQL stores an order without its customer if the account was deleted
// meanwhile.
const insertOrderSQL = `INSERT INTO orders (id, bestellnummer, created_at, updated_at, status, kunde_name, kunde_email, land,
		strasse, plz, ort, zahlungsart, zwischensumme, versandkosten, rabatt_gesamt, summe, summe_cent,
		treuebonus_verwendet, abo_rabatt_verwendet, gutschein_code, paypal_order_id, kunde_id, sprache,
		anfrage_id, hinweise, inhalt, version)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21,
		(SELECT id FROM customers WHERE id = $22), $23, $24, $25, $26, 1)`

// askID requests an id for an order to be inserted.
func (t *tx) askID(o *order.Order) error {
	return t.Ask(t.dialect.nextOrderID, nil, func(row database.Scanner) error { return row.Scan(&o.ID) })
}

// insertOrder stores the order's row with its number, which includes the id, its items,
// search words and counters. The buyer began it at the given time. It sets Number and
// Version, and ID unless that was requested before.
func (t *tx) insertOrder(o *order.Order, begun time.Time, attempt, prefix string) error {
	hints, err := encodeHints(o.Hints)
	if err != nil {
		return err
	}
	if o.ID == 0 {
		if err := errors.Join(t.askID(o), t.Send()); err != nil {
			return err
		}
	}
	o.Number, o.Version = order.Number(prefix, o.CreatedAt, o.ID), 1
	err = t.Later(insertOrderSQL, o.ID, o.Number,
		shop.FormatTime(o.CreatedAt), shop.FormatTime(o.UpdatedAt), o.Status,
		o.Customer.Name, o.Customer.Email, o.Country, o.Customer.Street, o.Customer.Postcode, o.Customer.City,
		o.PaymentMethod, o.Subtotal, o.Shipping, o.Discount, o.Total, o.TotalCents(),
		base.Flag(o.LoyaltyBonus), base.Flag(o.SubscriptionRebate), base.NullText(o.CouponCode), base.NullText(o.PayPalOrderID),
		base.NullID(o.CustomerID), o.Language, attempt, hints, contentKey(o, dayOf(begun)))
	if err != nil {
		return err
	}
	if err := t.insertItems(o); err != nil {
		return err
	}
	t.derived.count(o, +1)
	t.derived.countUse(o, +1)
	t.derived.addWords(o)
	return nil
}

func (t *tx) insertItems(o *order.Order) error {
	rows := make([][]any, len(o.Items))
	for i, item := range o.Items {
		rows[i] = []any{o.ID, i + 1, item.Slug, item.Name, base.NullText(item.Category),
			item.Quantity, item.Price, shop.CentsOf(item.Price), base.Flag(item.Free)}
	}
	return t.InsertRows(`INSERT INTO order_items (order_id, position, produkt_slug, name, kategorie_slug, menge, preis,
		preis_cent, gratis) VALUES `, "", rows)
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
)

// dayOf counts the days of UTC since 1970.
func dayOf(at time.Time) int64 { return at.Unix() / (24 * 60 * 60) }

// encodeHints returns the hints as JSON, or "" if there are none.
func encodeHints(hints []order.Hint) (string, error) {
	if len(hints) == 0 {
		return "", nil
	}
	text, err := json.Marshal(hints)
	return string(text), err
}
