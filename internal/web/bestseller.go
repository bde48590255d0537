package web

import "net/http"

// bestsellerAnswer is the body of GET /api/bestseller.
type bestsellerAnswer struct {
	OK    bool     `json:"ok"`
	Slugs []string `json:"bestseller"` // at most 6, best first; never null
}

// bestsellers answers the slugs of the products sold most.
// Spec: GET /api/bestseller.
func (s *Server) bestsellers(w http.ResponseWriter, r *http.Request) error {
	slugs, err := s.shop.Catalogue.Bestsellers(r.Context())
	if err != nil {
		return err
	}
	body, err := encodeJSON(bestsellerAnswer{OK: true, Slugs: append([]string{}, slugs...)})
	if err != nil {
		return err
	}
	s.forEverybody(r)
	s.writeRevalidated(w, r, "application/json; charset=utf-8", body)
	return nil
}
