package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/store/base"
)

const orderColumns = `o.id, o.bestellnummer, o.created_at, o.updated_at, o.status, o.kunde_name, o.kunde_email, o.land,
	o.strasse, o.plz, o.ort, o.zahlungsart, o.zwischensumme, o.versandkosten, o.rabatt_gesamt, o.summe,
	o.treuebonus_verwendet, o.abo_rabatt_verwendet, coalesce(o.gutschein_code, ''), coalesce(o.paypal_order_id, ''),
	coalesce(o.kunde_id, 0), o.sprache, o.notiz, o.hinweise, o.lieferzeit_von, o.lieferzeit_bis, o.versand, o.version, coalesce(o.angaben, ''), o.seite_ab`

func scanOrder(scan func(...any) error) (o order.Order, err error) {
	var created, updated, hints, particulars string
	var linksFrom sql.NullString
	err = scan(&o.ID, &o.Number, &created, &updated, &o.Status, &o.Customer.Name, &o.Customer.Email, &o.Country,
		&o.Customer.Street, &o.Customer.Postcode, &o.Customer.City, &o.PaymentMethod, &o.Subtotal, &o.Shipping,
		&o.Discount, &o.Total, database.Truth(&o.LoyaltyBonus), database.Truth(&o.SubscriptionRebate), &o.CouponCode, &o.PayPalOrderID,
		&o.CustomerID, &o.Language, &o.Note, &hints, &o.Delivery.From, &o.Delivery.To, &o.Dispatch, &o.Version, &particulars, &linksFrom)
	if err != nil {
		return o, err
	}
	if hints != "" {
		if err := json.Unmarshal([]byte(hints), &o.Hints); err != nil {
			return o, fmt.Errorf("order %d: hints: %w", o.ID, err)
		}
	}
	if particulars != "" {
		if err := json.Unmarshal([]byte(particulars), &o.Particulars); err != nil {
			return o, fmt.Errorf("order %d: particulars: %w", o.ID, err)
		}
	}
	o.CouponCode = coupon.NormalizeCode(o.CouponCode) // an older version stored it verbatim
	if err := base.ReadTime(&o.LinksFrom, linksFrom); err != nil {
		return o, err
	}
	o.CreatedAt, o.UpdatedAt, err = base.Times(created, updated)
	return o, err
}

// order returns one order with its items, or order.ErrNotFound.
func (t *tx) order(id int64) (o order.Order, err error) {
	if err := errors.Join(t.askOrder(id, &o), t.Send()); err != nil {
		return o, err
	}
	if o.ID == 0 {
		return o, order.ErrNotFound
	}
	return o, nil
}

// askOrder requests one order with its items; its ID stays 0 if there is none.
func (t *tx) askOrder(id int64, o *order.Order) error {
	return errors.Join(
		t.Ask(orderQuery, []any{id}, func(row database.Scanner) (err error) {
			*o, err = scanOrder(row.Scan)
			return err
		}),
		t.askItems(id, o),
	)
}

const orderQuery = `SELECT ` + orderColumns + ` FROM orders o WHERE o.id = $1`

func (t *tx) askItems(id int64, o *order.Order) error {
	return t.Ask(itemsQuery+`($1) ORDER BY position`, []any{id}, func(row database.Scanner) error {
		return scanItem(row, map[int64]*order.Order{id: o})
	})
}

// addItems fills in the items of orders, in batches.
func (t *tx) addItems(orders []order.Order) error { return t.addItemsBy(itemsQuery, orders) }

func (t *tx) addItemsBy(itemsQuery string, orders []order.Order) error {
	at := make(map[int64]*order.Order, len(orders))
	for i := range orders {
		at[orders[i].ID] = &orders[i]
	}
	for first := 0; first < len(orders); first += ordersAtOnce {
		part := orders[first:min(first+ordersAtOnce, len(orders))]
		ids := make([]any, len(part))
		for i := range part {
			ids[i] = part[i].ID
		}
		query := itemsQuery + base.ValueLists(1, len(ids)) + ` ORDER BY order_id, position`
		if err := t.Rows(query, ids, func(rows *sql.Rows) error { return scanItem(rows, at) }); err != nil {
			return err
		}
	}
	return nil
}

// ordersAtOnce bounds how many different statements addItems prepares.
const ordersAtOnce = 50

const itemsQuery = `SELECT order_id, produkt_slug, name, coalesce(kategorie_slug, ''), menge, preis, gratis, coalesce(steuerklasse, '')
	FROM order_items WHERE order_id IN `

func scanItem(row database.Scanner, orders map[int64]*order.Order) error {
	var id int64
	var item order.Item
	if err := row.Scan(&id, &item.Slug, &item.Name, &item.Category, &item.Quantity, &item.Price, database.Truth(&item.Free), (*string)(&item.TaxClass)); err != nil {
		return err
	}
	o := orders[id]
	o.Items = append(o.Items, item)
	return nil
}

// Order returns one order with its history and messages, or
// order.ErrNotFound.
func (db *DB) Order(ctx context.Context, id int64) (details order.Details, err error) {
	err = db.view(ctx, func(t *tx) error {
		details, err = t.details(id)
		return err
	})
	return details, err
}

// details returns one order with its history and messages, or
// order.ErrNotFound.
func (t *tx) details(id int64) (details order.Details, err error) {
	if err := errors.Join(t.askDetails(id, &details), t.Send()); err != nil {
		return details, err
	}
	if details.ID == 0 {
		return details, order.ErrNotFound
	}
	return details, nil
}

// askDetails requests one order with its history and messages; its ID stays 0 if there
// is none.
func (t *tx) askDetails(id int64, details *order.Details) error {
	return errors.Join(
		t.Ask(orderQuery, []any{id}, func(row database.Scanner) (err error) {
			details.Order, err = scanOrder(row.Scan)
			details.Events = []order.Event{{At: details.CreatedAt, Actor: order.ActorShop, Kind: order.EventCreated}}
			return err
		}),
		t.askItems(id, &details.Order),
		t.askTwinsOf(id, &details.Order),
		t.Ask(eventsQuery, []any{id}, func(row database.Scanner) error { return addEvent(row, details) }),
		t.AskMessages(id, func(m message.Message) { details.Messages = append(details.Messages, m) }),
		t.askDocuments(id, details),
		t.Ask(parcelsQuery, []any{id}, func(row database.Scanner) error {
			p, err := scanParcel(row)
			details.Parcels = append(details.Parcels, p)
			return err
		}),
	)
}

const eventsQuery = `SELECT zeit, wer, art, von, nach, text FROM order_events WHERE order_id = $1 ORDER BY nr, art`

func addEvent(row database.Scanner, details *order.Details) error {
	var e order.Event
	var at string
	err := row.Scan(&at, &e.Actor, &e.Kind, &e.From, &e.To, &e.Text)
	if err != nil {
		return err
	}
	e.At, err = shop.ParseTime(at)
	details.Events = append(details.Events, e)
	return err
}
