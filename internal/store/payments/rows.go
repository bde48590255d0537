package payments

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/internal/store/base"
)

const paymentColumns = `z.id, z.vorgang_id, z.vorgang_nr, z.kassen_schluessel, z.kasse_aktiv, z.warenkorb_hash, z.status,
	z.status_seit, z.bestellung_json, z.bestaetigung, z.summe_cent, coalesce(z.paypal_order_id, ''), z.einzug_versuch,
	coalesce(z.paypal_capture_id, ''), z.einzug_status, z.einzug_cent, z.einzug_waehrung, z.einzug_grund,
	z.extern_erstattet_cent, z.extern_gezeigt_cent, z.extern_zuletzt_cent, z.extern_liste, z.extern_aufgehoben_cent, coalesce(z.paypal_refund_id, ''), z.erstattung_status, z.erstattung_versuch, z.erstattung_benannt,
	coalesce((SELECT sum(e.betrag_cent) FROM erstattungen e WHERE e.vorgang = z.id AND e.zustand <> 'gescheitert'), 0),
	(SELECT count(*) FROM erstattungen e WHERE e.vorgang = z.id AND ` + refundIsCase + `),
	` + paymentWonBack + `, coalesce((SELECT sum(k.betrag_cent) FROM konflikte k WHERE k.vorgang = z.id AND ` + disputeOpen + `), 0),
	(SELECT count(*) FROM konflikte k WHERE k.vorgang = z.id AND ` + disputeDue + `),
	coalesce(z.order_id, 0), coalesce((SELECT o.bestellnummer FROM orders o WHERE o.id = z.order_id), ''),
	coalesce((SELECT o.status FROM orders o WHERE o.id = z.order_id), ''),
	z.versuche, z.naechster_versuch_at, z.gesperrt_bis, z.ursache, z.grund, z.paypal_debug_id, z.endkontrolle_at,
	z.einzug_anfragen, z.einzug_angefragt_at, coalesce(z.kunde_id, 0), z.version, z.created_at, z.updated_at`

// refundIsCase is [payment.Refund.IsCase] of the refund "e".
const refundIsCase = `e.zustand = 'gescheitert' AND e.erledigt_at IS NULL`

func scanPayment(rows *sql.Rows) (p payment.Payment, err error) {
	var basket, since, created, updated string
	var next, lease, final, asked sql.NullString
	err = rows.Scan(&p.ID, &p.Key, &p.Number, &p.CheckoutKey, &p.Active, &p.BasketHash, &p.State,
		&since, &basket, &p.Confirm, &p.Total, &p.PayPalOrderID, &p.Attempt,
		&p.Capture.ID, &p.Capture.Status, &p.Capture.Amount, &p.Capture.Currency, &p.Capture.Reason,
		&p.Capture.Outside, &p.Capture.Shown, &p.Capture.Last, &p.Capture.Listed, &p.Capture.Undone, &p.Refund.ID, &p.Refund.Status, &p.Refund.Attempt, database.Truth(&p.Refund.Named), &p.Returned, &p.FailedRefunds,
		&p.WonBack, &p.Contested, &p.DisputesDue, &p.OrderID, &p.OrderNumber, &p.OrderStatus,
		&p.Tries, &next, &lease, &p.Cause, &p.Reason, &p.DebugID, &final,
		&p.Asked.Times, &asked, &p.CustomerID, &p.Version, &created, &updated)
	if err != nil {
		return p, err
	}
	if basket != "" {
		if p.Basket, err = payment.Thaw([]byte(basket)); err != nil {
			return p, fmt.Errorf("payment %d: %w", p.ID, err)
		}
	}
	if p.CreatedAt, p.UpdatedAt, err = base.Times(created, updated); err != nil {
		return p, err
	}
	if p.Since, err = shop.ParseTime(since); err != nil {
		return p, err
	}
	err = errors.Join(base.ReadTime(&p.NextAt, next), base.ReadTime(&p.LeaseUntil, lease), base.ReadTime(&p.FinalRead, final),
		base.ReadTime(&p.Asked.At, asked))
	return p, err
}

func (t *tx) payments(query string, args ...any) (found []payment.Payment, err error) {
	err = t.Rows(query, args, func(rows *sql.Rows) error {
		p, err := scanPayment(rows)
		found = append(found, p)
		return err
	})
	return found, err
}

// onePayment returns the payment selected by a condition, or
// payment.ErrNotFound.
func (t *tx) onePayment(where string, args ...any) (payment.Payment, error) {
	found, err := t.payments(`SELECT `+paymentColumns+` FROM zahlungsvorgaenge z WHERE `+where, args...)
	if err == nil && len(found) == 0 {
		err = payment.ErrNotFound
	}
	if err != nil {
		return payment.Payment{}, err
	}
	return found[0], nil
}

// paymentToChange returns a payment, locked against changes until the end of the
// transaction. It is read after it was locked: a statement that has to wait for the
// lock would show the refunds as they were when it began to wait. Only for an order's
// payment are there any.
func (t *tx) paymentToChange(id int64) (payment.Payment, error) {
	if t.Dialect.ForUpdate != "" {
		if _, err := t.IDs(`SELECT z.id FROM zahlungsvorgaenge z WHERE z.id = $1`+t.Dialect.ForUpdate, id); err != nil {
			return payment.Payment{}, err
		}
	}
	p, err := t.onePayment(`z.id = $1`, id)
	if err != nil || p.OrderID == 0 {
		return p, err
	}
	ordered, err := t.refunds(`vorgang = $1`, id)
	p.Ordered = (*payment.Ordered)(&ordered)
	return p, err
}

const insertPaymentSQL = `INSERT INTO zahlungsvorgaenge (vorgang_id, vorgang_nr, kassen_schluessel, kasse_aktiv, warenkorb_hash,
	status, status_seit, bestellung_json, bestaetigung, summe_cent, waehrung, paypal_order_id, einzug_versuch,
	paypal_capture_id, einzug_status, einzug_cent, einzug_waehrung, einzug_grund,
	naechster_versuch_at, gesperrt_bis, grund, version, created_at, updated_at, kunde_id)
	VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24,
		(SELECT id FROM customers WHERE id = $25))`

// insertPayment stores a new payment with the first entry of its history, and
// sets its ID and Version.
func (t *tx) insertPayment(p *payment.Payment, actor string) error {
	basket, err := freeze(p.Basket)
	if err != nil {
		return err
	}
	p.Version = 1
	p.ID, err = t.Insert(insertPaymentSQL, p.Key, p.Number, p.CheckoutKey, base.Flag(p.Active), p.BasketHash,
		p.State, shop.FormatTime(p.Since), basket, base.Flag(p.Confirm), p.Total, payment.CurrencyEuro,
		base.NullText(p.PayPalOrderID), p.Attempt,
		base.NullText(p.Capture.ID), p.Capture.Status, p.Capture.Amount, p.Capture.Currency, p.Capture.Reason,
		base.NullTime(p.NextAt), base.NullTime(p.LeaseUntil), p.Reason, p.Version,
		shop.FormatTime(p.CreatedAt), shop.FormatTime(p.UpdatedAt), p.CustomerID)
	if err != nil {
		return err
	}
	return t.notePayment(&payment.Payment{}, p, actor, "", p.CreatedAt)
}

const updatePaymentSQL = `UPDATE zahlungsvorgaenge SET kasse_aktiv = $1, status = $2, status_seit = $3, bestellung_json = $4,
	paypal_order_id = $5, einzug_versuch = $6, paypal_capture_id = $7, einzug_status = $8, einzug_cent = $9,
	einzug_waehrung = $10, einzug_grund = $11, extern_erstattet_cent = $12, paypal_refund_id = $13, erstattung_status = $14,
	erstattung_versuch = $15, order_id = $16, versuche = $17, naechster_versuch_at = $18, gesperrt_bis = $19, grund = $20,
	paypal_debug_id = $21, endkontrolle_at = $22, version = $23, updated_at = $24, ursache = $25, einzug_anfragen = $26,
	einzug_angefragt_at = $27, extern_gezeigt_cent = $28, extern_aufgehoben_cent = $29, extern_zuletzt_cent = $30,
	erstattung_benannt = $31, extern_liste = $32 WHERE id = $33`

// savePayment stores the result of a step of a payment, and writes its history.
func (t *tx) savePayment(before, p *payment.Payment, actor string, at time.Time) error {
	if err := t.updatePayment(before, p, at); err != nil {
		return err
	}
	return t.notePayment(before, p, actor, "", at)
}

// updatePayment stores the result of a step of a payment.
func (t *tx) updatePayment(before, p *payment.Payment, at time.Time) error {
	basket, err := freeze(p.Basket)
	if err != nil {
		return err
	}
	p.Version, p.UpdatedAt = before.Version+1, at
	_, err = t.Exec(updatePaymentSQL, base.Flag(p.Active), p.State, shop.FormatTime(p.Since), basket,
		base.NullText(p.PayPalOrderID), p.Attempt, base.NullText(p.Capture.ID), p.Capture.Status, p.Capture.Amount,
		p.Capture.Currency, p.Capture.Reason, p.Capture.Outside, base.NullText(p.Refund.ID), p.Refund.Status,
		p.Refund.Attempt, base.NullID(p.OrderID), p.Tries, base.NullTime(p.NextAt), base.NullTime(p.LeaseUntil), p.Reason,
		p.DebugID, base.NullTime(p.FinalRead), p.Version, shop.FormatTime(at), p.Cause, p.Asked.Times, base.NullTime(p.Asked.At), p.Capture.Shown, p.Capture.Undone, p.Capture.Last,
		base.Flag(p.Refund.Named), p.Capture.Listed, p.ID)
	return err
}

func freeze(o *order.Order) (string, error) {
	if o == nil {
		return "", nil
	}
	text, err := payment.Freeze(o)
	return string(text), err
}

// notePayment records a step that led to another state in the history, with the actor's
// note if there is one.
func (t *tx) notePayment(before, p *payment.Payment, actor, note string, at time.Time) error {
	if before.State == p.State {
		return nil
	}
	reason := p.Reason
	if note != "" {
		reason += ": " + note
	}
	_, err := t.Exec(`INSERT INTO zahlungsverlauf (vorgang, nr, zeit, wer, von, nach, grund) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		p.ID, p.Version, shop.FormatTime(at), actor, before.State, p.State, reason)
	return err
}
