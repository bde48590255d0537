package catalogue

import "context"

// SetPhoto sets the first of a product's own pictures, replacing an earlier one. One
// from the folder does not replace an uploaded one. Errors: ErrProductNotFound.
func (s *Service) SetPhoto(ctx context.Context, slug string, photo Photo) (Product, error) {
	return s.store.SetPhoto(ctx, slug, photo, s.now())
}

// AddPhoto adds an own picture after those that the product has; one that is among them
// is not added again. Errors: ErrProductNotFound, ErrTooManyPictures.
func (s *Service) AddPhoto(ctx context.Context, slug string, photo Photo) (Product, error) {
	return s.store.AddPhoto(ctx, slug, photo, s.now())
}
