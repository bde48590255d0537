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

// DeleteCoupon removes a coupon that no order ever used; otherwise
// kontor.ErrCouponInUse.
func (s *Service) DeleteCoupon(ctx context.Context, code string) error {
	return s.Store.DeleteCoupon(ctx, kontor.NormalizeCode(code))
}

// Products returns the whole catalogue by slug, inactive products included.
func (s *Service) Products(ctx context.Context) ([]kontor.Product, error) {
	return s.Store.Products(ctx)
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

// DeleteProduct takes a product out of the catalogue; orders keep their lines.
func (s *Service) DeleteProduct(ctx context.Context, slug string) error {
	return s.Store.DeleteProduct(ctx, slug)
}
