package storefront

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"kontor/internal/picture"
	"kontor/internal/shop/catalogue"
	"kontor/internal/web/kit"
)

// productPhoto returns one of the operator's own pictures of a product. Its URL contains a hash
// of its content, so browsers may keep it for ever. Pages still open after a change
// request the old one; they get the first one, but must not keep it.
func (s *Storefront) productPhoto(w http.ResponseWriter, r *http.Request) error {
	name, isJPEG := strings.CutSuffix(r.PathValue("file"), ".jpg")
	hash, digits, _ := strings.Cut(name, "-")
	width, err := strconv.Atoi(digits)
	if !isJPEG || err != nil || !slices.Contains(picture.Widths, width) {
		return kit.ErrNotFound
	}
	content, current, err := s.shop.Catalogue.Photo(r.Context(), kit.PathText(r, "slug"), hash, width)
	switch {
	case errors.Is(err, catalogue.ErrPhotoNotFound):
		return kit.ErrNotFound
	case err != nil:
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "image/jpeg")
	switch {
	case hash != current:
	case s.Public:
		header.Set("Cache-Control", "public, "+kit.KeepForEver)
	default:
		header.Set("Cache-Control", "private, "+kit.KeepForEver)
	}
	header.Set("Content-Length", strconv.Itoa(len(content)))
	_, err = w.Write(content)
	return err
}

// productPicture draws the picture of a product from its URL alone, so it needs no
// database and is the same everywhere.
func (s *Storefront) productPicture(w http.ResponseWriter, r *http.Request) error {
	slug, isSVG := strings.CutSuffix(r.PathValue("file"), ".svg")
	if !isSVG || len(slug) > 100 || len(r.PathValue("category")) > 100 {
		return kit.ErrNotFound
	}
	kit.ExchangeOf(r).Compress = true
	s.WriteRevalidated(w, r, kit.ContentTypes[".svg"], picture.Draw(slug, r.PathValue("category")))
	return nil
}
