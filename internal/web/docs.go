package web

import (
	"bytes"
	"fmt"
	"net/http"
	"sync"

	"kontor/internal/web/api"
)

// docsView is the page that describes the API.
type docsView struct {
	layout
	API *api.Reference
}

// docsPage answers GET /api/docs. The page is the same for everybody, so it is
// written once, for its first reader: most servers start without one.
func (s *Server) docsPage() handler {
	page := sync.OnceValues(s.renderDocs)
	return func(w http.ResponseWriter, r *http.Request) error {
		document, err := page()
		if err != nil {
			return err
		}
		s.writeDocument(w, r, document)
		return nil
	}
}

func (s *Server) renderDocs() (asset, error) {
	reference, err := api.NewReference(s.document())
	if err != nil {
		return asset{}, err
	}
	var page bytes.Buffer
	if err := pages["docs.html"].ExecuteTemplate(&page, "layout", docsView{s.layout("API"), reference}); err != nil {
		return asset{}, fmt.Errorf("web: render docs: %w", err)
	}
	return newAsset("text/html; charset=utf-8", page.Bytes()), nil
}
