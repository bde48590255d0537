package web_test

import (
	"database/sql"
	"slices"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// captured are PayPal's words for a capture that took money.
var captured = []string{"COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"}

// plainBalance finds the place of the money of each payment, one after the other,
// by what the database's rows say, past the program. Issue: every figure on the page
// equals an independent query.
func (p *till) plainBalance() (b payment.Balance) {
	p.t.Helper()
	db := plainly(p.t, p.Shop)
	defer db.Close()
	type payment struct {
		id, order, failed         int64
		state, taken, orderState  string
		money, outside, orderCost shop.Cents
	}
	payments := rowsOf(p.t, db, `SELECT z.id, coalesce(z.order_id, 0), z.status, z.einzug_status, coalesce(o.status, ''),
		z.einzug_cent, z.extern_erstattet_cent, coalesce(o.summe_cent, 0),
		(SELECT count(*) FROM erstattungen e WHERE e.vorgang = z.id AND e.zustand = 'gescheitert' AND e.erledigt_at IS NULL)
		FROM zahlungsvorgaenge z LEFT JOIN orders o ON o.id = z.order_id`, nil, func(rows *sql.Rows) (v payment, err error) {
		err = rows.Scan(&v.id, &v.order, &v.state, &v.taken, &v.orderState, &v.money, &v.outside, &v.orderCost, &v.failed)
		return v, err
	})
	for _, v := range payments {
		done, running := p.plainRefunds(db, v.id)
		won, contested, due := p.plainDisputes(db, v.id, v.outside)
		v.outside -= won
		switch {
		case v.order != 0:
			left := v.orderCost - v.outside - done - running
			b.Captured, b.Ordered, b.Refunded, b.Underway = b.Captured+v.money, b.Ordered+left, b.Refunded+v.outside+done, b.Underway+running
			b.Contested += max(0, min(left, contested))
			kept := v.money - v.outside - done - running
			if v.orderState == "storniert" {
				b.Cancelled += kept
			} else if kept == 0 && contested == 0 {
				b.Uncancelled++
			}
		case v.state == "erstattet":
			b.Captured, b.Refunded = b.Captured+v.money, b.Refunded+v.money
		case v.state == "erstattung_noetig", v.state == "erstattung_laeuft":
			b.Captured, b.Underway = b.Captured+v.money, b.Underway+v.money
		case v.state == "abgeschlossen":
			b.Captured, b.ByHand, b.Refunded = b.Captured+v.money, b.ByHand+v.money-v.outside, b.Refunded+v.outside
		case v.state == "klaerung" && slices.Contains(captured, v.taken):
			b.Captured, b.Unclear = b.Captured+v.money, b.Unclear+v.money
		}
		if v.state == "klaerung" || v.failed > 0 || due {
			b.Cases++
		}
		switch v.state {
		case "neu", "angelegt", "einzug_laeuft", "wartet_auf_zahlung", "erstattung_noetig", "erstattung_laeuft":
			b.Open++
		}
	}
	return b
}

// plainRefunds returns what was given back of a payment by the operator, and what
// is on its way.
func (p *till) plainRefunds(db plain, payment int64) (done, running shop.Cents) {
	p.t.Helper()
	type refund struct {
		state string
		money shop.Cents
	}
	for _, r := range rowsOf(p.t, db, `SELECT zustand, betrag_cent FROM erstattungen WHERE vorgang = $1`, []any{payment},
		func(rows *sql.Rows) (r refund, err error) {
			err = rows.Scan(&r.state, &r.money)
			return r, err
		}) {
		switch r.state {
		case "erstattet":
			done += r.money
		case "laeuft":
			running += r.money
		}
	}
	return done, running
}

// plainDisputes returns what disputes brought back of the money that went back of a
// payment outside the shop, what is contested, and whether one waits for the seller.
func (p *till) plainDisputes(db plain, payment int64, outside shop.Cents) (won, contested shop.Cents, due bool) {
	p.t.Helper()
	type dispute struct {
		state               string
		amount, lost, start shop.Cents
	}
	for _, d := range rowsOf(p.t, db, `SELECT stand, betrag_cent, verloren_cent, extern_vorher_cent FROM konflikte WHERE vorgang = $1`, []any{payment},
		func(rows *sql.Rows) (d dispute, err error) {
			err = rows.Scan(&d.state, &d.amount, &d.lost, &d.start)
			return d, err
		}) {
		switch d.state {
		case "RESOLVED":
			won += max(0, min(d.amount, outside-d.start)-d.lost)
			continue
		case "WAITING_FOR_BUYER_RESPONSE", "UNDER_REVIEW":
		default:
			due = true
		}
		contested += d.amount
	}
	return won, contested, due
}
