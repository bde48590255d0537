package coupon

import (
	"context"
	"time"

	"kontor/internal/shop"
)

// Reader reads coupons.
type Reader interface {
	// Coupons returns all coupons by code, each with its number of uses.
	Coupons(context.Context) ([]Coupon, error)
}

// Store stores coupons. Each method is one transaction.
type Store interface {
	Reader
	Coupon(ctx context.Context, code string) (Coupon, error)
	CreateCoupon(ctx context.Context, c Coupon, at time.Time) (Coupon, error)
	ChangeCoupon(ctx context.Context, c Coupon, at time.Time) (Coupon, error)
	DeleteCoupon(ctx context.Context, code string, version int64) error
	CouponUses(ctx context.Context, code, email string) (Coupon, Uses, error)
	Redemptions(ctx context.Context, code string, before int64, limit int) (RedemptionPage, error)
}

// Coupons has the operator's use cases on coupons.
type Service struct {
	Reader
	store Store
	now   func() time.Time
}

// New returns the use cases on the coupons of a store.
func New(store Store, now func() time.Time) *Service {
	return &Service{Reader: store, store: store, now: shop.Clock(now)}
}

// Coupon returns one coupon, or ErrNotFound.
func (s *Service) Coupon(ctx context.Context, code string) (Coupon, error) {
	return s.store.Coupon(ctx, NormalizeCode(code))
}

// Create stores a new coupon under its normalised code.
func (s *Service) Create(ctx context.Context, c Coupon) (Coupon, error) {
	c.Code = NormalizeCode(c.Code)
	if err := c.Check(); err != nil {
		return Coupon{}, err
	}
	return s.store.CreateCoupon(ctx, c, s.now())
}

// Change stores a changed coupon; shop.ErrStale if it was changed since it was
// read.
func (s *Service) Change(ctx context.Context, c Coupon) (Coupon, error) {
	if err := c.Check(); err != nil {
		return Coupon{}, err
	}
	return s.store.ChangeCoupon(ctx, c, s.now())
}

// Delete deletes a coupon. Errors: ErrInUse if an order ever used it;
// shop.ErrStale unless it has this version; 0: any.
func (s *Service) Delete(ctx context.Context, code string, version int64) error {
	return s.store.DeleteCoupon(ctx, NormalizeCode(code), version)
}

// Redemptions returns one page of the orders placed with a coupon, newest first, with
// ids below before; 0 for the first page.
//
// Errors: ErrNotFound.
func (s *Service) Redemptions(ctx context.Context, code string, before int64, limit int) (RedemptionPage, error) {
	return s.store.Redemptions(ctx, NormalizeCode(code), before, limit)
}

// Trial is what would happen to an order with a coupon.
type Trial struct {
	Refusal *Refusal   // nil: the coupon can be used
	Worth   shop.Cents // its discount; 0 when it cannot be used
}

// Try checks whether goods of the given value could be ordered now with a code
// and an e-mail address. Nothing is stored.
func (s *Service) Try(ctx context.Context, code, email string, goods shop.Cents) (Trial, error) {
	coupon, uses, err := s.store.CouponUses(ctx, NormalizeCode(code), email)
	if err != nil {
		return Trial{}, err
	}
	if refusal := coupon.Refusal(s.now(), goods, uses); refusal != nil {
		return Trial{Refusal: refusal}, nil
	}
	return Trial{Worth: coupon.Worth(goods)}, nil
}
