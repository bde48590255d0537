package store

import (
	"errors"

	"kontor/internal/database"
	"kontor/internal/shop"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
)

// askCoupon requests the coupon that the order names, and its other uses.
func (t *tx) askCoupon(o *order.Order, s *surroundings) error {
	if o.CouponCode == "" {
		return nil
	}
	if err := t.lockCoupon(o); err != nil {
		return err
	}
	email := o.Customer.Email
	return errors.Join(
		t.Ask(`SELECT `+couponColumns+`, 0 FROM coupons WHERE code = $1`, []any{o.CouponCode}, func(row database.Scanner) (err error) {
			s.coupon, err = scanCoupon(row.Scan)
			return err
		}),
		t.askOtherUse(o, s.payment, &s.user),
		t.askNumber(&s.alias, aliasQuery, o.CouponCode, shop.EmailStem(email), shop.NormalizeEmail(email)),
	)
}

// lockCoupon keeps other transactions from redeeming the coupon for the same person
// until the end of this one.
func (t *tx) lockCoupon(o *order.Order) error {
	return t.Lock("coupon", o.CouponCode, shop.NormalizeEmail(o.Customer.Email))
}

// checkCoupon returns why the coupon that the order names cannot be used.
// Spec: POST /api/orders, rule 4.
func (t *tx) checkCoupon(o *order.Order, s *surroundings) error {
	switch {
	case o.CouponCode == "":
		return nil
	case s.coupon.Code == "", !s.coupon.Redeemable(o.CreatedAt, o.GoodsValue()):
		return coupon.ErrUnusable
	}
	if err := t.checkLimit(s.coupon, s.payment); err != nil {
		return err
	}
	if s.coupon.OncePerPerson && s.user != "" {
		return coupon.ErrUsed
	}
	return nil
}

// checkLimit returns coupon.ErrUnusable if the coupon has reached its limit.
// Orders with a limited coupon take turns. Payments that hold it count, except for the
// given one.
func (t *tx) checkLimit(c coupon.Coupon, payment int64) error {
	if c.MaxRedemptions == 0 {
		return nil
	}
	uses, err := t.couponUses(c.Code, payment)
	if err != nil {
		return err
	}
	if uses >= c.MaxRedemptions {
		return coupon.ErrUnusable
	}
	return nil
}

const usesQuery = `SELECT CAST(coalesce(sum(anzahl), 0) AS BIGINT) FROM coupon_counters WHERE code = $1`

// heldQuery counts the payments that hold a coupon, except for payment $2.
const heldQuery = `SELECT count(*) FROM gutschein_reservierungen WHERE code = $1 AND vorgang <> $2`

// couponUses returns how many orders and payments use a coupon, not counting the given
// payment, and blocks other limited uses until the end of this transaction.
func (t *tx) couponUses(code string, payment int64) (uses int64, err error) {
	if err := t.Lock("coupon", code); err != nil {
		return 0, err
	}
	var held int64
	err = errors.Join(
		t.Ask(usesQuery, []any{code}, func(row database.Scanner) error { return row.Scan(&uses) }),
		t.Ask(heldQuery, []any{code, payment}, func(row database.Scanner) error { return row.Scan(&held) }),
		t.Send(),
	)
	uses += held
	if t.earlier != nil {
		uses += t.earlier.uses[code]
	}
	return uses + t.derived.uses[code], err
}

const otherUseQuery = `SELECT nr FROM (
		SELECT o.id AS id, o.bestellnummer AS nr FROM gutschein_einloesungen e JOIN orders o ON o.id = e.order_id
		WHERE e.code = $1 AND e.email_klein = $2 AND o.status <> 'storniert' AND o.id <> $3
		UNION ALL
		SELECT z.id, z.vorgang_nr FROM gutschein_reservierungen r JOIN zahlungsvorgaenge z ON z.id = r.vorgang
		WHERE r.code = $4 AND r.email_klein = $5 AND r.vorgang <> $6) AS uses
	ORDER BY id LIMIT 1`

// lastUseQuery finds the latest order that uses a coupon, or else the latest payment
// that holds it.
const lastUseQuery = `SELECT nr FROM (
		SELECT 1 AS stored, o.id AS id, o.bestellnummer AS nr FROM gutschein_einloesungen e JOIN orders o ON o.id = e.order_id
		WHERE e.code = $1 AND o.status <> 'storniert'
		UNION ALL
		SELECT 0, z.id, z.vorgang_nr FROM gutschein_reservierungen r JOIN zahlungsvorgaenge z ON z.id = r.vorgang
		WHERE r.code = $2) AS uses
	ORDER BY stored DESC, id DESC LIMIT 1`

// askOtherUse requests the number of another order that uses the same coupon for the
// same e-mail address and is not cancelled, or of another payment that holds it.
func (t *tx) askOtherUse(o *order.Order, payment int64, number *string) error {
	email := shop.NormalizeEmail(o.Customer.Email)
	return t.askNumber(number, otherUseQuery, o.CouponCode, email, o.ID, o.CouponCode, email, payment)
}

// askNumber requests the order number returned by a query.
func (t *tx) askNumber(number *string, query string, args ...any) error {
	return t.Ask(query, args, func(row database.Scanner) error { return row.Scan(number) })
}

// redeem records that the order uses its coupon.
func (t *tx) redeem(o *order.Order) error {
	if o.CouponCode == "" {
		return nil
	}
	return t.InsertRows(insertRedemptionSQL, "", [][]any{redemptionRow(o)})
}

const insertRedemptionSQL = `INSERT INTO gutschein_einloesungen (code, email_klein, email_stamm, order_id, created_at) VALUES `

func redemptionRow(o *order.Order) []any {
	return []any{o.CouponCode, shop.NormalizeEmail(o.Customer.Email), shop.EmailStem(o.Customer.Email), o.ID, shop.FormatTime(o.CreatedAt)}
}

// aliasQuery finds a use of a coupon by an address that probably belongs to the same
// person.
const aliasQuery = `SELECT o.bestellnummer FROM gutschein_einloesungen e JOIN orders o ON o.id = e.order_id
	WHERE e.code = $1 AND e.email_stamm = $2 AND e.email_klein <> $3 AND o.status <> 'storniert'
	ORDER BY o.id LIMIT 1`
