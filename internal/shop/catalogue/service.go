package catalogue

import (
	"context"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/stock"
)

// Reader reads products, and what they refer to.
type Reader interface {
	ShelfReader
	// Products returns the whole catalogue by slug, including inactive products, without
	// their long texts. The result is shared: callers must not change it.
	Products(context.Context) ([]Product, error)
	// Assortment returns the whole catalogue as it is now.
	Assortment(context.Context) (*Assortment, error)
	// SearchTexts returns what else products can be found by in a language, by slug: those
	// of the active ones and of all variants, which others inherit from.
	SearchTexts(context.Context, shop.Language) (map[string]SearchTexts, error)
	// Changes returns when each active product was changed last, by slug.
	Changes(context.Context) (map[string]time.Time, error)
	// Product returns one product with its texts, or ErrProductNotFound.
	Product(ctx context.Context, slug string) (Product, error)
	// Bestsellers returns the slugs of the six best-selling products, best first.
	// Spec: GET /api/bestseller.
	Bestsellers(context.Context) ([]string, error)
	// WantsPhoto reports whether a file in the operator's folder, identified by its
	// SHA-256, should become a product's picture. Errors: ErrProductNotFound.
	WantsPhoto(ctx context.Context, slug, source string) (bool, error)
	// Photo returns the own picture of a product with a hash, in the given width; its
	// first one if it has none with that hash any longer. Errors: ErrPhotoNotFound.
	Photo(ctx context.Context, slug, hash string, width int) (content []byte, current string, err error)
}

// Store stores products. Each method is one transaction.
type Store interface {
	Reader
	Shelves
	// PriceHistory returns what a product cost; what it costs now is the end of it.
	PriceHistory(ctx context.Context, slug string) (PriceHistory, error)
	CreateProduct(ctx context.Context, p Product, at time.Time) (Product, error)
	ChangeProduct(ctx context.Context, p Product, at time.Time) (Product, error)
	// ChangeProducts changes all products or none; with probe none, though all is checked.
	ChangeProducts(ctx context.Context, products []Product, at time.Time, probe bool) ([]Product, error)
	DeleteProduct(ctx context.Context, slug string, version int64, at time.Time) error
	SetPhoto(ctx context.Context, slug string, photo Photo, at time.Time) (Product, error)
	AddPhoto(ctx context.Context, slug string, photo Photo, at time.Time) (Product, error)
	// WholeProducts returns all products by slug with their texts, and the number of the
	// catalogue that they are.
	WholeProducts(context.Context) (products []Product, state int64, err error)
	// ImportProducts stores new and changed products, and changes
	// the stock; all or none. Errors: shop.ErrStale if the catalogue has another number,
	// [stock.ErrChanged], [stock.ErrShort].
	ImportProducts(ctx context.Context, products []Replacement, counts []stock.Change, at time.Time, state int64) error
	// Stock returns the lots of the products that are counted, of those named or, without
	// a name, of all.
	Stock(ctx context.Context, slugs ...string) (stock.Stock, error)
	RemoveDemo(ctx context.Context, at time.Time) (products, coupons int64, kept []string, err error)
}

// Service has the use cases on products.
type Service struct {
	Reader
	Strict bool // products that lack what the law demands are not put on sale

	store    Store
	now      func() time.Time
	searches searches
}

// New returns the use cases on the products of a store.
func New(store Store, now func() time.Time) *Service {
	return &Service{Reader: store, store: store, now: shop.Clock(now)}
}

// GermanNames returns the German names of the products, including inactive ones.
func (s *Service) GermanNames(ctx context.Context) (GermanNames, error) {
	products, err := s.store.Products(ctx)
	return GermanNamesOf(products), err
}

// CreateProduct stores a new product. Its slug may have belonged to one that is gone,
// whose prices count for a reduction.
func (s *Service) CreateProduct(ctx context.Context, p Product) (Product, error) {
	at := s.now()
	if err := s.settle(ctx, nil, &p, at); err != nil {
		return Product{}, err
	}
	return s.store.CreateProduct(ctx, p, at)
}

// ChangeProduct stores a changed product; shop.ErrStale if it was changed since it was
// read.
func (s *Service) ChangeProduct(ctx context.Context, p Product) (Product, error) {
	before, err := s.store.Product(ctx, p.Slug)
	if err != nil {
		return Product{}, err
	}
	if before.Version != p.Version {
		return Product{}, shop.ErrStale
	}
	at := s.now()
	if err := s.settle(ctx, &before, &p, at); err != nil {
		return Product{}, err
	}
	return s.store.ChangeProduct(ctx, p, at)
}

// settle checks a product, and computes what follows from what it says and from what it
// said before; before is nil for a new one.
func (s *Service) settle(ctx context.Context, before, p *Product, at time.Time) error {
	p.Hints = nil
	if err := p.measure(); err != nil {
		return err
	}
	if err := p.Check(); err != nil {
		return err
	}
	var history PriceHistory
	if p.Reduced {
		var err error
		if history, err = s.store.PriceHistory(ctx, p.Slug); err != nil {
			return err
		}
	}
	if err := p.reduce(before, history, at); err != nil {
		return err
	}
	return s.demand(ctx, before, p)
}

// DeleteProduct removes a product from the catalogue; existing orders are not affected.
// Error: shop.ErrStale unless the product has this version; 0: any.
func (s *Service) DeleteProduct(ctx context.Context, slug string, version int64) error {
	return s.store.DeleteProduct(ctx, slug, version, s.now())
}

// RemoveDemo removes what the demo brought and nobody has made their own, and returns
// how many products and coupons that were. Coupons of orders are kept, but switched off.
func (s *Service) RemoveDemo(ctx context.Context) (products, coupons int64, kept []string, err error) {
	return s.store.RemoveDemo(ctx, s.now())
}
