package payments

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/internal/store/base"
)

// Payments returns one page of the payments that match the filter, newest first;
// without a limit it uses the default.
func (db *Journal) Payments(ctx context.Context, f payment.Filter) (page payment.Page, err error) {
	if f.Limit <= 0 {
		f.Limit = order.DefaultLimit
	}
	err = db.engine.View(ctx, func(t *tx) error {
		page = payment.Page{}
		var open int64
		if err := errors.Join(t.Row(CasesQuery, nil, &page.Cases, &open), t.Row(uncancelledQuery, nil, &page.Uncancelled)); err != nil {
			return err
		}
		if page.Counts, err = t.paymentCounts(); err != nil {
			return err
		}
		if page.Strays, err = t.disputes(`k.vorgang IS NULL AND ` + disputeOpen + ` ORDER BY k.id`); err != nil {
			return err
		}
		query, args := paymentsQuery(f)
		if page.Payments, err = t.payments(query, args...); err != nil {
			return err
		}
		if len(page.Payments) > f.Limit {
			page.Payments = page.Payments[:f.Limit]
			page.Next = page.Payments[f.Limit-1].ID
		}
		return nil
	})
	return page, err
}

// paymentsQuery selects one payment more than the page holds, which shows whether there
// is another page.
func paymentsQuery(f payment.Filter) (string, []any) {
	q := base.Conditions{Where: []string{"true"}}
	q.AddIf(f.State != "", "z.status = $%d", f.State)
	if f.Cases {
		q.Where = append(q.Where, paymentIsCase)
	}
	if f.Uncancelled {
		q.Where = append(q.Where, paymentAsksToCancel)
	}
	q.AddIf(f.Before > 0, "z.id < $%d", f.Before)
	q.Args = append(q.Args, f.Limit+1)
	return fmt.Sprintf("SELECT %s FROM zahlungsvorgaenge z WHERE %s ORDER BY z.id DESC LIMIT $%d",
		paymentColumns, strings.Join(q.Where, " AND "), len(q.Args)), q.Args
}

func (t *tx) paymentCounts() (map[payment.State]int64, error) {
	counts := make(map[payment.State]int64)
	err := t.Rows(`SELECT status, count(*) FROM zahlungsvorgaenge GROUP BY status`, nil, func(rows *sql.Rows) error {
		var state payment.State
		var n int64
		err := rows.Scan(&state, &n)
		counts[state] = n
		return err
	})
	return counts, err
}

// PaymentDetails returns one payment with its history, refunds and disputes, and the
// twins of its order, or payment.ErrNotFound.
func (db *Journal) PaymentDetails(ctx context.Context, id int64) (d payment.Details, err error) {
	err = db.engine.View(ctx, func(t *tx) error {
		d = payment.Details{}
		if d.Payment, err = t.onePayment(`z.id = $1`, id); err != nil {
			return err
		}
		return t.addPaymentDetails(&d)
	})
	return d, err
}

// PaymentOfOrder returns the payment that became an order, nil if none did.
func (db *Journal) PaymentOfOrder(ctx context.Context, order int64) (d *payment.Details, err error) {
	err = db.engine.View(ctx, func(t *tx) error {
		d = nil
		p, err := t.onePayment(`z.order_id = $1`, order)
		if errors.Is(err, payment.ErrNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		d = &payment.Details{Payment: p}
		return t.addPaymentDetails(d)
	})
	return d, err
}

func (t *tx) addPaymentDetails(d *payment.Details) (err error) {
	err = t.Rows(`SELECT zeit, wer, von, nach, grund FROM zahlungsverlauf WHERE vorgang = $1 ORDER BY nr`, []any{d.ID},
		func(rows *sql.Rows) error {
			var e payment.Event
			var at string
			if err := rows.Scan(&at, &e.Actor, &e.From, &e.To, &e.Reason); err != nil {
				return err
			}
			e.At, err = shop.ParseTime(at)
			d.Events = append(d.Events, e)
			return err
		})
	if err != nil {
		return err
	}
	if d.Refunds, err = t.refunds(`vorgang = $1 ORDER BY id`, d.ID); err != nil {
		return err
	}
	if d.Disputes, err = t.disputes(`k.vorgang = $1 ORDER BY k.id`, d.ID); err != nil || d.OrderID == 0 {
		return err
	}
	return errors.Join(t.orders.AskTwins(t.Tx, d.OrderID, func(twin order.Twin) { d.Twins = append(d.Twins, twin) }), t.Send())
}

const (
	// capturedQuery sums the money that PayPal took, by the states of its payments.
	capturedQuery = `SELECT coalesce(sum(einzug_cent), 0),
		coalesce(sum(CASE WHEN status = 'erstattet' THEN einzug_cent ELSE 0 END), 0),
		coalesce(sum(CASE WHEN status IN ('erstattung_noetig', 'erstattung_laeuft') THEN einzug_cent ELSE 0 END), 0),
		coalesce(sum(CASE WHEN status = 'klaerung' THEN einzug_cent ELSE 0 END), 0)
		FROM zahlungsvorgaenge WHERE order_id IS NOT NULL OR status = 'abgeschlossen'
			OR einzug_status IN ('COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED') OR status IN ('erstattung_noetig', 'erstattung_laeuft', 'erstattet')`
	// orderedQuery sums the orders' own totals, whatever the journal says about them.
	orderedQuery = `SELECT coalesce(sum(o.summe_cent), 0), coalesce(sum(` + Outside + `), 0)
		FROM zahlungsvorgaenge z JOIN orders o ON o.id = z.order_id`
	// byHandQuery sums the money that the operator has dealt with, and what was
	// returned of it since. Entries that only lack their order are not included.
	byHandQuery = `SELECT coalesce(sum(z.einzug_cent - ` + Outside + `), 0), coalesce(sum(` + Outside + `), 0)
		FROM zahlungsvorgaenge z WHERE status = 'abgeschlossen' AND order_id IS NULL AND ursache = 'von_hand'`
	returnedQuery = `SELECT coalesce(sum(CASE WHEN zustand = 'erstattet' THEN betrag_cent ELSE 0 END), 0),
		coalesce(sum(CASE WHEN zustand = 'laeuft' THEN betrag_cent ELSE 0 END), 0) FROM erstattungen`
	// cancelledQuery sums what the shop still has of cancelled orders' money.
	cancelledQuery = `SELECT coalesce(sum(` + paymentLeft + `), 0)
		FROM zahlungsvorgaenge z JOIN orders o ON o.id = z.order_id WHERE o.status = 'storniert'`
	// CasesQuery counts the cases, and the payments in progress.
	CasesQuery = `SELECT coalesce(sum(CASE WHEN ` + paymentIsCase + ` THEN 1 ELSE 0 END), 0),
		coalesce(sum(CASE WHEN status IN ('neu', 'angelegt', 'einzug_laeuft', 'wartet_auf_zahlung', 'erstattung_noetig',
			'erstattung_laeuft') THEN 1 ELSE 0 END), 0) FROM zahlungsvorgaenge z`
	uncancelledQuery = `SELECT count(*) FROM zahlungsvorgaenge z WHERE ` + paymentAsksToCancel
	// Outside is what went back of the payment "z" outside the shop and was not
	// brought back.
	Outside = `(z.extern_erstattet_cent - ` + paymentWonBack + `)`
	// paymentLeft is [payment.Payment.Left] of the payment "z".
	paymentLeft = `(z.einzug_cent - ` + Outside + ` - coalesce((SELECT sum(e.betrag_cent)
		FROM erstattungen e WHERE e.vorgang = z.id AND e.zustand <> 'gescheitert'), 0))`
	// paymentAsksToCancel is [payment.Payment.AsksToCancel] of the payment "z". It begins
	// with the few of which anything was returned.
	paymentAsksToCancel = `z.id IN (SELECT vorgang FROM erstattungen UNION ALL SELECT id FROM zahlungsvorgaenge WHERE extern_erstattet_cent > 0)
		AND z.einzug_cent > 0 AND ` + paymentLeft + ` <= 0
		AND NOT EXISTS (SELECT 1 FROM konflikte k WHERE k.vorgang = z.id AND ` + disputeOpen + `)
		AND EXISTS (SELECT 1 FROM orders o WHERE o.id = z.order_id AND o.status <> 'storniert')`
	// paymentIsCase is [payment.Payment.IsCase] of the payment "z".
	paymentIsCase = `(z.status = 'klaerung' OR EXISTS (SELECT 1 FROM erstattungen e WHERE e.vorgang = z.id AND ` + refundIsCase + `)
		OR EXISTS (SELECT 1 FROM konflikte k WHERE k.vorgang = z.id AND ` + disputeDue + `))`
)

// PaymentBalance adds up where all captured money is.
func (db *Journal) PaymentBalance(ctx context.Context) (b payment.Balance, err error) {
	err = db.engine.View(ctx, func(t *tx) error {
		b = payment.Balance{}
		var outside, outsideByHand, done, open shop.Cents
		if err := errors.Join(
			t.Row(capturedQuery, nil, &b.Captured, &b.Refunded, &b.Underway, &b.Unclear),
			t.Row(orderedQuery, nil, &b.Ordered, &outside),
			t.Row(byHandQuery, nil, &b.ByHand, &outsideByHand),
			t.Row(returnedQuery, nil, &done, &open),
			t.Row(cancelledQuery, nil, &b.Cancelled),
			t.Row(contestedQuery, nil, &b.Contested),
			t.Row(CasesQuery, nil, &b.Cases, &b.Open),
			t.Row(uncancelledQuery, nil, &b.Uncancelled),
		); err != nil {
			return err
		}
		b.Ordered -= outside + done + open
		b.Refunded += outside + outsideByHand + done
		b.Underway += open
		return nil
	})
	return b, err
}
