package checkout

import (
	"context"
	"time"

	"kontor"
)

// PhotoStore is what the operator's own pictures need of the database.
type PhotoStore interface {
	SetPhoto(ctx context.Context, slug string, photo kontor.Photo, at time.Time) (kontor.Product, error)
	RemovePhoto(ctx context.Context, slug string, at time.Time) (kontor.Product, error)
	WantsPhoto(ctx context.Context, slug, source string) (bool, error)
	Photo(ctx context.Context, slug string, width int) (content []byte, hash string, err error)
}

// SetPhoto gives a product a picture of the operator's, in place of the one that
// it had. What was found in the folder does not replace what was uploaded.
// Errors: kontor.ErrProductNotFound.
func (s *Service) SetPhoto(ctx context.Context, slug string, photo kontor.Photo) (kontor.Product, error) {
	return s.Store.SetPhoto(ctx, slug, photo, s.now())
}

// RemovePhoto takes a product's own picture away; from then on it is drawn.
// Errors: kontor.ErrProductNotFound, kontor.ErrPhotoNotFound.
func (s *Service) RemovePhoto(ctx context.Context, slug string) (kontor.Product, error) {
	return s.Store.RemovePhoto(ctx, slug, s.now())
}

// WantsPhoto reports whether a file of the operator's folder, named by its
// SHA-256, is to become a product's picture. Errors: kontor.ErrProductNotFound.
func (s *Service) WantsPhoto(ctx context.Context, slug, source string) (bool, error) {
	return s.Store.WantsPhoto(ctx, slug, source)
}

// Photo returns a product's own picture in a width, and its hash. Errors:
// kontor.ErrPhotoNotFound.
func (s *Service) Photo(ctx context.Context, slug string, width int) (content []byte, hash string, err error) {
	return s.Store.Photo(ctx, slug, width)
}
