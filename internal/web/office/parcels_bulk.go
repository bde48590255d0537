package office

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"

	"kontor/internal/jsvalue"
	"kontor/internal/shop/dispatch"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// parcelsAnswer says what became of several parcels.
type parcelsAnswer struct {
	OK         bool                `json:"ok"`
	Ergebnisse []parcelOutcomeJSON `json:"ergebnisse"`
}

// parcelOutcomeJSON is what became of one of several parcels.
type parcelOutcomeJSON struct {
	Bestellnummer string  `json:"bestellnummer"`
	Traeger       string  `json:"traeger"`
	Nummer        *string `json:"nummer"`
	VersandtAm    *string `json:"versandt_am"` // null: the day on which it was entered
	Ergebnis      string  `json:"ergebnis"`
	Versand       *string `json:"versand"`  // of the order, once the parcel is entered
	Rechnung      *string `json:"rechnung"` // that was issued with it
	Code          *string `json:"code"`
	Error         *string `json:"error"`
}

func newParcelOutcomeJSON(o *dispatch.Outcome) parcelOutcomeJSON {
	out := parcelOutcomeJSON{
		Bestellnummer: o.OrderNumber, Traeger: string(o.Carrier), Nummer: kit.NullIfZero(o.Number), VersandtAm: kit.NullIfZero(string(o.Sent)),
		Ergebnis: string(o.Result), Versand: kit.NullIfZero(string(o.Order.Dispatch)),
	}
	if d := &o.Order; d.LeftOn() != "" && len(d.Issued) > 0 {
		out.Rechnung = kit.NullIfZero(d.Charged().Number)
	}
	if o.Why != nil {
		out.Code, out.Error = &o.Why.Code, &o.Why.Text
	}
	return out
}

// addParcels answers POST /api/verwaltung/sendungen: each is entered or refused for
// itself.
func (s *Office) addParcels(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	body, err := kit.ReadJSON(w, r)
	if err != nil {
		return err
	}
	entries, err := parseParcels(body)
	if err != nil {
		return err
	}
	outcomes, err := s.dispatchAll(r, entries, by)
	if err != nil {
		return err
	}
	return kit.WriteJSON(w, http.StatusOK, parcelsAnswer{true, kit.Mapped(outcomes, newParcelOutcomeJSON)})
}

func (s *Office) dispatchAll(r *http.Request, entries []dispatch.Entry, by door.Operator) ([]dispatch.Outcome, error) {
	for i := range entries {
		entries[i].Actor = by.Actor()
	}
	outcomes, err := s.shop.Dispatch.DispatchAll(context.WithoutCancel(r.Context()), entries, s.issuer())
	if err != nil {
		return nil, err
	}
	entered := 0
	for _, o := range outcomes {
		if o.Result == dispatch.Entered {
			entered++
		}
	}
	s.Log.LogAttrs(r.Context(), slog.LevelInfo, "parcels entered", append(kit.RequestAttrs(r), slog.Int("sent", len(entries)), slog.Int("entered", entered))...)
	return outcomes, nil
}

func parseParcels(body jsvalue.Value) (entries []dispatch.Entry, err error) {
	f := fields{body: body, refusal: dispatch.ErrInvalid}
	f.read("sendungen", fmt.Sprintf("eine Liste mit 1 bis %d Sendungen", dispatch.MaxBulk), func(list jsvalue.Value) bool {
		if list.Kind() != jsvalue.Array {
			return false
		}
		for v := range list.Elements() {
			if v.Kind() != jsvalue.Object {
				return false
			}
			var entry dispatch.Entry
			if entry, err = parseEntry(v); err != nil {
				return true
			}
			if entries = append(entries, entry); len(entries) > dispatch.MaxBulk {
				return false
			}
		}
		return len(entries) > 0
	})
	if err == nil {
		err = f.finish()
	}
	return entries, err
}

// parseEntry parses a parcel with the number of its order.
func parseEntry(body jsvalue.Value) (entry dispatch.Entry, err error) {
	f := fields{body: body, refusal: dispatch.ErrInvalid}
	f.text("bestellnummer", &entry.OrderNumber)
	parcelFields(&f, &entry.Request)
	if f.err == nil && entry.OrderNumber == "" {
		f.err = f.refusal.With("„bestellnummer“ fehlt.")
	}
	if f.err == nil {
		f.err = kit.CheckProperties(body, f.known)
	}
	return entry, f.err
}
