package store

import (
	"errors"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
)

// couponFree reports whether the order of a payment may use its coupon. The terms were
// checked when the basket was frozen, and the price is agreed: only other uses count,
// and a payment that already holds the coupon need not check.
func (t *tx) couponFree(o *order.Order, s *surroundings) (bool, error) {
	if o.CouponCode == "" || s.coupon.Code == "" {
		return true, nil
	}
	var held int64
	err := t.Row(`SELECT count(*) FROM gutschein_reservierungen WHERE vorgang = $1`, []any{s.payment}, &held)
	if err != nil || held > 0 {
		return held > 0, err
	}
	if s.coupon.OncePerPerson && s.user != "" {
		return false, nil
	}
	err = t.checkLimit(s.coupon, s.payment)
	if errors.Is(err, coupon.ErrUnusable) {
		return false, nil
	}
	return err == nil, err
}

// reserve reserves the payment's coupon, or ends the payment if another order uses it.
// A payment that already waits for its money does not become an order without the
// coupon: that is decided when the money arrives.
func (t *tx) reserve(p *payment.Payment, at time.Time) error {
	if p.Basket == nil || p.Basket.CouponCode == "" {
		return nil
	}
	known := &surroundings{payment: p.ID}
	if err := errors.Join(t.askCoupon(p.Basket, known), t.Send()); err != nil {
		return err
	}
	free, err := t.couponFree(p.Basket, known)
	switch {
	case err != nil:
		return err
	case !free && p.State == payment.StateCapturing:
		p.CouponTaken(at)
		return nil
	case !free:
		return nil
	}
	return t.Later(`INSERT INTO gutschein_reservierungen (vorgang, code, email_klein, created_at) VALUES ($1, $2, $3, $4)`,
		p.ID, p.Basket.CouponCode, shop.NormalizeEmail(p.Basket.Customer.Email), shop.FormatTime(at))
}

func (t *tx) unreserve(payment int64) error {
	return t.Later(`DELETE FROM gutschein_reservierungen WHERE vorgang = $1`, payment)
}
