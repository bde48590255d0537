package web

import "net/http"

// administrationView is the administration's first page: the figures of all
// orders, as sentences.
type administrationView struct {
	layout
	Tiles []string
}

// toAdministration adds the slash that people forget.
func (s *Server) toAdministration(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.requireAdmin(r); err != nil {
		return err
	}
	http.Redirect(w, r, "/verwaltung/", http.StatusPermanentRedirect)
	return nil
}

// administrationPage shows the figures and the way to all data, until the
// administration has pages of its own for them.
func (s *Server) administrationPage(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.requireAdmin(r); err != nil {
		return err
	}
	figures, err := s.shop.Figures(r.Context(), "", "")
	if err != nil {
		return err
	}
	return s.render(w, http.StatusOK, "verwaltung.html", administrationView{
		layout: s.layout("Verwaltung"),
		Tiles:  tiles(&figures, s.now()),
	})
}
