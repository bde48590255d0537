package web

import (
	"net/http"
	"strings"

	"kontor/internal/shop"
)

// problemView is a page of the storefront that says what went wrong.
type problemView struct {
	*shopPage
	Message string
	Account bool // the account's page is where to go on
	Missing bool // there is no such page
}

// ofStorefront tells pages of the storefront from those of the gates and the
// administration.
func ofStorefront(r *http.Request) bool {
	return !strings.HasPrefix(r.URL.Path, "/verwaltung") && !strings.HasPrefix(r.URL.Path, "/zugang")
}

// problemPage says in the page's language that it is not there, or that
// something else went wrong; about accounts, what exactly.
func (s *Server) problemPage(w http.ResponseWriter, r *http.Request, status int, refusal *shop.Error) (err error) {
	p := s.shopPage(r, languageOfPath(r.URL.Path))
	p.path, p.Private = "/", true
	view := problemView{shopPage: p}
	message := "shop.error.later"
	switch {
	case visits(r) && isAccountProblem(refusal):
		return s.accountProblem(w, r, status, refusal)
	case status == http.StatusNotFound:
		message, view.Missing = "shop.error.notFound", true
	case status == http.StatusGone:
		message = "shop.thanks.expired"
	}
	if view.Message, err = p.Text(message); err != nil {
		return err
	}
	return s.showProblem(w, status, view)
}

func (s *Server) showProblem(w http.ResponseWriter, status int, view problemView) (err error) {
	title := "shop.error.title"
	if view.Missing {
		title = "shop.error.notFoundTitle"
	}
	if view.Title, err = view.Text(title); err != nil {
		return err
	}
	return s.show(w, status, "problem.html", view)
}

// errorPage says what went wrong where people read it.
func (s *Server) errorPage(w http.ResponseWriter, r *http.Request, status int, refusal *shop.Error) error {
	if ofStorefront(r) {
		return s.problemPage(w, r, status, refusal)
	}
	return s.render(w, status, "error.html", errorView{layout: s.layout("Fehler"), Text: refusal.Text})
}
