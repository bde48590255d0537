package web

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"kontor/internal/picture"
	"kontor/internal/shop/catalogue"
)

// productPhoto shows the operator's own picture of a product. Its address names
// its content, so browsers may keep it for ever. Pages that are still open after a
// change ask for the old one; they get the new one, but must not keep it.
func (s *Server) productPhoto(w http.ResponseWriter, r *http.Request) error {
	name, isJPEG := strings.CutSuffix(r.PathValue("file"), ".jpg")
	hash, digits, _ := strings.Cut(name, "-")
	width, err := strconv.Atoi(digits)
	if !isJPEG || err != nil || !slices.Contains(picture.Widths, width) {
		return errNotFound
	}
	content, current, err := s.shop.Catalogue.Photo(r.Context(), pathText(r, "slug"), width)
	switch {
	case errors.Is(err, catalogue.ErrPhotoNotFound):
		return errNotFound
	case err != nil:
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "image/jpeg")
	switch {
	case hash != current:
	case s.public:
		header.Set("Cache-Control", "public, "+keepForEver)
	default:
		header.Set("Cache-Control", "private, "+keepForEver)
	}
	header.Set("Content-Length", strconv.Itoa(len(content)))
	_, err = w.Write(content)
	return err
}

// photoURL is the address of a product's own picture in a width.
func photoURL(product *catalogue.Product, width int) string {
	return "/bilder/produkt/" + product.Slug + "/" + product.Photo + "-" + strconv.Itoa(width) + ".jpg"
}

// productPicture draws the picture of a product. It is made of the address
// alone, so it needs no database and is the same everywhere.
func (s *Server) productPicture(w http.ResponseWriter, r *http.Request) error {
	slug, isSVG := strings.CutSuffix(r.PathValue("file"), ".svg")
	if !isSVG || len(slug) > 100 || len(r.PathValue("category")) > 100 {
		return errNotFound
	}
	exchangeOf(r).compress = true
	s.writeRevalidated(w, r, contentTypes[".svg"], picture.Draw(slug, r.PathValue("category")))
	return nil
}
