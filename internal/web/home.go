package web

import (
	"net/http"
	"strconv"
	"time"

	"kontor"
)

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
	Open, Paid, Average, Cancelled string
}

// toAdministration adds the slash that people forget.
func (s *Server) toAdministration(w http.ResponseWriter, r *http.Request) error {
	http.Redirect(w, r, "/verwaltung/", http.StatusPermanentRedirect)
	return nil
}

func (s *Server) administrationPage(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.requireAdmin(r); err != nil {
		return err
	}
	figures, err := s.shop.Figures(r.Context(), "", "")
	if err != nil {
		return err
	}
	return s.render(w, http.StatusOK, "verwaltung.html", administrationView{
		layout:    s.layout("Verwaltung"),
		Open:      openSentence(figures.Open, s.now()),
		Paid:      count(figures.Paid, "bezahlte Bestellung", "bezahlte Bestellungen") + " · Umsatz " + euro(figures.Revenue),
		Average:   "Durchschnittlich " + euro(figures.Average()) + " je bezahlter Bestellung",
		Cancelled: count(figures.Cancelled.Orders, "stornierte Bestellung", "stornierte Bestellungen") + " · " + euro(figures.Cancelled.Sum),
	})
}

// openSentence tells of the orders whose money has not arrived.
func openSentence(open kontor.OpenFigures, now time.Time) string {
	if open.Orders == 0 {
		return "Keine Zahlung offen"
	}
	days := int64(now.Sub(open.Oldest) / (24 * time.Hour))
	age := "älteste von heute"
	if days > 0 {
		age = "älteste seit " + count(days, "Tag", "Tagen")
	}
	return count(open.Orders, "Zahlung offen", "Zahlungen offen") + " · " + euro(open.Sum) + ", " + age
}

func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.FormatInt(n, 10) + " " + many
}

func euro(c kontor.Cents) string { return c.String() + " €" }
