package office

import (
	"log/slog"
	"math"
	"net/http"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/shop/tax"
	"kontor/internal/shop/threshold"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// thresholdJSON is how far it is to the threshold of sales to consumers in other member
// states; amounts are euro, without the tax of the seat.
type thresholdJSON struct {
	OK       bool           `json:"ok"`
	Schwelle float64        `json:"schwelle"`
	Sitz     shop.Country   `json:"sitz"`
	OSSAb    *shop.Day      `json:"oss_ab"`
	Zielland bool           `json:"zielland"` // what is issued now is taxed where the goods arrive
	Offen    tallyJSON      `json:"offen"`
	Jahre    []distanceYear `json:"jahre"` // this one and the one before
}

type distanceYear struct {
	Jahr        int       `json:"jahr"`
	Ausgestellt float64   `json:"ausgestellt"`
	Andere      float64   `json:"andere"`
	Summe       float64   `json:"summe"`
	Prozent     int64     `json:"prozent"`
	Zielland    bool      `json:"zielland"`
	ZiellandAb  *shop.Day `json:"zielland_ab"`
}

// showThreshold answers GET /api/verwaltung/steuer/fernverkauf.
func (s *Office) showThreshold(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	status, err := s.shop.Threshold.Status(r.Context(), &s.Tax)
	if err != nil {
		return err
	}
	answer := thresholdJSON{
		OK: true, Schwelle: tax.Threshold.Euro(), Sitz: s.Tax.Seat, OSSAb: kit.NullIfZero(s.Tax.OSSFrom), Zielland: status.AtDestination,
		Offen: tallyJSON{status.Orders, status.Open.Euro()},
	}
	for _, number := range []int{status.Year, status.Year - 1} {
		year := status.Meter[number]
		answer.Jahre = append(answer.Jahre, distanceYear{
			Jahr: number, Ausgestellt: year.Issued.Euro(), Andere: year.Elsewhere.Euro(), Summe: year.Sum().Euro(), Prozent: year.Percent(),
			Zielland: status.Meter.AtDestination(number), ZiellandAb: kit.NullIfZero(year.Latched),
		})
	}
	return kit.WriteJSON(w, http.StatusOK, answer)
}

// setElsewhere answers POST /api/verwaltung/steuer/fernverkauf.
func (s *Office) setElsewhere(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	body, err := kit.ReadJSON(w, r)
	if err != nil {
		return err
	}
	year, net, err := parseElsewhere(body)
	if err != nil {
		return err
	}
	if err := s.shop.Threshold.SetElsewhere(r.Context(), year, net); err != nil {
		return err
	}
	s.notifyThreshold(r)
	return s.showThreshold(w, r, by)
}

func parseElsewhere(body jsvalue.Value) (year int, net shop.Cents, err error) {
	f := fields{body: body, refusal: threshold.ErrInvalid}
	var number, euro float64
	f.number("jahr", &number)
	f.number("betrag", &euro)
	switch {
	case f.err != nil:
	case !f.has("jahr") || !f.has("betrag") || number != math.Trunc(number) || math.Abs(number) > 9999 || math.Abs(euro) > shop.MaxAmount:
		f.err = threshold.ErrInvalid
	}
	if f.err != nil {
		return 0, 0, f.err
	}
	return int(number), shop.CentsOf(euro), nil
}

// notifyThreshold sends the operator what is due after a change that is stored already;
// what fails now is tried again in a minute.
func (s *Office) notifyThreshold(r *http.Request) {
	if err := s.shop.Threshold.Notify(r.Context(), &s.Tax); err != nil {
		s.Log.LogAttrs(r.Context(), slog.LevelError, "threshold not watched", append(kit.RequestAttrs(r), slog.Any("error", err))...)
	}
}
