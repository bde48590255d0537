package storefront

import (
	"errors"
	"net/http"
	"net/url"

	"kontor/internal/gate"
	"kontor/internal/shop"
	"kontor/internal/shop/account"
	"kontor/internal/shop/order"
	"kontor/internal/web/kit"
)

// accountPath is the account's page in German.
const accountPath = "/konto/"

// accountView is the page of a customer's account, or of signing in to one.
type accountView struct {
	*shopPage
	Customer  *account.Customer // nil: nobody is signed in
	Since     string            // the day on which the account began
	Ways      []signInWay       // in the order of the shop's providers
	ReturnTo  string            // where to go after signing in
	Orders    []accountOrder
	Older     string // address of the next page of orders; empty: there is none
	Erasing   bool   // the customer came back to delete the account
	LastWay   bool   // there is only one way to sign in, which has to stay
	Reachable bool   // at least one provider is set up
	Retention order.RetentionTerms
}

// signInWay is a provider on the page.
type signInWay struct {
	Name, Label string
	SetUp       bool
	Since       string // the day on which it was added to the account; empty: it was not
}

// accountPage shows the account of the signed-in customer, and to everybody else how to
// sign in.
func (s *Storefront) accountPage(w http.ResponseWriter, r *http.Request, p *shopPage) (err error) {
	p.Private = true
	if p.Title, err = p.Text("account.title"); err != nil {
		return err
	}
	query := r.URL.Query()
	view := accountView{shopPage: p, Retention: s.customers.Retention, Erasing: query.Has("loeschen"), ReturnTo: p.Path(accountPath)}
	if query.Has(kit.ReturnField) {
		view.ReturnTo = gate.CleanReturn(query.Get(kit.ReturnField))
	}
	if view.Customer, err = s.customers.visiting(r); err != nil {
		return err
	}
	view.addWays(s.customers)
	if view.Customer == nil {
		return pages.Show(w, http.StatusOK, "sign-in.html", &view)
	}
	p.Script = "account.js"
	view.Since = p.Day(view.Customer.CreatedAt.In(shop.Berlin))
	if err := s.addOrders(r, &view); err != nil {
		return err
	}
	return pages.Show(w, http.StatusOK, "account.html", &view)
}

// visiting returns the signed-in customer, nil for a guest: a visitor whose session has
// ended is like any other.
func (c *customers) visiting(r *http.Request) (*account.Customer, error) {
	key := c.key(r)
	if key == "" {
		return nil, nil
	}
	customer, err := c.Customer(r.Context(), key)
	switch {
	case errors.Is(err, account.ErrNotSignedIn):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return &customer, nil
}

func (v *accountView) addWays(c *customers) {
	linked := 0
	for _, provider := range c.Providers {
		way := signInWay{Name: provider.Name, Label: provider.Label, SetUp: provider.Client != nil}
		v.Reachable = v.Reachable || way.SetUp
		if v.Customer != nil {
			if identity := v.Customer.Linked(provider.Name); identity != nil {
				way.Since = v.Day(identity.LinkedAt.In(shop.Berlin))
				linked++
			}
		}
		v.Ways = append(v.Ways, way)
	}
	v.LastWay = linked == 1
}

// SignIn returns the URL that begins to sign in at a provider.
func (v *accountView) SignIn(provider, returnTo string) string {
	return "/api/konto/anmelden/" + provider + "?" + url.Values{kit.ReturnField: {returnTo}}.Encode()
}

// Kept describes what a deleted account leaves behind, and for how many years.
func (v *accountView) Kept() (string, error) {
	return v.Text("account.erase.kept", "N", v.Retention.Longest())
}

// ErasePath is the page with what it takes to delete the account.
func (v *accountView) ErasePath() string { return v.Path(accountPath) + "?loeschen=1" }

// Texts are the texts of the page that scripts fill in.
func (v *accountView) Texts() (map[string]string, error) {
	texts := map[string]string{"return": v.Path(accountPath)}
	for _, refusal := range accountProblems {
		text, err := v.Template("account.problem."+refusal.Code, "Provider")
		if err != nil {
			return nil, err
		}
		texts[refusal.Code] = text
	}
	for name, key := range map[string]string{"word": "account.erase.word", "kept": "account.erased.kept", "failed": "account.problem.failed"} {
		text, err := v.Template(key, "N")
		if err != nil {
			return nil, err
		}
		texts[name] = text
	}
	return texts, nil
}
