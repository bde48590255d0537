package web

import (
	"crypto/sha256"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"kontor/internal/gate"
	"kontor/internal/shop/coupon"
)

// limitPeriod is the time in which coupons may be guessed, and sign-ins begun, so
// often.
const limitPeriod = 10 * time.Minute

// newOrderLimit bounds what one client orders.
func newOrderLimit(o Options) *gate.RateLimit {
	limit := gate.NewRateLimit("orders", o.OrdersPerMinute, o.Gates, o.Site.Secrets[0])
	limit.Now = o.Now
	return limit
}

// takeOrder counts an order of the client, or refuses it.
func (s *Server) takeOrder(r *http.Request) error {
	wait, err := s.orders.Take(r.Context(), s.proxies.ClientAddr(r))
	if err != nil {
		return s.notPlaced(err)
	}
	return s.refuseUntil(r, "orders limited", errTooManyOrders, wait)
}

// nameCoupon runs what tells whether a coupon's code is valid, unless the client
// has named too many that are not. Then a right one is refused as well: otherwise
// the refusal itself would tell it from the others.
func (s *Server) nameCoupon(r *http.Request, code string, use func() error) error {
	return s.guessCoupon(r, code, "", use)
}

// nameCouponAgain is nameCoupon for a page that asks again and again about the same
// code: that is no other guess.
func (s *Server) nameCouponAgain(r *http.Request, code string, use func() error) error {
	digest := sha256.Sum256([]byte(coupon.NormalizeCode(code)))
	return s.guessCoupon(r, code, string(digest[:]), use)
}

func (s *Server) guessCoupon(r *http.Request, code, what string, use func() error) error {
	if coupon.NormalizeCode(code) == "" {
		return use()
	}
	back, wait := s.couponGuesses.Take(s.proxies.ClientAddr(r), what)
	if err := s.refuseUntil(r, "coupons limited", errTooManyCoupons, wait); err != nil {
		return err
	}
	err := use()
	if !errors.Is(err, coupon.ErrCouponInvalid) {
		back()
	}
	return err
}

// takeSignIn counts a sign-in that the client begins, or refuses it.
func (s *Server) takeSignIn(r *http.Request) error {
	_, wait := s.signIns.Take(s.proxies.ClientAddr(r), "")
	return s.refuseUntil(r, "sign-ins limited", errTooManySignIns, wait)
}

// refuseUntil refuses a client that has to wait, and logs its network.
func (s *Server) refuseUntil(r *http.Request, message string, refusal error, wait time.Duration) error {
	if wait <= 0 {
		return nil
	}
	s.log.LogAttrs(r.Context(), slog.LevelWarn, message, append(tell(r), slog.String("client", s.proxies.Network(r)))...)
	return retryLater{refusal, wait}
}
