package storefront

import (
	"net/http"

	"kontor/internal/web/kit"
)

// bestsellerAnswer is the body of GET /api/bestseller.
type bestsellerAnswer struct {
	OK    bool     `json:"ok"`
	Slugs []string `json:"bestseller"` // at most 6, best first; never null
}

// bestsellers answers with the slugs of the best-selling products.
// Spec: GET /api/bestseller.
func (s *Storefront) bestsellers(w http.ResponseWriter, r *http.Request) error {
	slugs, err := s.shop.Catalogue.Bestsellers(r.Context())
	if err != nil {
		return err
	}
	body, err := kit.EncodeJSON(bestsellerAnswer{OK: true, Slugs: append([]string{}, slugs...)})
	if err != nil {
		return err
	}
	s.ForEverybody(r)
	s.WriteRevalidated(w, r, "application/json; charset=utf-8", body)
	return nil
}
