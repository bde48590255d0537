package office

import (
	"log/slog"
	"net/http"

	"kontor/internal/shop/order"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// particularsJSON is what a buyer said besides what an order needs.
type particularsJSON struct {
	Firma     string       `json:"firma"`
	UstID     string       `json:"ust_id"`
	Telefon   string       `json:"telefon"`
	Nachricht string       `json:"nachricht"`
	Rechnung  *billingJSON `json:"rechnung"` // null: invoices go to the recipient
	VIES      *viesJSON    `json:"vies"`     // null: nobody has asked
}

type billingJSON struct {
	Firma   string `json:"firma"`
	Name    string `json:"name"`
	Strasse string `json:"strasse"`
	PLZ     string `json:"plz"`
	Ort     string `json:"ort"`
	Land    string `json:"land"`
}

type viesJSON struct {
	Am      string `json:"am"`
	Gueltig bool   `json:"gueltig"`
	Kennung string `json:"kennung"`
}

func newParticularsJSON(p *order.Particulars) *particularsJSON {
	if p.IsZero() {
		return nil
	}
	shown := &particularsJSON{Firma: p.Company, UstID: p.VATID, Telefon: p.Phone, Nachricht: p.Message}
	if b := p.Billing; b != nil {
		shown.Rechnung = &billingJSON{b.Company, b.Name, b.Street, b.Postcode, b.City, string(b.Country)}
	}
	if v := p.VIES; v != nil {
		shown.VIES = &viesJSON{string(v.Day), v.Valid, v.Proof}
	}
	return shown
}

// noteVIES answers PUT /api/verwaltung/orders/:id/vies.
func (s *Office) noteVIES(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	task, err := orderTask(w, r)
	if err != nil {
		return err
	}
	note := order.VIESNote{Actor: by.Actor()}
	f := fields{body: task.body, refusal: order.ErrInvalidVIES}
	f.dayOrNull("am", &note.Day)
	f.flag("gueltig", &note.Valid)
	f.text("kennung", &note.Proof)
	switch {
	case f.err != nil:
		return f.err
	case !f.has("gueltig"):
		return order.ErrInvalidVIES.With("„gueltig“ fehlt.")
	}
	if note.IfVersion, err = s.demandedVersion(r, task.id); err != nil {
		return err
	}
	order, err := s.shop.Orders.NoteVIES(r.Context(), task.id, note)
	if err != nil {
		return err
	}
	s.Log.LogAttrs(r.Context(), slog.LevelInfo, "VIES noted", append(kit.RequestAttrs(r),
		slog.Int64("order", task.id), slog.Bool("valid", note.Valid), slog.String("session", by.Session()))...)
	return s.writeOrder(w, r, http.StatusOK, &order)
}
