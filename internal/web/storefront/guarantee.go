package storefront

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"

	"kontor/internal/web/kit"
)

// noticesPath is the URL path of the operator's copies of official notices.
const noticesPath = "/hinweise/"

// noticePolicy lets an SVG file draw, with its own styles and pictures, and do nothing
// else.
const noticePolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

// guaranteeView is the notice on the legal guarantee, which must be shown before a
// contract is concluded. Law: Art. 5, 6 and 22a of Directive 2011/83/EU. Rules: L8.
type guaranteeView struct {
	Picture string // URL of the official notice; empty: the shop uses its own words
	Portal  string // URL of the EU's own information
}

func (s *Storefront) guarantee(p *shopPage) guaranteeView {
	view := guaranteeView{
		Portal: "https://europa.eu/youreurope/citizens/consumers/shopping/guarantees-returns/index_" + string(p.Language) + ".htm",
	}
	if name := s.legalTexts.Notice(p.Language); name != "" {
		view.Picture = noticesPath + name
	}
	return view
}

// officialNotice shows the operator's copy of an official notice.
func (s *Storefront) officialNotice(w http.ResponseWriter, r *http.Request) error {
	content, media, err := s.legalTexts.ReadNotice(r.PathValue("file"))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return kit.ErrNotFound
	case err != nil:
		return fmt.Errorf("web: the notice on the legal guarantee: %w", err)
	}
	w.Header().Set("Content-Security-Policy", noticePolicy)
	kit.ExchangeOf(r).Compress = true
	s.WriteRevalidated(w, r, media, content)
	return nil
}
