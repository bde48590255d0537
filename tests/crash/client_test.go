package crash

import (
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"testing"

	"kontor/tests/crowd"
)

// into decodes the body of an answer that must have the status.
func into(t testing.TB, a crowd.Answer, status int, target any) {
	t.Helper()
	if a.Status != status {
		t.Fatalf("answered %d, want %d: %s", a.Status, status, a.Body)
	}
	if err := json.Unmarshal(a.Body, target); err != nil {
		t.Fatalf("%v: %s", err, a.Body)
	}
}

// operator returns a client with both sessions.
func (s *shopProcess) operator() *http.Client {
	s.t.Helper()
	client := newClient(s.t)
	client.Jar, _ = cookiejar.New(nil) // never fails
	var ok struct{ OK bool }
	into(s.t, crowd.Send(client, "POST", s.url+"/api/zugang", map[string]string{"code": siteCode}), http.StatusOK, &ok)
	into(s.t, crowd.Send(client, "POST", s.url+"/api/zugang/verwaltung", map[string]string{"code": adminCode}), http.StatusOK, &ok)
	return client
}

// createCoupon creates the once-per-person coupon.
func (s *shopProcess) createCoupon() {
	s.t.Helper()
	var created struct{ OK bool }
	into(s.t, crowd.Send(s.operator(), "POST", s.url+"/api/verwaltung/gutscheine", map[string]any{
		"code": crowd.CouponCode, "einmalig_pro_person": true, "art": "prozent", "wert": 10,
	}), http.StatusCreated, &created)
}

// countStock makes the shop count a product that the crowd orders.
func (s *shopProcess) countStock() {
	s.t.Helper()
	operator, products := s.operator(), s.url+"/api/verwaltung/produkte"
	var done struct{ OK bool }
	into(s.t, crowd.Send(operator, "POST", products, map[string]any{
		"slug": "artikel-01", "name_de": "Artikel", "name_en": "Item", "name_fr": "Article", "name_it": "Articolo",
		"kategorie_slug": "garn", "preis": 5,
	}), http.StatusCreated, &done)
	into(s.t, crowd.Send(operator, "POST", products+"/artikel-01/bestand", map[string]any{"bestand": 1_000_000}), http.StatusOK, &done)
}

func (s *shopProcess) bestsellers() []string {
	s.t.Helper()
	var list struct{ Bestseller []string }
	into(s.t, crowd.Send(newClient(s.t), "GET", s.url+"/api/bestseller", nil), http.StatusOK, &list)
	return list.Bestseller
}

// page is a page of the administration's list.
type page struct {
	Orders []struct {
		ID     int64
		Nummer string `json:"bestellnummer"`
		Name   string `json:"kunde_name"`
	}
	Anzahl map[string]int64
}

func (s *shopProcess) list(operator *http.Client, query string) (p page) {
	s.t.Helper()
	into(s.t, crowd.Send(operator, "GET", s.url+"/api/verwaltung/orders?"+query, nil), http.StatusOK, &p)
	return p
}

// readiness returns the status of /readyz on a new connection; 0 when nobody
// listens.
func (s *shopProcess) readiness() int {
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: patience}
	return crowd.Send(client, "GET", s.url+"/readyz", nil).Status
}
