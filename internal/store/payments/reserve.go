package payments

import (
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// reserve takes what the payment needs of the stock and reserves its coupon, or ends the
// payment if others have bought or used it. A payment that already waits for its money
// does not become an order without: that is decided when the money arrives.
func (t *tx) reserve(p *payment.Payment, at time.Time) error {
	if p.Basket == nil {
		return nil
	}
	before := *p
	switch err := t.orders.Reserve(t.Tx, p, at); {
	case err != nil && p.Lose(err, at):
		if before.State != payment.StateCapturing {
			*p = before
		}
		return nil
	case err != nil:
		return err
	case p.Basket.CouponCode == "":
		return nil
	}
	return t.Later(`INSERT INTO gutschein_reservierungen (vorgang, code, email_klein, created_at) VALUES ($1, $2, $3, $4)`,
		p.ID, p.Basket.CouponCode, shop.NormalizeEmail(p.Basket.Customer.Email), shop.FormatTime(at))
}

// unreserve gives back what the payment has, unless it has become an order's.
func (t *tx) unreserve(payment int64, at time.Time) error {
	if err := t.Later(`DELETE FROM gutschein_reservierungen WHERE vorgang = $1`, payment); err != nil {
		return err
	}
	return t.orders.Release(t.Tx, payment, at)
}
