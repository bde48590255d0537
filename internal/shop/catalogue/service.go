package catalogue

import (
	"context"
	"time"

	"kontor/internal/shop"
)

// Reader reads products.
type Reader interface {
	// Products returns the whole catalogue by slug, including inactive products.
	Products(context.Context) ([]Product, error)
	// Product returns one product, or ErrProductNotFound.
	Product(ctx context.Context, slug string) (Product, error)
	// Bestsellers returns the slugs of the six best-selling products, best first.
	// Spec: GET /api/bestseller.
	Bestsellers(context.Context) ([]string, error)
	// WantsPhoto reports whether a file in the operator's folder, identified by its
	// SHA-256, should become a product's picture. Errors: ErrProductNotFound.
	WantsPhoto(ctx context.Context, slug, source string) (bool, error)
	// Photo returns a product's own picture in the given width, and its hash. Errors:
	// ErrPhotoNotFound.
	Photo(ctx context.Context, slug string, width int) (content []byte, hash string, err error)
}

// Store stores products. Each method is one transaction.
type Store interface {
	Reader
	CreateProduct(ctx context.Context, p Product, at time.Time) (Product, error)
	ChangeProduct(ctx context.Context, p Product, at time.Time) (Product, error)
	DeleteProduct(ctx context.Context, slug string, version int64) error
	SetPhoto(ctx context.Context, slug string, photo Photo, at time.Time) (Product, error)
	RemovePhoto(ctx context.Context, slug string, at time.Time) (Product, error)
}

// Catalogue has the use cases on products.
type Service struct {
	Reader
	store Store
	now   func() time.Time
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

// CreateProduct stores a new product.
func (s *Service) CreateProduct(ctx context.Context, p Product) (Product, error) {
	if err := p.Check(); err != nil {
		return Product{}, err
	}
	return s.store.CreateProduct(ctx, p, s.now())
}

// ChangeProduct stores a changed product; shop.ErrStale if it was changed since it was
// read.
func (s *Service) ChangeProduct(ctx context.Context, p Product) (Product, error) {
	if err := p.Check(); err != nil {
		return Product{}, err
	}
	return s.store.ChangeProduct(ctx, p, s.now())
}

// DeleteProduct removes a product from the catalogue; existing orders are not affected.
// Error: shop.ErrStale unless the product has this version; 0: any.
func (s *Service) DeleteProduct(ctx context.Context, slug string, version int64) error {
	return s.store.DeleteProduct(ctx, slug, version)
}
