package web

import "net/http"

// homeView is the page at the shop's root.
type homeView struct {
	layout
	Inside bool // the visitor has a site session that can be ended
}

// homePage names the shop and the way to its API and administration.
func (s *Server) homePage(w http.ResponseWriter, r *http.Request) error {
	_, err := s.site.session(r)
	return s.render(w, http.StatusOK, "start.html", homeView{layout: s.layout(""), Inside: err == nil})
}

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
