package web

import (
	"net/http"

	"kontor"
	"kontor/internal/invoice"
)

// invoice answers GET /api/verwaltung/orders/:id/rechnung.pdf. The same order gives
// the same file as long as nobody changes its status.
func (s *Server) invoice(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.requireAdmin(r); err != nil {
		return err
	}
	id, err := pathID(r, kontor.ErrOrderNotFound)
	if err != nil {
		return err
	}
	order, err := s.shop.Order(r.Context(), id)
	if err != nil {
		return err
	}
	file, err := invoice.PDF(s.seller, &order.Order)
	if err != nil {
		return err
	}
	_, err = (&attachment{w: w, name: "rechnung-" + order.Number + ".pdf", contentType: "application/pdf"}).Write(file)
	return err
}
