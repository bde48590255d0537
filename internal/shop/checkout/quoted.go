package checkout

import (
	"context"
	"errors"

	"kontor/internal/shop/catalogue"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/stock"
)

// Quoted is a priced basket.
type Quoted struct {
	*Quote                 // nil if nothing in the basket is for sale
	Gone          []string // slugs in the basket that are not for sale
	Coupon        string   // the code that is used, normalised; empty: none
	CouponRefusal error    // why the given code is not used; nil: it is, or there was none
	Catalogue     map[string]catalogue.Product
	Stock         stock.Stock // of the basket's products
}

// Quote prices a basket by the shop's terms. Products that are not for sale are left
// out, as is a gift that is sold out, and an inapplicable coupon is not used; whether the customer has used it before
// is only known when the order is placed.
//
// Errors: those of [Terms.Quote] except for what is left out, and any of the store's.
func (s *Service) Quote(ctx context.Context, b Basket, code string) (Quoted, error) {
	products, err := s.Store.Products(ctx)
	if err != nil {
		return Quoted{}, err
	}
	q := Quoted{Catalogue: make(map[string]catalogue.Product, len(products))}
	for _, p := range products {
		q.Catalogue[p.Slug] = p
	}
	b.At = s.Now()
	b.Lines, q.Gone = forSale(b.Lines, q.Catalogue)
	if len(b.Lines) == 0 {
		return q, nil
	}
	if b.Coupon, q.CouponRefusal, err = s.coupon(ctx, code); err != nil {
		return Quoted{}, err
	}
	if q.Stock, err = s.stockOf(ctx, &b); err != nil {
		return Quoted{}, err
	}
	terms := s.Terms
	if left, counted := q.Stock.Left(terms.Gift); counted && left <= b.quantity(terms.Gift) {
		terms.Gift = ""
	}
	q.Quote, err = terms.Quote(&b, q.Catalogue)
	if errors.Is(err, coupon.ErrUnusable) {
		b.Coupon, q.CouponRefusal = nil, err
		q.Quote, err = terms.Quote(&b, q.Catalogue)
	}
	if b.Coupon != nil {
		q.Coupon = b.Coupon.Code
	}
	return q, err
}

// coupon returns the coupon with a code that somebody typed, or why there is none.
func (s *Service) coupon(ctx context.Context, code string) (found *coupon.Coupon, refusal, err error) {
	if code = coupon.NormalizeCode(code); code == "" {
		return nil, nil, nil
	}
	c, err := s.Store.Coupon(ctx, code)
	switch {
	case errors.Is(err, coupon.ErrNotFound):
		return nil, coupon.ErrUnusable, nil
	case err != nil:
		return nil, nil, err
	case c.MaxRedemptions > 0 && c.Redemptions >= c.MaxRedemptions:
		return nil, coupon.ErrUnusable, nil
	}
	return &c, nil, nil
}

// stockOf returns the remaining stock of the basket's products and of the gift.
func (s *Service) stockOf(ctx context.Context, b *Basket) (stock.Stock, error) {
	slugs := make([]string, len(b.Lines), len(b.Lines)+1)
	for i, line := range b.Lines {
		slugs[i] = line.Slug
	}
	if s.Terms.Gift != "" {
		slugs = append(slugs, s.Terms.Gift)
	}
	return s.Store.Stock(ctx, slugs...)
}

// quantity returns how many pieces of a product the basket has.
func (b *Basket) quantity(slug string) (pieces int64) {
	for _, line := range b.Lines {
		if line.Slug == slug {
			pieces += line.Quantity
		}
	}
	return pieces
}

// forSale separates the lines of a basket that can be bought from those that cannot.
func forSale(lines []BasketLine, catalogue map[string]catalogue.Product) (kept []BasketLine, gone []string) {
	for _, line := range lines {
		if p, ok := catalogue[line.Slug]; ok && p.Active {
			kept = append(kept, line)
		} else {
			gone = append(gone, line.Slug)
		}
	}
	return kept, gone
}
