package office

import (
	"log/slog"
	"net/http"

	"kontor/internal/shop/order"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// twinJSON is another order that may be a duplicate.
type twinJSON struct {
	ID             int64  `json:"id"`
	Bestellnummer  string `json:"bestellnummer"`
	Titel          string `json:"titel"` // number, payment method and state in German
	Zuruecknehmbar bool   `json:"zuruecknehmbar"`
}

func newTwinJSON(t *order.Twin) twinJSON {
	return twinJSON{t.ID, t.Number, t.Title(), t.CanReturn()}
}

// returnTwin answers POST /api/verwaltung/orders/:id/doppelt/zuruecknehmen.
func (s *Office) returnTwin(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	id, err := orderID(r)
	if err != nil {
		return err
	}
	payments, err := s.shop.PayPal()
	if err != nil {
		return err
	}
	if err := payments.ReturnTwin(r.Context(), id, by.Actor()); err != nil {
		return err
	}
	order, err := s.shop.Orders.Order(r.Context(), id)
	if err != nil {
		return err
	}
	s.Log.LogAttrs(r.Context(), slog.LevelInfo, "duplicate order given back", append(kit.RequestAttrs(r),
		slog.Int64("order", id), slog.String("status", string(order.Status)), slog.String("session", by.Session()))...)
	return s.writeOrder(w, r, http.StatusOK, &order)
}

// denyTwin answers POST /api/verwaltung/orders/:id/doppelt/:andere/verneinen.
func (s *Office) denyTwin(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	id, err := orderID(r)
	if err != nil {
		return err
	}
	other, err := kit.NamedPathID(r, "andere", order.ErrNoTwin)
	if err != nil {
		return err
	}
	order, err := s.shop.Orders.DenyTwin(r.Context(), id, other)
	if err != nil {
		return err
	}
	return s.writeOrder(w, r, http.StatusOK, &order)
}
