package storefront

import (
	"net/http"

	"kontor/internal/jsvalue"
	"kontor/internal/web/kit"
)

// linkAnswer is the provider's URL, where the page continues.
type linkAnswer struct {
	OK      bool   `json:"ok"`
	Adresse string `json:"adresse"` // of the provider
}

// beginLink answers POST /api/konto/verknuepfen/:provider: it begins to add the
// provider to the account of this session.
func (s *Storefront) beginLink(w http.ResponseWriter, r *http.Request) error {
	key, err := s.customers.required(r)
	if err != nil {
		return err
	}
	body, err := kit.ReadJSON(w, r)
	if err != nil {
		return err
	}
	provider, ok := s.customers.Provider(r.PathValue("provider"))
	if !ok {
		return kit.ErrNotFound
	}
	attempt, address, err := s.customers.Link(r.Context(), key, provider, s.returnAddress(provider))
	if err != nil {
		return err
	}
	begun := newBegun(provider, attempt, jsvalue.Trim(body.Get(kit.ReturnField).Text()))
	begun.Link = key
	if err := s.keepBegun(w, r, begun); err != nil {
		return err
	}
	return kit.WriteJSON(w, http.StatusOK, linkAnswer{true, address})
}

// removeIdentity answers DELETE /api/konto/anbieter/:provider.
func (s *Storefront) removeIdentity(w http.ResponseWriter, r *http.Request) error {
	key, err := s.customers.required(r)
	if err != nil {
		return err
	}
	if err := s.customers.RemoveIdentity(r.Context(), key, kit.PathText(r, "provider")); err != nil {
		return err
	}
	return kit.WriteDone(w)
}
