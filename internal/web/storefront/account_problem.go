package storefront

import (
	"encoding/json"
	"net/http"
	"strings"

	"kontor/internal/shop"
	"kontor/internal/shop/account"
	"kontor/internal/shop/order"
	"kontor/internal/web/kit"
)

// accountProblems are the refusals about accounts that pages explain in their language.
var accountProblems = []*shop.Error{
	account.ErrNotSignedIn, account.ErrSignInAgain, account.ErrSignInNotSetUp, account.ErrSignInUnavailable,
	account.ErrSignInMismatch, account.ErrSignInCancelled, account.ErrSignInFailed, account.ErrSignInRefused,
	account.ErrIdentityTaken, account.ErrProviderLinked, account.ErrLastIdentity, account.ErrTooManyDownloads,
	account.ErrErasureUnconfirmed, kit.ErrTooManySignIns, order.ErrInvoiceNotFound,
}

func isAccountProblem(refusal *shop.Error) bool {
	for _, known := range accountProblems {
		if known.Code == refusal.Code {
			return true
		}
	}
	return false
}

// accountProblem explains what went wrong with an account, in the language of the page
// where it began.
func (s *Storefront) accountProblem(w http.ResponseWriter, r *http.Request, status int, refusal *shop.Error) (err error) {
	p := s.shopPage(r, languageOfPath(s.begunAt(r)))
	p.path, p.Private = accountPath, true
	view := problemView{shopPage: p, Account: true}
	if view.Message, err = p.Text("account.problem."+refusal.Code, "Provider", s.providerLabel(r)); err != nil {
		return err
	}
	return s.showProblem(w, status, view)
}

// begunAt returns the page from which somebody went to sign in, or to download data.
// For an unknown sign-in there is none.
func (s *Storefront) begunAt(r *http.Request) string {
	query := r.URL.Query()
	if !strings.HasPrefix(r.URL.Path, returnRoute) {
		return query.Get(kit.ReturnField)
	}
	var begun begunSignIn
	s.customers.pending.Find(r, func(payload []byte) bool {
		return json.Unmarshal(payload, &begun) == nil && begun.State == query.Get("state")
	})
	return begun.ReturnTo
}

// providerLabel returns the name of the provider whose route was visited, empty if
// there is none.
func (s *Storefront) providerLabel(r *http.Request) string {
	provider, _ := s.customers.Provider(r.PathValue("provider"))
	return provider.Label
}
