package office

import (
	"net/http"

	"kontor/internal/shop"
	"kontor/internal/shop/coupon"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// redemptionJSON is an order placed with a coupon. A cancelled one frees the coupon.
type redemptionJSON struct {
	ID            int64   `json:"id"`
	Bestellnummer string  `json:"bestellnummer"`
	Status        string  `json:"status"`
	KundeName     string  `json:"kunde_name"`
	KundeEmail    string  `json:"kunde_email"`
	Summe         float64 `json:"summe"`
	CreatedAt     string  `json:"created_at"`
}

type redemptionsAnswer struct {
	OK           bool             `json:"ok"`
	Einloesungen []redemptionJSON `json:"einloesungen"`
	Weiter       *string          `json:"weiter"`
}

func newRedemptionJSON(r *coupon.Redemption) redemptionJSON {
	return redemptionJSON{
		ID: r.OrderID, Bestellnummer: r.Number, Status: string(r.Status), KundeName: r.Name, KundeEmail: r.Email,
		Summe: r.Total, CreatedAt: shop.FormatTime(r.At),
	}
}

// listRedemptions answers GET /api/verwaltung/gutscheine/:code/einloesungen.
func (s *Office) listRedemptions(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	q := kit.ReadQuery(r.URL.RawQuery)
	before, limit := q.Cursor(), q.Limit()
	if q.Err != nil {
		return q.Err
	}
	page, err := s.shop.Coupons.Redemptions(r.Context(), kit.PathText(r, "code"), before, limit)
	if err != nil {
		return err
	}
	answer := redemptionsAnswer{OK: true, Einloesungen: kit.Mapped(page.Redemptions, newRedemptionJSON)}
	answer.Weiter = kit.NextPage(w, r, page.Next)
	return kit.WriteJSON(w, http.StatusOK, answer)
}

// couponTrialAnswer says whether a coupon could be used. Grund is null if it could,
// Rabatt if it could not.
type couponTrialAnswer struct {
	OK         bool               `json:"ok"`
	Einloesbar bool               `json:"einloesbar"`
	Grund      *couponRefusalJSON `json:"grund"`
	Rabatt     *float64           `json:"rabatt"`
}

type couponRefusalJSON struct {
	Art  string `json:"art"`
	Text string `json:"text"`
}

// tryCoupon answers POST /api/verwaltung/gutscheinpruefung. It stores nothing; it is
// not a GET so that no e-mail address appears in a URL.
func (s *Office) tryCoupon(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	body, err := kit.ReadJSON(w, r)
	if err != nil {
		return err
	}
	var code, email string
	var goods float64
	f := fields{body: body, refusal: shop.ErrBadRequest}
	f.text("code", &code)
	f.text("email", &email)
	f.number("warenwert", &goods)
	if f.err != nil {
		return f.err
	}
	trial, err := s.shop.Coupons.Try(r.Context(), code, email, shop.CentsOf(goods))
	if err != nil {
		return err
	}
	answer := couponTrialAnswer{OK: true, Einloesbar: trial.Refusal == nil}
	if trial.Refusal != nil {
		answer.Grund = &couponRefusalJSON{string(trial.Refusal.Reason), trial.Refusal.Text}
	} else {
		worth := trial.Worth.Euro()
		answer.Rabatt = &worth
	}
	return kit.WriteJSON(w, http.StatusOK, answer)
}
