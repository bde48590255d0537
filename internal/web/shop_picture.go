package web

import (
	"net/http"
	"strings"

	"kontor/internal/picture"
)

// productPicture draws the picture of a product. It is made of the address
// alone, so it needs no database and is the same everywhere.
func (s *Server) productPicture(w http.ResponseWriter, r *http.Request) error {
	slug, isSVG := strings.CutSuffix(r.PathValue("file"), ".svg")
	if !isSVG || len(slug) > 100 || len(r.PathValue("category")) > 100 {
		return errNotFound
	}
	s.writeRevalidated(w, r, contentTypes[".svg"], picture.Draw(slug, r.PathValue("category")))
	return nil
}
