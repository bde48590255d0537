package storefront

import (
	"net/http"

	"kontor/internal/shop"
)

// problemView is a page of the storefront that explains what went wrong.
type problemView struct {
	*shopPage
	Message string
	Account bool // link to the account's page
	Missing bool // there is no such page
}

// Problem explains in the page's language that the page does not exist, or that
// something else went wrong; for accounts, what exactly.
func (s *Storefront) Problem(w http.ResponseWriter, r *http.Request, status int, refusal *shop.Error) (err error) {
	p := s.shopPage(r, languageOfPath(r.URL.Path))
	p.path, p.Private = "/", true
	view := problemView{shopPage: p}
	message := "shop.error.later"
	switch {
	case s.Visits(r) && isAccountProblem(refusal):
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

func (s *Storefront) showProblem(w http.ResponseWriter, status int, view problemView) (err error) {
	title := "shop.error.title"
	if view.Missing {
		title = "shop.error.notFoundTitle"
	}
	if view.Title, err = view.Text(title); err != nil {
		return err
	}
	return pages.Show(w, status, "problem.html", view)
}
