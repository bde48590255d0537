package storefront

import (
	"crypto/sha256"
	"errors"
	"net/http"
	"time"

	"kontor/internal/shop/coupon"
	"kontor/internal/web/kit"
)

// limitPeriod is the period for the limits on guessing coupons and beginning sign-ins.
const limitPeriod = 10 * time.Minute

// The limits on orders and payments of one client, as the metrics and the log name them.
const (
	limitOrders   = "orders"
	limitCoupons  = "coupons"
	limitPayments = "payments"
)

// Limits are the names of all limits on orders and payments.
var Limits = []string{limitOrders, limitCoupons, limitPayments}

// refuseUntil refuses a client that has reached a limit and has to wait.
func (s *Storefront) refuseUntil(r *http.Request, limit string, refusal error, wait time.Duration) error {
	if wait > 0 {
		s.limited.WithLabelValues(limit).Inc()
	}
	return s.RefuseUntil(r, limit+" limited", refusal, wait)
}

// takeOrder counts an order of the client, or refuses it.
func (s *Storefront) takeOrder(r *http.Request) error {
	wait, err := s.orders.Take(r.Context(), s.Proxies.ClientAddr(r))
	if err != nil {
		return s.notPlaced(err)
	}
	return s.refuseUntil(r, limitOrders, kit.ErrTooManyOrders, wait)
}

// nameCoupon runs use, which reveals whether a coupon's code is valid, unless the
// client has named too many invalid ones. Then a right one is refused as well:
// otherwise the refusal itself would reveal it.
func (s *Storefront) nameCoupon(r *http.Request, code string, use func() error) error {
	return s.guessCoupon(r, code, "", use)
}

// nameCouponAgain is nameCoupon for a page that repeats the same code: that does not
// count as another guess.
func (s *Storefront) nameCouponAgain(r *http.Request, code string, use func() error) error {
	digest := sha256.Sum256([]byte(coupon.NormalizeCode(code)))
	return s.guessCoupon(r, code, string(digest[:]), use)
}

func (s *Storefront) guessCoupon(r *http.Request, code, what string, use func() error) error {
	if coupon.NormalizeCode(code) == "" {
		return use()
	}
	back, wait := s.couponGuesses.Take(s.Proxies.ClientAddr(r), what)
	if err := s.refuseUntil(r, limitCoupons, kit.ErrTooManyCoupons, wait); err != nil {
		return err
	}
	err := use()
	if !errors.Is(err, coupon.ErrUnusable) {
		back()
	}
	return err
}

// takeSignIn counts a sign-in that the client begins, or refuses it.
func (s *Storefront) takeSignIn(r *http.Request) error {
	_, wait := s.signIns.Take(s.Proxies.ClientAddr(r), "")
	return s.RefuseUntil(r, "sign-ins limited", kit.ErrTooManySignIns, wait)
}
