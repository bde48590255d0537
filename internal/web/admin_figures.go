package web

import (
	"net/http"
	"net/url"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// figuresJSON sums up the orders in a range of Berlin days; amounts
// are euro. Only paid orders are revenue. Spec: States and transitions, rule 1.
type figuresJSON struct {
	OK            bool          `json:"ok"`
	Umsatz        float64       `json:"umsatz"`
	Bestellungen  int64         `json:"bestellungen"`
	Durchschnitt  float64       `json:"durchschnitt"`
	Offen         openJSON      `json:"offen"`
	Storniert     tallyJSON     `json:"storniert"`
	Tage          []dayJSON     `json:"tage"`
	Laender       []countryJSON `json:"laender"`
	Zahlungsarten []methodJSON  `json:"zahlungsarten"`
	Bestseller    []soldJSON    `json:"bestseller"`
	Gutscheine    []couponUse   `json:"gutscheine"`
}

type openJSON struct {
	tallyJSON
	Aelteste *string `json:"aelteste"`
}

type tallyJSON struct {
	Anzahl int64   `json:"anzahl"`
	Summe  float64 `json:"summe"`
}

type revenueJSON struct {
	Bestellungen int64   `json:"bestellungen"`
	Umsatz       float64 `json:"umsatz"`
}

type dayJSON struct {
	Tag string `json:"tag"`
	revenueJSON
}

type countryJSON struct {
	Land string `json:"land"`
	revenueJSON
}

type methodJSON struct {
	Zahlungsart string `json:"zahlungsart"`
	revenueJSON
}

type soldJSON struct {
	ProduktSlug string  `json:"produkt_slug"`
	Name        *string `json:"name"` // null: not in the catalogue any more
	Menge       int64   `json:"menge"`
}

type couponUse struct {
	Code string `json:"code"`
	revenueJSON
}

// showFigures answers GET /api/verwaltung/kennzahlen.
func (s *Server) showFigures(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.requireAdmin(r); err != nil {
		return err
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return shop.ErrInvalidFilter
	}
	q := filterReader{query: query}
	from, until := q.days()
	if q.err != nil {
		return q.err
	}
	figures, err := s.shop.Orders.Figures(r.Context(), from, until)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, newFiguresJSON(&figures))
}

func newFiguresJSON(f *order.Figures) figuresJSON {
	return figuresJSON{
		OK:           true,
		Umsatz:       f.Revenue.Euro(),
		Bestellungen: f.Paid,
		Durchschnitt: f.Average().Euro(),
		Offen:        openJSON{newTallyJSON(f.Open.Tally), timeOrNull(f.Open.Oldest)},
		Storniert:    newTallyJSON(f.Cancelled),
		Tage: mapped(f.Days, func(d *order.DayFigures) dayJSON {
			return dayJSON{string(d.Day), newRevenueJSON(d.Tally)}
		}),
		Laender: mapped(f.Countries, func(c *order.CountryFigures) countryJSON {
			return countryJSON{string(c.Country), newRevenueJSON(c.Tally)}
		}),
		Zahlungsarten: mapped(f.Methods, func(m *order.MethodFigures) methodJSON {
			return methodJSON{m.Method, newRevenueJSON(m.Tally)}
		}),
		Bestseller: mapped(f.Products, func(p *order.ProductFigures) soldJSON {
			return soldJSON{p.Slug, nullIfZero(p.Name), p.Quantity}
		}),
		Gutscheine: mapped(f.Coupons, func(c *order.CouponFigures) couponUse {
			return couponUse{c.Code, newRevenueJSON(c.Tally)}
		}),
	}
}

func newTallyJSON(t order.Tally) tallyJSON { return tallyJSON{t.Orders, t.Sum.Euro()} }

func newRevenueJSON(t order.Tally) revenueJSON { return revenueJSON{t.Orders, t.Sum.Euro()} }
