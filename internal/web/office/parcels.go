package office

import (
	"context"
	"log/slog"
	"net/http"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/shop/dispatch"
	"kontor/internal/shop/order"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// parcelJSON is a parcel of an order.
type parcelJSON struct {
	ID                int64              `json:"id"`
	Traeger           string             `json:"traeger"`
	TraegerName       *string            `json:"traeger_name"` // null: the shop does not know the carrier
	Nummer            *string            `json:"nummer"`
	Link              *string            `json:"link"`
	VersandtAm        string             `json:"versandt_am"`
	ZugestelltAm      *string            `json:"zugestellt_am"`
	AnkunftAm         string             `json:"ankunft_am"`
	Geschaetzt        bool               `json:"geschaetzt"` // the arrival, which nobody entered
	Artikel           []order.ParcelLine `json:"artikel"`
	Wer               string             `json:"wer"`
	CreatedAt         string             `json:"created_at"`
	ZurueckgenommenAt *string            `json:"zurueckgenommen_at"`
}

func newParcelJSON(p *order.Parcel, of *order.Order) parcelJSON {
	arrival, estimated := p.Arrival(of)
	return parcelJSON{
		ID: p.ID, Traeger: string(p.Carrier), TraegerName: kit.NullIfZero(p.Carrier.Name()),
		Nummer: kit.NullIfZero(p.Number), Link: kit.NullIfZero(p.TrackingURL()),
		VersandtAm: string(p.Sent), ZugestelltAm: kit.NullIfZero(string(p.Delivered)),
		AnkunftAm: string(arrival), Geschaetzt: estimated,
		Artikel: append([]order.ParcelLine{}, p.Contents...), Wer: p.Actor,
		CreatedAt: shop.FormatTime(p.CreatedAt), ZurueckgenommenAt: kit.TimeOrNull(p.TakenBackAt),
	}
}

// addParcel answers POST /api/verwaltung/orders/:id/sendungen.
func (s *Office) addParcel(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	task, err := orderTask(w, r)
	if err != nil {
		return err
	}
	wanted, err := parseParcel(task.body)
	if err != nil {
		return err
	}
	wanted.Actor = by.Actor()
	if wanted.IfVersion, err = s.demandedVersion(r, task.id); err != nil {
		return err
	}
	details, err := s.shop.Dispatch.Dispatch(context.WithoutCancel(r.Context()), task.id, wanted, s.issuer())
	if err != nil {
		return err
	}
	s.Log.LogAttrs(r.Context(), slog.LevelInfo, "parcel entered", append(kit.RequestAttrs(r), slog.Int64("order", task.id))...)
	return s.writeOrder(w, r, http.StatusCreated, &details)
}

// parseParcel parses what is known about a parcel.
func parseParcel(body jsvalue.Value) (wanted dispatch.Request, err error) {
	f := fields{body: body, refusal: dispatch.ErrInvalid}
	parcelFields(&f, &wanted)
	return wanted, f.err
}

func parcelFields(f *fields, wanted *dispatch.Request) {
	mail := true
	f.text("traeger", (*string)(&wanted.Carrier))
	f.textOrNull("nummer", &wanted.Number)
	f.dayOrNull("versandt_am", &wanted.Sent)
	f.flag("mail", &mail)
	f.flag("trotzOffen", &wanted.DespiteOpen)
	f.read("artikel", "eine Liste mit position und menge oder null", func(v jsvalue.Value) bool {
		var ok bool
		wanted.Contents, ok = parcelLines(v)
		return ok
	})
	wanted.Silent = !mail
}

// parcelLines parses what is in a parcel; null is all that is left.
func parcelLines(list jsvalue.Value) (lines []order.ParcelLine, ok bool) {
	if list.Kind() == jsvalue.Null {
		return nil, true
	}
	if list.Kind() != jsvalue.Array {
		return nil, false
	}
	lines = []order.ParcelLine{}
	for line := range list.Elements() {
		position, quantity := line.Get("position").Float(), line.Get("menge").Float()
		if !isCount(position) || !isCount(quantity) {
			return nil, false
		}
		lines = append(lines, order.ParcelLine{Position: int(position), Quantity: int64(quantity)})
	}
	return lines, true
}

// changeParcel answers PATCH /api/verwaltung/sendungen/:id.
func (s *Office) changeParcel(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	id, err := kit.PathID(r, dispatch.ErrNotFound)
	if err != nil {
		return err
	}
	body, err := kit.ReadJSON(w, r)
	if err != nil {
		return err
	}
	change, err := parseParcelChange(body)
	if err != nil {
		return err
	}
	change.Actor = by.Actor()
	details, err := s.shop.Dispatch.Change(context.WithoutCancel(r.Context()), id, change)
	if err != nil {
		return err
	}
	return s.writeOrder(w, r, http.StatusOK, &details)
}

func parseParcelChange(body jsvalue.Value) (c dispatch.Change, err error) {
	var number string
	var delivered shop.Day
	f := fields{body: body, refusal: dispatch.ErrInvalid}
	f.textOrNull("nummer", &number)
	f.dayOrNull("zugestellt_am", &delivered)
	f.flag("zurueckgenommen", &c.TakenBack)
	if f.has("nummer") {
		c.Number = &number
	}
	if f.has("zugestellt_am") {
		c.Delivered = &delivered
	}
	return c, f.finish()
}
