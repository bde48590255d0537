package web

import (
	"net/http"
	"strings"

	"kontor/internal/web/api"
)

// document returns the OpenAPI document of this shop.
func (s *Server) document() []byte {
	return api.Document(strings.TrimSuffix(s.baseURL.String(), "/"), s.site.cookie.Name, s.administration.cookie.Name, s.customers.session.Name)
}

// serveDocument answers GET /api/openapi.json.
func (s *Server) serveDocument() handler {
	document := newAsset("application/json; charset=utf-8", s.document())
	return func(w http.ResponseWriter, r *http.Request) error {
		s.writeDocument(w, r, document)
		return nil
	}
}
