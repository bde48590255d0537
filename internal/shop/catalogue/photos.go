package catalogue

import "context"

// SetPhoto sets the operator's picture of a product, replacing an earlier one. A
// picture from the folder does not replace an uploaded one. Errors: ErrProductNotFound.
func (s *Service) SetPhoto(ctx context.Context, slug string, photo Photo) (Product, error) {
	return s.store.SetPhoto(ctx, slug, photo, s.now())
}

// RemovePhoto removes a product's own picture; from then on a drawn one is shown.
// Errors: ErrProductNotFound, ErrPhotoNotFound.
func (s *Service) RemovePhoto(ctx context.Context, slug string) (Product, error) {
	return s.store.RemovePhoto(ctx, slug, s.now())
}
