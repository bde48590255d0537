package paypalsim

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"
	"net/url"

	"kontor/internal/shop/payment"
)

//go:embed approval.html
var approvalHTML string

//go:embed sdk.js
var sdk []byte

var approvalPage = template.Must(template.New("approval").Parse(approvalHTML))

// approval is what the buyer is shown.
type approval struct {
	ID, Brand, Description, Amount string
	Open                           bool   // it can still be decided
	Popup                          bool   // a window opened by the script
	Outcome                        string // just decided: approve, cancel; empty: not yet
	Next                           string // where the buyer goes next
}

// pages are for a person who plays the buyer, with the script that opens them.
func (s *Server) pages(mux *http.ServeMux) {
	mux.HandleFunc("GET /checkoutnow", s.showApproval)
	mux.HandleFunc("POST /checkoutnow", s.decide)
	mux.HandleFunc("GET /sdk/js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		w.Write(bytes.ReplaceAll(sdk, []byte("{{origin}}"), []byte(s.url)))
	})
}

func (s *Server) showApproval(w http.ResponseWriter, r *http.Request) {
	s.page(w, r.FormValue("token"), "", r.FormValue("popup") != "")
}

// decide carries out the buyer's choice.
func (s *Server) decide(w http.ResponseWriter, r *http.Request) {
	id, choice := r.FormValue("token"), r.FormValue("choice")
	switch choice {
	case "decline": // the funding source fails when the shop captures
		s.PlanCapture(id, Plan{Issue: payment.PayPalIssueInstrumentDeclined})
		choice = "approve"
		fallthrough
	case "approve":
		if err := s.Approve(id); err != nil {
			choice = ""
		}
	case "cancel":
	default:
		choice = ""
	}
	s.page(w, id, choice, r.FormValue("popup") != "")
}

func (s *Server) page(w http.ResponseWriter, id, outcome string, popup bool) {
	s.mu.Lock()
	o := s.order(id)
	if o == nil {
		s.mu.Unlock()
		http.Error(w, "Diese Zahlung gibt es nicht, oder sie ist abgelaufen.", http.StatusNotFound)
		return
	}
	shown := approval{
		ID: o.id, Brand: o.brand, Description: o.description, Amount: o.amount.Cents.String(),
		Open: o.status == payment.PayPalOrderPayerActionRequired, Popup: popup, Outcome: outcome,
	}
	switch outcome {
	case "approve":
		shown.Next = withToken(o.returnURL, o.id)
	case "cancel":
		shown.Next = withToken(o.cancelURL, o.id)
	}
	s.mu.Unlock()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	approvalPage.Execute(w, shown) // the visitor may be gone
}

// withToken adds the order's id to a URL, as PayPal does.
func withToken(address, id string) string {
	u, err := url.Parse(address)
	if err != nil || address == "" {
		return ""
	}
	query := u.Query()
	query.Set("token", id)
	u.RawQuery = query.Encode()
	return u.String()
}
