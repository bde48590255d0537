package catalogue

import "context"

// SetPhoto gives a product a picture of the operator's, in place of the one that
// it had. What was found in the folder does not replace what was uploaded.
// Errors: ErrProductNotFound.
func (s *Catalogue) SetPhoto(ctx context.Context, slug string, photo Photo) (Product, error) {
	return s.store.SetPhoto(ctx, slug, photo, s.now())
}

// RemovePhoto takes a product's own picture away; from then on it is drawn.
// Errors: ErrProductNotFound, ErrPhotoNotFound.
func (s *Catalogue) RemovePhoto(ctx context.Context, slug string) (Product, error) {
	return s.store.RemovePhoto(ctx, slug, s.now())
}
