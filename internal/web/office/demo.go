package office

import (
	"net/http"

	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// demoAnswer says what of the demo was removed.
type demoAnswer struct {
	OK           bool     `json:"ok"`
	Produkte     int64    `json:"produkte"`
	Gutscheine   int64    `json:"gutscheine"`
	Abgeschaltet []string `json:"abgeschaltet"` // coupons of orders, which stay
}

// removeDemo answers DELETE /api/verwaltung/beispieldaten.
func (s *Office) removeDemo(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	products, coupons, kept, err := s.shop.Catalogue.RemoveDemo(r.Context())
	if err != nil {
		return err
	}
	return kit.WriteJSON(w, http.StatusOK, demoAnswer{true, products, coupons, append([]string{}, kept...)})
}
