package office

import (
	"net/http"

	"kontor/internal/picture"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// uploadPhoto answers POST /api/verwaltung/produkte/:slug/bild. The body is the
// camera's file, unchanged; its description is one of the product's fields.
func (s *Office) uploadPhoto(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	if kit.MediaType(r) != "application/octet-stream" {
		return kit.ErrFileType
	}
	slug := kit.PathText(r, "slug")
	if _, err := s.shop.Catalogue.Product(r.Context(), slug); err != nil {
		return err
	}
	file, err := kit.ReadBody(w, r, picture.MaxFile)
	if err != nil {
		return err
	}
	photo, err := picture.Develop(file)
	if err != nil {
		return err
	}
	product, err := s.shop.Catalogue.SetPhoto(r.Context(), slug, photo)
	if err != nil {
		return err
	}
	return writeProduct(w, http.StatusOK, &product)
}

// removePhoto answers DELETE /api/verwaltung/produkte/:slug/bild.
func (s *Office) removePhoto(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	product, err := s.shop.Catalogue.RemovePhoto(r.Context(), kit.PathText(r, "slug"))
	if err != nil {
		return err
	}
	return writeProduct(w, http.StatusOK, &product)
}
