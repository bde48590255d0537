package store

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"kontor"
)

// checkCoupon returns the coupon that the order names, nil when it names none,
// or why it cannot be used. Spec: Orders, rule 4.
func (t *tx) checkCoupon(o *kontor.Order) (*kontor.Coupon, error) {
	if o.CouponCode == "" {
		return nil, nil
	}
	if err := t.lockCoupon(o); err != nil {
		return nil, err
	}
	coupon, err := t.redeemableCoupon(o)
	if err != nil {
		return nil, err
	}
	if coupon.OncePerPerson {
		other, err := t.otherUse(o)
		if err != nil {
			return nil, err
		}
		if other != "" {
			return nil, kontor.ErrCouponUsed
		}
	}
	return &coupon, nil
}

// lockCoupon keeps other transactions from redeeming the coupon for the same
// person until the end of this one.
func (t *tx) lockCoupon(o *kontor.Order) error {
	return t.lock("coupon", o.CouponCode, kontor.NormalizeEmail(o.Customer.Email))
}

// redeemableCoupon returns the coupon that the order names if it is valid for
// the order and not used up.
func (t *tx) redeemableCoupon(o *kontor.Order) (kontor.Coupon, error) {
	coupon, err := scanCoupon(func(dest ...any) error {
		return t.row(`SELECT `+couponColumns+`, 0 FROM coupons WHERE code = $1`, []any{o.CouponCode}, dest...)
	})
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return coupon, kontor.ErrCouponInvalid
	case err != nil:
		return coupon, err
	case !coupon.Redeemable(o.CreatedAt, o.GoodsValue()):
		return coupon, kontor.ErrCouponInvalid
	case coupon.MaxRedemptions == 0:
		return coupon, nil
	}
	if err := t.lock("coupon", o.CouponCode); err != nil {
		return coupon, err
	}
	if err := t.row(usesQuery, []any{o.CouponCode, coupon.MaxRedemptions}, &coupon.Redemptions); err != nil {
		return coupon, err
	}
	if coupon.Redemptions >= coupon.MaxRedemptions {
		return coupon, kontor.ErrCouponInvalid
	}
	return coupon, nil
}

// usesQuery counts the uses of a coupon, and stops at the limit $2.
const usesQuery = `SELECT count(*) FROM (SELECT 1 FROM gutschein_einloesungen e JOIN orders o ON o.id = e.order_id
	WHERE e.code = $1 AND o.status <> 'storniert' LIMIT $2) AS uses`

const otherUseQuery = `SELECT o.bestellnummer FROM gutschein_einloesungen e JOIN orders o ON o.id = e.order_id
	WHERE e.code = $1 AND e.email_klein = $2 AND o.status <> 'storniert' AND o.id <> $3
	ORDER BY o.id LIMIT 1`

// otherUse returns the number of another order that uses the same coupon for
// the same e-mail address and is not cancelled, or an empty text.
func (t *tx) otherUse(o *kontor.Order) (string, error) {
	return t.firstNumber(otherUseQuery, o.CouponCode, kontor.NormalizeEmail(o.Customer.Email), o.ID)
}

// firstNumber returns the order number that a query finds, or an empty text.
func (t *tx) firstNumber(query string, args ...any) (string, error) {
	var number string
	err := t.row(query, args, &number)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	return number, err
}

// redeem records that the order uses its coupon.
func (t *tx) redeem(o *kontor.Order) error {
	if o.CouponCode == "" {
		return nil
	}
	_, err := t.exec(`INSERT INTO gutschein_einloesungen (code, email_klein, email_stamm, order_id, created_at)
		VALUES ($1, $2, $3, $4, $5)`, o.CouponCode, kontor.NormalizeEmail(o.Customer.Email),
		kontor.EmailStem(o.Customer.Email), o.ID, kontor.FormatTime(o.CreatedAt))
	return err
}

const aliasQuery = `SELECT o.bestellnummer FROM gutschein_einloesungen e JOIN orders o ON o.id = e.order_id
	WHERE e.code = $1 AND e.email_stamm = $2 AND e.email_klein <> $3 AND o.status <> 'storniert'
	ORDER BY o.id LIMIT 1`

// aliasHint points out that a coupon for one person is used by an address that
// is probably the same person's as an earlier one.
func (t *tx) aliasHint(o *kontor.Order, coupon *kontor.Coupon) (*kontor.Hint, error) {
	if coupon == nil || !coupon.OncePerPerson {
		return nil, nil
	}
	email := o.Customer.Email
	earlier, err := t.firstNumber(aliasQuery, o.CouponCode, kontor.EmailStem(email), kontor.NormalizeEmail(email))
	if err != nil || earlier == "" {
		return nil, err
	}
	return &kontor.Hint{Kind: kontor.HintAlias, Text: fmt.Sprintf("Gutschein vermutlich schon von derselben Person eingelöst (%s)", earlier)}, nil
}

// duplicateQuery finds the latest such order. As the hour leads in inhalt, the
// index has them in that order.
const duplicateQuery = `SELECT bestellnummer FROM orders
	WHERE inhalt IN ($1, $2) AND created_at >= $3 ORDER BY inhalt DESC, id DESC LIMIT 1`

// duplicateWindow is how long after an order the same one looks like a mistake.
const duplicateWindow = time.Hour

// duplicateHint points out that the same was ordered by the same address within
// the last hour.
func (t *tx) duplicateHint(o *kontor.Order, _ *kontor.Coupon) (*kontor.Hint, error) {
	hour := o.CreatedAt.Unix() / 3600
	earlier, err := t.firstNumber(duplicateQuery, contentKeyAt(o, hour), contentKeyAt(o, hour-1),
		kontor.FormatTime(o.CreatedAt.Add(-duplicateWindow)))
	if err != nil || earlier == "" {
		return nil, err
	}
	return &kontor.Hint{Kind: kontor.HintDuplicate, Text: fmt.Sprintf("Mögliche Dublette von %s", earlier)}, nil
}
