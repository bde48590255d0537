package coupon

import (
	"context"
	"time"

	"kontor/internal/shop"
)

// CouponReader reads coupons.
type CouponReader interface {
	// Coupons returns all coupons by code, each with its number of uses.
	Coupons(context.Context) ([]Coupon, error)
}

// CouponStore stores coupons. Each method is one transaction.
type CouponStore interface {
	CouponReader
	Coupon(ctx context.Context, code string) (Coupon, error)
	CreateCoupon(ctx context.Context, c Coupon, at time.Time) (Coupon, error)
	ChangeCoupon(ctx context.Context, c Coupon, at time.Time) (Coupon, error)
	DeleteCoupon(ctx context.Context, code string, version int64) error
	CouponUses(ctx context.Context, code, email string) (Coupon, CouponUses, error)
	Redemptions(ctx context.Context, code string, before int64, limit int) (RedemptionPage, error)
}

// Coupons has the operator's use cases on coupons.
type Coupons struct {
	CouponReader
	store CouponStore
	now   func() time.Time
}

// NewCoupons returns the use cases on the coupons of a store.
func NewCoupons(store CouponStore, now func() time.Time) *Coupons {
	return &Coupons{CouponReader: store, store: store, now: shop.Clock(now)}
}

// Coupon returns one coupon, or ErrCouponNotFound.
func (s *Coupons) Coupon(ctx context.Context, code string) (Coupon, error) {
	return s.store.Coupon(ctx, NormalizeCode(code))
}

// CreateCoupon stores a new coupon under its normalised code.
func (s *Coupons) CreateCoupon(ctx context.Context, c Coupon) (Coupon, error) {
	c.Code = NormalizeCode(c.Code)
	if err := c.Check(); err != nil {
		return Coupon{}, err
	}
	return s.store.CreateCoupon(ctx, c, s.now())
}

// ChangeCoupon stores a changed coupon; shop.ErrStale if it was changed since it was
// read.
func (s *Coupons) ChangeCoupon(ctx context.Context, c Coupon) (Coupon, error) {
	if err := c.Check(); err != nil {
		return Coupon{}, err
	}
	return s.store.ChangeCoupon(ctx, c, s.now())
}

// DeleteCoupon deletes a coupon. Errors: ErrCouponInUse if an order ever used it;
// shop.ErrStale unless it has this version; 0: any.
func (s *Coupons) DeleteCoupon(ctx context.Context, code string, version int64) error {
	return s.store.DeleteCoupon(ctx, NormalizeCode(code), version)
}

// Redemptions returns one page of the orders placed with a coupon, newest first, with
// ids below before; 0 for the first page.
// //
// Errors: ErrCouponNotFound.
func (s *Coupons) Redemptions(ctx context.Context, code string, before int64, limit int) (RedemptionPage, error) {
	return s.store.Redemptions(ctx, NormalizeCode(code), before, limit)
}

// CouponTrial is what would happen to an order with a coupon.
type CouponTrial struct {
	Refusal *CouponRefusal // nil: the coupon can be used
	Worth   shop.Cents     // its discount; 0 when it cannot be used
}

// TryCoupon checks whether goods of the given value could be ordered now with a code
// and an e-mail address. Nothing is stored.
func (s *Coupons) TryCoupon(ctx context.Context, code, email string, goods shop.Cents) (CouponTrial, error) {
	coupon, uses, err := s.store.CouponUses(ctx, NormalizeCode(code), email)
	if err != nil {
		return CouponTrial{}, err
	}
	if refusal := coupon.Refusal(s.now(), goods, uses); refusal != nil {
		return CouponTrial{Refusal: refusal}, nil
	}
	return CouponTrial{Worth: coupon.Worth(goods)}, nil
}
