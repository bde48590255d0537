package checkout

import (
	"context"

	"kontor"
)

// Coupons returns all coupons by code, with how often each was used.
func (s *Service) Coupons(ctx context.Context) ([]kontor.Coupon, error) {
	return s.Store.Coupons(ctx)
}

// Coupon returns one coupon, or kontor.ErrCouponNotFound.
func (s *Service) Coupon(ctx context.Context, code string) (kontor.Coupon, error) {
	return s.Store.Coupon(ctx, kontor.NormalizeCode(code))
}

// CreateCoupon stores a new coupon under its normalised code.
func (s *Service) CreateCoupon(ctx context.Context, c kontor.Coupon) (kontor.Coupon, error) {
	c.Code = kontor.NormalizeCode(c.Code)
	if err := c.Check(); err != nil {
		return kontor.Coupon{}, err
	}
	return s.Store.CreateCoupon(ctx, c, s.now())
}

// ChangeCoupon stores a coupon that was read before; kontor.ErrStale when
// somebody else changed it since.
func (s *Service) ChangeCoupon(ctx context.Context, c kontor.Coupon) (kontor.Coupon, error) {
	if err := c.Check(); err != nil {
		return kontor.Coupon{}, err
	}
	return s.Store.ChangeCoupon(ctx, c, s.now())
}

// DeleteCoupon removes a coupon that no order ever used, otherwise
// kontor.ErrCouponInUse; and only in this version, 0 for any, otherwise
// kontor.ErrStale.
func (s *Service) DeleteCoupon(ctx context.Context, code string, version int64) error {
	return s.Store.DeleteCoupon(ctx, kontor.NormalizeCode(code), version)
}

// Redemptions returns one page of the orders that were placed with a coupon,
// newest first, from below the order before; 0 for the first page.
//
// Errors: kontor.ErrCouponNotFound.
func (s *Service) Redemptions(ctx context.Context, code string, before int64, limit int) (kontor.RedemptionPage, error) {
	return s.Store.Redemptions(ctx, kontor.NormalizeCode(code), before, limit)
}

// CouponTrial says what would become of an order with a coupon.
type CouponTrial struct {
	Refusal *kontor.CouponRefusal // nil: the coupon can be used
	Worth   kontor.Cents          // what it takes off; 0 when it cannot be used
}

// TryCoupon tells whether goods of the given value could be ordered now with a
// code and an e-mail address. Nothing is stored.
func (s *Service) TryCoupon(ctx context.Context, code, email string, goods kontor.Cents) (CouponTrial, error) {
	coupon, uses, err := s.Store.CouponUses(ctx, kontor.NormalizeCode(code), email)
	if err != nil {
		return CouponTrial{}, err
	}
	if refusal := coupon.Refusal(s.now(), goods, uses); refusal != nil {
		return CouponTrial{Refusal: refusal}, nil
	}
	return CouponTrial{Worth: coupon.Worth(goods)}, nil
}

// Products returns the whole catalogue by slug, inactive products included.
func (s *Service) Products(ctx context.Context) ([]kontor.Product, error) {
	return s.Store.Products(ctx)
}

// GermanNames returns what operators call the products, inactive ones included.
func (s *Service) GermanNames(ctx context.Context) (kontor.GermanNames, error) {
	products, err := s.Store.Products(ctx)
	return kontor.GermanNamesOf(products), err
}

// Product returns one product, or kontor.ErrProductNotFound.
func (s *Service) Product(ctx context.Context, slug string) (kontor.Product, error) {
	return s.Store.Product(ctx, slug)
}

// CreateProduct stores a new product.
func (s *Service) CreateProduct(ctx context.Context, p kontor.Product) (kontor.Product, error) {
	if err := p.Check(); err != nil {
		return kontor.Product{}, err
	}
	return s.Store.CreateProduct(ctx, p, s.now())
}

// ChangeProduct stores a product that was read before; kontor.ErrStale when
// somebody else changed it since.
func (s *Service) ChangeProduct(ctx context.Context, p kontor.Product) (kontor.Product, error) {
	if err := p.Check(); err != nil {
		return kontor.Product{}, err
	}
	return s.Store.ChangeProduct(ctx, p, s.now())
}

// DeleteProduct takes a product out of the catalogue; orders keep their lines. It
// goes only in this version, 0 for any, otherwise kontor.ErrStale.
func (s *Service) DeleteProduct(ctx context.Context, slug string, version int64) error {
	return s.Store.DeleteProduct(ctx, slug, version)
}
