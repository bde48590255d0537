package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"time"
)

// bestsellerAnswer is the body of GET /api/bestseller.
type bestsellerAnswer struct {
	OK    bool     `json:"ok"`
	Slugs []string `json:"bestseller"` // at most 6, best first; never null
}

// bestsellers answers the slugs of the products sold most.
// Spec: GET /api/bestseller.
func (s *Server) bestsellers(w http.ResponseWriter, r *http.Request) error {
	slugs, err := s.shop.Bestsellers(r.Context())
	if err != nil {
		return err
	}
	body, err := encodeJSON(bestsellerAnswer{OK: true, Slugs: append([]string{}, slugs...)})
	if err != nil {
		return err
	}
	s.writeRevalidated(w, r, "application/json; charset=utf-8", body)
	return nil
}

// writeRevalidated answers with a body that the client may keep and ask about,
// and with 304 when it has it already.
func (s *Server) writeRevalidated(w http.ResponseWriter, r *http.Request, contentType string, body []byte) {
	digest := sha256.Sum256(body)
	w.Header().Set("ETag", `"`+hex.EncodeToString(digest[:12])+`"`)
	w.Header().Set("Content-Type", contentType)
	s.allowRevalidation(w)
	for _, name := range []string{"Range", "If-Range", "If-Match", "If-Unmodified-Since"} {
		r.Header.Del(name) // the answer is short, and whole or unchanged
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(body))
}
