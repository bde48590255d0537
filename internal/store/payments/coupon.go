package payments

import (
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// reserve reserves the payment's coupon, or ends the payment if another order uses it.
// A payment that already waits for its money does not become an order without the
// coupon: that is decided when the money arrives.
func (t *tx) reserve(p *payment.Payment, at time.Time) error {
	if p.Basket == nil || p.Basket.CouponCode == "" {
		return nil
	}
	free, err := t.orders.CouponFree(t.Tx, p)
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
