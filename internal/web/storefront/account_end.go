package storefront

import (
	"errors"
	"net/http"
	"net/url"

	"kontor/internal/gate"
	"kontor/internal/shop/account"
	"kontor/internal/web/kit"
)

// signOut answers POST /api/konto/abmelden. Anybody who is not signed in is signed out
// already.
func (s *Storefront) signOut(w http.ResponseWriter, r *http.Request) error {
	if key := s.customers.key(r); key != "" {
		if err := s.customers.SignOut(r.Context(), key); err != nil {
			return err
		}
	}
	return s.signedOut(w, r)
}

// signOutEverywhere answers POST /api/konto/ueberall-abmelden.
func (s *Storefront) signOutEverywhere(w http.ResponseWriter, r *http.Request) error {
	key, err := s.customers.required(r)
	if err == nil {
		err = s.customers.SignOutEverywhere(r.Context(), key)
	}
	if over := errors.Is(err, account.ErrNotSignedIn); err != nil && !(over && kit.IsForm(r)) {
		return err // but a page's button shows the way back in
	}
	return s.signedOut(w, r)
}

// signedOut drops the cookie. It answers a page's button with a page, and other
// requests with JSON.
func (s *Storefront) signedOut(w http.ResponseWriter, r *http.Request) error {
	s.customers.session.End(w)
	if !kit.IsForm(r) {
		return kit.WriteDone(w)
	}
	body, _ := kit.ReadBody(w, r, kit.MaxEntry)
	fields, _ := url.ParseQuery(string(body)) // a malformed body leads to the first page
	http.Redirect(w, r, gate.CleanReturn(fields.Get(kit.ReturnField)), http.StatusSeeOther)
	return nil
}

// erasedAnswer confirms that an account was deleted.
type erasedAnswer struct {
	OK        bool       `json:"ok"`
	Geloescht erasedJSON `json:"geloescht"`
	Behalten  keptJSON   `json:"behalten"`
}

type erasedJSON struct {
	Konto       int   `json:"konto"`
	Anmeldungen int64 `json:"anmeldungen"`
	Sitzungen   int64 `json:"sitzungen"`
}

type keptJSON struct {
	Bestellungen int64  `json:"bestellungen"`
	Grund        string `json:"grund"`
}

// eraseAccount answers DELETE /api/konto.
func (s *Storefront) eraseAccount(w http.ResponseWriter, r *http.Request) error {
	key, err := s.customers.required(r)
	if err != nil {
		return err
	}
	body, err := kit.ReadJSON(w, r)
	if err != nil {
		return err
	}
	erased, err := s.customers.Erase(r.Context(), key, body.Get("bestaetigung").Text())
	if err != nil {
		return err
	}
	s.customers.session.End(w)
	return kit.WriteJSON(w, http.StatusOK, erasedAnswer{
		OK:        true,
		Geloescht: erasedJSON{Konto: 1, Anmeldungen: erased.Identities, Sitzungen: erased.Sessions},
		Behalten:  keptJSON{Bestellungen: erased.Orders, Grund: s.customers.Retention.Reason()},
	})
}
