package store

import (
	"context"
	"database/sql"
	"errors"
	"math"

	"kontor/internal/shop"
	"kontor/internal/shop/coupon"
)

// CouponUses returns a coupon and its uses from the point of view of the customer with
// an e-mail address; the zero coupon if it does not exist.
func (db *DB) CouponUses(ctx context.Context, code, email string) (c coupon.Coupon, uses coupon.Uses, err error) {
	err = db.view(ctx, func(t *tx) error {
		if c, err = t.coupon(code); errors.Is(err, coupon.ErrNotFound) {
			c = coupon.Coupon{}
			return nil
		}
		if err == nil {
			uses, err = t.usesBy(code, shop.NormalizeEmail(email))
		}
		return err
	})
	return c, uses, err
}

func (t *tx) usesBy(code, email string) (uses coupon.Uses, err error) {
	var held int64
	err = errors.Join(
		t.Row(usesQuery, []any{code}, &uses.Total),
		t.Row(heldQuery, []any{code, 0}, &held),
		t.Rows(otherUseQuery, []any{code, email, 0, code, email, 0}, func(rows *sql.Rows) error { return rows.Scan(&uses.ByPerson) }),
	)
	uses.Total += held
	return uses, err
}

// Redemptions returns one page of the orders placed with a coupon, newest first, with
// ids below before; 0 for the first page.
//
// Errors: coupon.ErrNotFound.
func (db *DB) Redemptions(ctx context.Context, code string, before int64, limit int) (page coupon.RedemptionPage, err error) {
	if before == 0 {
		before = math.MaxInt64
	}
	err = db.view(ctx, func(t *tx) error {
		if _, err := t.coupon(code); err != nil {
			return err
		}
		page.Redemptions = nil
		return t.Rows(`SELECT o.id, o.bestellnummer, o.status, o.kunde_name, o.kunde_email, o.summe, o.created_at
			FROM gutschein_einloesungen e JOIN orders o ON o.id = e.order_id
			WHERE e.code = $1 AND e.order_id < $2 ORDER BY e.order_id DESC LIMIT $3`,
			[]any{code, before, limit + 1}, func(rows *sql.Rows) error {
				redemption, err := scanRedemption(rows)
				page.Redemptions = append(page.Redemptions, redemption)
				return err
			})
	})
	if len(page.Redemptions) > limit {
		page.Redemptions = page.Redemptions[:limit]
		page.Next = page.Redemptions[limit-1].OrderID
	}
	return page, err
}

func scanRedemption(rows *sql.Rows) (r coupon.Redemption, err error) {
	var at string
	if err = rows.Scan(&r.OrderID, &r.Number, &r.Status, &r.Name, &r.Email, &r.Total, &at); err != nil {
		return r, err
	}
	r.At, err = shop.ParseTime(at)
	return r, err
}
