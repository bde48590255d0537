package stock

import (
	"context"
	"strings"
	"time"

	"kontor/internal/shop"
)

// Reader reads the stock.
type Reader interface {
	// Stock returns the lots of the products that are counted, of those named or, without
	// a name, of all.
	Stock(ctx context.Context, slugs ...string) (Stock, error)
	// StockJournal returns a page of a product's journal. It exists even for products
	// that are gone.
	StockJournal(ctx context.Context, slug string, p Page) (Journal, error)
}

// Store stores the stock. Each method is one transaction.
type Store interface {
	Reader
	// ChangeStock changes the stock of a product; a request that was carried out before
	// changes nothing. Errors: catalogue.ErrProductNotFound, [ErrChanged], [ErrShort],
	// [ErrInvalid], checkout.ErrIdempotencyReuse.
	ChangeStock(context.Context, Change) error
}

// Service has the use cases on stock.
type Service struct {
	Reader
	store  Store
	now    func() time.Time
	recent recent
}

// New returns the use cases on the stock of a store.
func New(store Store, now func() time.Time) *Service {
	return &Service{Reader: store, store: store, now: shop.Clock(now)}
}

// Change changes the stock of a product and returns the beginning of its journal.
func (s *Service) Change(ctx context.Context, c Change) (Journal, error) {
	c.Lot, c.Note = strings.TrimSpace(c.Lot), strings.TrimSpace(c.Note)
	if err := c.Check(); err != nil {
		return Journal{}, err
	}
	c.At = s.now()
	if err := s.store.ChangeStock(ctx, c); err != nil {
		return Journal{}, err
	}
	s.recent.forget()
	return s.StockJournal(ctx, c.Slug, Page{Limit: 20})
}
