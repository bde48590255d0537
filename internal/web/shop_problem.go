package web

import (
	"net/http"
	"strings"

	"kontor"
)

// problemView is a page of the storefront that says what went wrong.
type problemView struct {
	*shopPage
	Message string
}

// ofStorefront tells pages of the storefront from those of the gates and the
// administration.
func ofStorefront(r *http.Request) bool {
	return !strings.HasPrefix(r.URL.Path, "/verwaltung") && !strings.HasPrefix(r.URL.Path, "/zugang")
}

// problemPage says in the page's language that it is not there, or that
// something else went wrong; on the way to a provider and back, which is in
// German, what exactly.
func (s *Server) problemPage(w http.ResponseWriter, r *http.Request, status int, refusal *kontor.Error) (err error) {
	p := s.shopPage(r, languageOfPath(r.URL.Path))
	p.path, p.Private = "/", true
	message := "shop.error.later"
	switch status {
	case http.StatusNotFound:
		message = "shop.error.notFound"
	case http.StatusGone:
		message = "shop.thanks.expired"
	}
	view := problemView{shopPage: p}
	if view.Message, err = p.Text(message); err != nil {
		return err
	}
	if signsIn(r) {
		view.Message = refusal.Text
	}
	if p.Title, err = p.Text("shop.error.title"); err != nil {
		return err
	}
	return s.show(w, status, "problem.html", view)
}

// errorPage says what went wrong where people read it.
func (s *Server) errorPage(w http.ResponseWriter, r *http.Request, status int, refusal *kontor.Error) error {
	if ofStorefront(r) {
		return s.problemPage(w, r, status, refusal)
	}
	return s.render(w, status, "fehler.html", errorView{layout: s.layout("Fehler"), Text: refusal.Text})
}
