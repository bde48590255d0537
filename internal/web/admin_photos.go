package web

import (
	"net/http"

	"kontor/internal/picture"
)

// uploadPhoto answers POST /api/verwaltung/produkte/:slug/bild. The body is the
// file as the camera made it; what it shows is told with the product's own fields.
func (s *Server) uploadPhoto(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.requireAdmin(r); err != nil {
		return err
	}
	if mediaType(r) != "application/octet-stream" {
		return errFileType
	}
	slug := pathText(r, "slug")
	if _, err := s.shop.Catalogue.Product(r.Context(), slug); err != nil {
		return err
	}
	file, err := s.readBody(w, r, picture.MaxFile)
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
func (s *Server) removePhoto(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.requireAdmin(r); err != nil {
		return err
	}
	product, err := s.shop.Catalogue.RemovePhoto(r.Context(), pathText(r, "slug"))
	if err != nil {
		return err
	}
	return writeProduct(w, http.StatusOK, &product)
}
