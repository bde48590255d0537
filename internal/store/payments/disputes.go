package payments

import (
	"context"
	"database/sql"
	"errors"

	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/payment"
	"kontor/internal/store/base"
)

const (
	// disputeOpen is [payment.Dispute.Open] of the dispute "k", and disputeDue
	// [payment.Dispute.SellersTurn].
	disputeOpen = `k.stand <> 'RESOLVED'`
	disputeDue  = `k.stand NOT IN ('RESOLVED', 'WAITING_FOR_BUYER_RESPONSE', 'UNDER_REVIEW')`
	// disputeTaken is what the dispute "k" took of the money of its payment "z", and the
	// verdict did not leave with the buyer. It is derived from what is known of both now,
	// so that the order in which it became known does not matter.
	disputeTaken = `(CASE WHEN z.extern_erstattet_cent - k.extern_vorher_cent < k.betrag_cent
		THEN z.extern_erstattet_cent - k.extern_vorher_cent ELSE k.betrag_cent END - k.verloren_cent)`
	// disputeWon is [payment.Dispute.Won].
	disputeWon = `CASE WHEN k.stand = 'RESOLVED' AND ` + disputeTaken + ` > 0 THEN ` + disputeTaken + ` ELSE 0 END`
	// paymentWonBack is [payment.Payment.WonBack] of the payment "z".
	paymentWonBack = `coalesce((SELECT sum(` + disputeWon + `) FROM konflikte k WHERE k.vorgang = z.id), 0)`
	// contestedQuery sums what the shop has of orders' money and buyers contest.
	contestedQuery = `SELECT coalesce(sum(CASE WHEN v.rest < v.strittig THEN v.rest ELSE v.strittig END), 0) FROM (
			SELECT ` + paymentLeft + ` AS rest, (SELECT sum(k.betrag_cent) FROM konflikte k WHERE k.vorgang = z.id AND ` + disputeOpen + `) AS strittig
			FROM zahlungsvorgaenge z WHERE z.order_id IS NOT NULL
				AND z.id IN (SELECT k.vorgang FROM konflikte k WHERE ` + disputeOpen + `)
		) v WHERE v.rest > 0`

	disputeColumns = `k.id, coalesce(k.vorgang, 0), k.paypal_konflikt_id, k.paypal_capture_id, k.bank, k.grund, k.stand, k.stufe,
		k.ausgang, k.betrag_cent, k.waehrung, k.verloren_cent, k.extern_vorher_cent, coalesce(` + disputeWon + `, 0),
		k.frist, k.eroeffnet_at, k.stand_at, k.created_at, k.updated_at, k.version`
	keepDisputeSQL = `INSERT INTO konflikte (vorgang, paypal_konflikt_id, paypal_capture_id, bank, grund, stand, stufe, ausgang,
			betrag_cent, waehrung, verloren_cent, extern_vorher_cent, frist, eroeffnet_at, stand_at, created_at, updated_at, version)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
		ON CONFLICT (paypal_konflikt_id) DO UPDATE SET vorgang = excluded.vorgang, paypal_capture_id = excluded.paypal_capture_id,
			bank = excluded.bank, grund = excluded.grund, stand = excluded.stand, stufe = excluded.stufe, ausgang = excluded.ausgang,
			betrag_cent = excluded.betrag_cent, waehrung = excluded.waehrung, verloren_cent = excluded.verloren_cent,
			extern_vorher_cent = excluded.extern_vorher_cent, frist = excluded.frist, eroeffnet_at = excluded.eroeffnet_at,
			stand_at = excluded.stand_at, updated_at = excluded.updated_at, version = excluded.version`
)

func scanDispute(rows *sql.Rows) (d payment.Dispute, err error) {
	var due, opened, updated sql.NullString
	var created, changed string
	err = rows.Scan(&d.ID, &d.PaymentID, &d.PayPalID, &d.CaptureID, &d.Bank, &d.Reason, &d.Status, &d.Stage,
		&d.Outcome, &d.Amount, &d.Currency, &d.Lost, &d.OutsideBefore, &d.Won,
		&due, &opened, &updated, &created, &changed, &d.Version)
	if err != nil {
		return d, err
	}
	if d.CreatedAt, d.UpdatedAt, err = base.Times(created, changed); err != nil {
		return d, err
	}
	return d, errors.Join(base.ReadTime(&d.Due, due), base.ReadTime(&d.OpenedAt, opened), base.ReadTime(&d.Updated, updated))
}

func (t *tx) disputes(where string, args ...any) (found []payment.Dispute, err error) {
	err = t.Rows(`SELECT `+disputeColumns+` FROM konflikte k LEFT JOIN zahlungsvorgaenge z ON z.id = k.vorgang WHERE `+where, args,
		func(rows *sql.Rows) error {
			d, err := scanDispute(rows)
			found = append(found, d)
			return err
		})
	return found, err
}

// dispute returns the dispute with this id at PayPal; the zero Dispute if it is not
// known.
func (t *tx) dispute(payPalID string) (d payment.Dispute, err error) {
	found, err := t.disputes(`k.paypal_konflikt_id = $1`, payPalID)
	if err == nil && len(found) > 0 {
		d = found[0]
	}
	return d, err
}

// KeepDispute stores PayPal's state of a dispute with the messages that it causes, in
// one transaction. A state that is known or outdated changes nothing.
func (db *Journal) KeepDispute(_ context.Context, c payment.DisputeChange) (news bool, owed []message.Message, err error) {
	err = db.engine.Repeatable(func(t *tx) error {
		news, owed, err = t.keepDispute(c)
		return err
	})
	return news, owed, err
}

func (t *tx) keepDispute(c payment.DisputeChange) (news bool, owed []message.Message, err error) {
	if err := t.Lock("konflikt", c.Said.ID); err != nil {
		return false, nil, err
	}
	before, err := t.dispute(c.Said.ID)
	if err != nil {
		return false, nil, err
	}
	of, err := t.disputedPayment(before.PaymentID, c.Said.CaptureIDs)
	if err != nil {
		return false, nil, err
	}
	after := before
	if !after.Observe(&c.Said, of, c.At) {
		return false, nil, nil
	}
	if err := t.saveDispute(&after); err != nil {
		return false, nil, err
	}
	if after, err = t.dispute(c.Said.ID); err != nil { // with what it won
		return false, nil, err
	}
	owed, err = t.Owe(c.Owe(&before, &after, of), nil, nil)
	return true, owed, err
}

// disputedPayment returns the payment of a dispute: the one that is known already, or
// that of the first known capture; nil if there is none. It is locked.
func (t *tx) disputedPayment(known int64, captures []string) (*payment.Payment, error) {
	for i := 0; known == 0 && i < len(captures); i++ {
		p, err := t.onePayment(`z.paypal_capture_id = $1`, captures[i])
		if err != nil && !errors.Is(err, payment.ErrNotFound) {
			return nil, err
		}
		known = p.ID
	}
	if known == 0 {
		return nil, nil
	}
	p, err := t.paymentToChange(known)
	return &p, err
}

func (t *tx) saveDispute(d *payment.Dispute) error {
	_, err := t.Exec(keepDisputeSQL, base.NullID(d.PaymentID), d.PayPalID, d.CaptureID, base.Flag(d.Bank), d.Reason, d.Status, d.Stage, d.Outcome,
		d.Amount, d.Currency, d.Lost, d.OutsideBefore, base.NullTime(d.Due), base.NullTime(d.OpenedAt), base.NullTime(d.Updated),
		shop.FormatTime(d.CreatedAt), shop.FormatTime(d.UpdatedAt), d.Version)
	return err
}
