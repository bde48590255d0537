package office

import (
	"net/http"

	"kontor/internal/shop/order"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// figuresJSON sums up the orders in a range of Berlin days; amounts are euro. Only paid
// orders are revenue.
// Spec: States and transitions, rule 1.
type figuresJSON struct {
	OK            bool          `json:"ok"`
	Umsatz        float64       `json:"umsatz"`
	Behalten      float64       `json:"behalten"` // umsatz without what was returned through PayPal
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
	Behalten     float64 `json:"behalten"`
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
	Name        *string `json:"name"` // null: no longer in the catalogue
	Menge       int64   `json:"menge"`
}

type couponUse struct {
	Code string `json:"code"`
	revenueJSON
}

// showFigures answers GET /api/verwaltung/kennzahlen.
func (s *Office) showFigures(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	q := kit.ReadQuery(r.URL.RawQuery)
	from, until := q.Days()
	if q.Err != nil {
		return q.Err
	}
	figures, err := s.shop.Orders.Figures(r.Context(), from, until)
	if err != nil {
		return err
	}
	return kit.WriteJSON(w, http.StatusOK, newFiguresJSON(&figures))
}

func newFiguresJSON(f *order.Figures) figuresJSON {
	return figuresJSON{
		OK:           true,
		Umsatz:       f.Revenue.Euro(),
		Behalten:     f.Kept().Euro(),
		Bestellungen: f.Paid,
		Durchschnitt: f.Average().Euro(),
		Offen:        openJSON{newTallyJSON(f.Open.Tally), kit.TimeOrNull(f.Open.Oldest)},
		Storniert:    newTallyJSON(f.Cancelled),
		Tage: kit.Mapped(f.Days, func(d *order.DayFigures) dayJSON {
			return dayJSON{string(d.Day), newRevenueJSON(&d.Revenue)}
		}),
		Laender: kit.Mapped(f.Countries, func(c *order.CountryFigures) countryJSON {
			return countryJSON{string(c.Country), newRevenueJSON(&c.Revenue)}
		}),
		Zahlungsarten: kit.Mapped(f.Methods, func(m *order.MethodFigures) methodJSON {
			return methodJSON{m.Method, newRevenueJSON(&m.Revenue)}
		}),
		Bestseller: kit.Mapped(f.Products, func(p *order.ProductFigures) soldJSON {
			return soldJSON{p.Slug, kit.NullIfZero(p.Name), p.Quantity}
		}),
		Gutscheine: kit.Mapped(f.Coupons, func(c *order.CouponFigures) couponUse {
			return couponUse{c.Code, newRevenueJSON(&c.Revenue)}
		}),
	}
}

func newTallyJSON(t order.Tally) tallyJSON { return tallyJSON{t.Orders, t.Sum.Euro()} }

func newRevenueJSON(r *order.Revenue) revenueJSON {
	return revenueJSON{r.Orders, r.Sum.Euro(), r.Kept().Euro()}
}
