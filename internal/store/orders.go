package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"kontor"
)

const orderColumns = `o.id, o.bestellnummer, o.created_at, o.updated_at, o.status, o.kunde_name, o.kunde_email, o.land,
	o.strasse, o.plz, o.ort, o.zahlungsart, o.zwischensumme, o.versandkosten, o.rabatt_gesamt, o.summe,
	o.treuebonus_verwendet, o.abo_rabatt_verwendet, coalesce(o.gutschein_code, ''), coalesce(o.paypal_order_id, ''),
	coalesce(o.kunde_id, 0), o.sprache, o.notiz, o.hinweise, o.version`

func scanOrder(scan func(...any) error) (o kontor.Order, err error) {
	var created, updated, hints string
	err = scan(&o.ID, &o.Number, &created, &updated, &o.Status, &o.Customer.Name, &o.Customer.Email, &o.Country,
		&o.Customer.Street, &o.Customer.Postcode, &o.Customer.City, &o.PaymentMethod, &o.Subtotal, &o.Shipping,
		&o.Discount, &o.Total, &o.LoyaltyBonus, &o.SubscriptionRebate, &o.CouponCode, &o.PayPalOrderID,
		&o.CustomerID, &o.Language, &o.Note, &hints, &o.Version)
	if err != nil {
		return o, err
	}
	if hints != "" {
		if err := json.Unmarshal([]byte(hints), &o.Hints); err != nil {
			return o, fmt.Errorf("order %d: hints: %w", o.ID, err)
		}
	}
	o.CouponCode = kontor.NormalizeCode(o.CouponCode) // an older version kept it as it was sent
	o.CreatedAt, o.UpdatedAt, err = times(created, updated)
	return o, err
}

func times(created, updated string) (c, u time.Time, err error) {
	if c, err = kontor.ParseTime(created); err != nil {
		return c, u, err
	}
	u, err = kontor.ParseTime(updated)
	return c, u, err
}

// order returns one order with its items, or kontor.ErrOrderNotFound.
func (t *tx) order(id int64) (kontor.Order, error) {
	o, err := scanOrder(func(dest ...any) error {
		return t.row(`SELECT `+orderColumns+` FROM orders o WHERE o.id = $1`, []any{id}, dest...)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return o, kontor.ErrOrderNotFound
	}
	if err != nil {
		return o, err
	}
	orders := []kontor.Order{o}
	err = t.addItems(orders)
	return orders[0], err
}

// addItems fills in the items of orders, a part at a time.
func (t *tx) addItems(orders []kontor.Order) error {
	at := make(map[int64]*kontor.Order, len(orders))
	for i := range orders {
		at[orders[i].ID] = &orders[i]
	}
	for first := 0; first < len(orders); first += ordersAtOnce {
		part := orders[first:min(first+ordersAtOnce, len(orders))]
		ids := make([]any, len(part))
		for i := range part {
			ids[i] = part[i].ID
		}
		query := itemsQuery + valueLists(1, len(ids)) + ` ORDER BY order_id, position`
		if err := t.rows(query, ids, func(rows *sql.Rows) error { return scanItem(rows, at) }); err != nil {
			return err
		}
	}
	return nil
}

// ordersAtOnce bounds how many different statements addItems prepares.
const ordersAtOnce = 50

const itemsQuery = `SELECT order_id, produkt_slug, name, coalesce(kategorie_slug, ''), menge, preis, gratis
	FROM order_items WHERE order_id IN `

func scanItem(rows *sql.Rows, orders map[int64]*kontor.Order) error {
	var id int64
	var item kontor.Item
	if err := rows.Scan(&id, &item.Slug, &item.Name, &item.Category, &item.Quantity, &item.Price, &item.Free); err != nil {
		return err
	}
	o := orders[id]
	o.Items = append(o.Items, item)
	return nil
}

// Order returns one order with its history and messages, or
// kontor.ErrOrderNotFound.
func (db *DB) Order(ctx context.Context, id int64) (details kontor.OrderDetails, err error) {
	err = db.view(ctx, func(t *tx) error {
		details, err = t.details(id)
		return err
	})
	return details, err
}

func (t *tx) details(id int64) (details kontor.OrderDetails, err error) {
	if details.Order, err = t.order(id); err != nil {
		return details, err
	}
	details.Events = []kontor.Event{{At: details.CreatedAt, Actor: kontor.ActorShop, Kind: kontor.EventCreated}}
	err = t.rows(`SELECT zeit, wer, art, von, nach, text FROM order_events WHERE order_id = $1 ORDER BY nr, art`,
		[]any{id}, func(rows *sql.Rows) error {
			var e kontor.Event
			var at string
			if err := rows.Scan(&at, &e.Actor, &e.Kind, &e.From, &e.To, &e.Text); err != nil {
				return err
			}
			e.At, err = kontor.ParseTime(at)
			details.Events = append(details.Events, e)
			return err
		})
	if err != nil {
		return details, err
	}
	details.Messages, err = t.messagesOf(id)
	return details, err
}
