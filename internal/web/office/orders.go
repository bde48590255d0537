package office

import (
	"log/slog"
	"net/http"

	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// ordersAnswer is a page of the order list.
type ordersAnswer struct {
	OK     bool        `json:"ok"`
	Orders []orderJSON `json:"orders"`
	Weiter *string     `json:"weiter"` // cursor of the next page; null on the last
	Anzahl countsJSON  `json:"anzahl"` // of all orders, regardless of the filter
}

type countsJSON struct {
	Alle         int64 `json:"alle"`
	Bezahlt      int64 `json:"bezahlt"`
	ZahlungOffen int64 `json:"zahlungOffen"`
	Storniert    int64 `json:"storniert"`
}

type orderAnswer struct {
	OK    bool             `json:"ok"`
	Order orderDetailsJSON `json:"order"`
}

// listOrders answers GET /api/verwaltung/orders.
func (s *Office) listOrders(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	filter, err := parseFilter(r.URL.RawQuery)
	if err != nil {
		return err
	}
	page, err := s.shop.Orders.Orders(r.Context(), filter)
	if err != nil {
		return err
	}
	names, err := s.shop.Catalogue.GermanNames(r.Context())
	if err != nil {
		return err
	}
	answer := ordersAnswer{
		OK:     true,
		Orders: kit.Mapped(page.Orders, func(o *order.Order) orderJSON { return newOrderJSON(o, names) }),
		Anzahl: countsJSON{
			Alle:         page.Counts.All(),
			Bezahlt:      page.Counts[order.StatusPaid],
			ZahlungOffen: page.Counts[order.StatusPaymentOpen],
			Storniert:    page.Counts[order.StatusCancelled],
		},
	}
	answer.Weiter = kit.NextPage(w, r, page.Next)
	return kit.WriteJSON(w, http.StatusOK, answer)
}

// showOrder answers GET /api/verwaltung/orders/:id.
func (s *Office) showOrder(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	id, err := orderID(r)
	if err != nil {
		return err
	}
	order, err := s.shop.Orders.Order(r.Context(), id)
	if err != nil {
		return err
	}
	return s.writeOrder(w, r, http.StatusOK, &order)
}

// operatorTask is an operator's request about one entry.
type operatorTask struct {
	id   int64
	body jsvalue.Value
}

// orderTask reads a request about the order in the path.
func orderTask(w http.ResponseWriter, r *http.Request) (t operatorTask, err error) {
	if t.id, err = orderID(r); err != nil {
		return t, err
	}
	t.body, err = kit.ReadJSON(w, r)
	return t, err
}

// changeOrder answers PATCH /api/verwaltung/orders/:id.
func (s *Office) changeOrder(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	task, err := orderTask(w, r)
	if err != nil {
		return err
	}
	wanted, err := parseOrderChange(task.body)
	if err != nil {
		return err
	}
	wanted.Actor = by.Actor()
	if wanted.IfVersion, err = s.demandedVersion(r, task.id); err != nil {
		return err
	}
	order, err := s.shop.Orders.Change(r.Context(), task.id, wanted)
	if err != nil {
		return err
	}
	s.Log.LogAttrs(r.Context(), slog.LevelInfo, "order changed", append(kit.RequestAttrs(r),
		slog.Int64("order", task.id), slog.String("status", string(order.Status)), slog.String("session", by.Session()))...)
	return s.writeOrder(w, r, http.StatusOK, &order)
}

// parseOrderChange parses the operator's change. An order's other properties have no
// effect, so a client may send back the whole order.
func parseOrderChange(body jsvalue.Value) (c order.Change, err error) {
	if status := body.Get("status"); status.Kind() != jsvalue.Undefined {
		text := order.Status(status.Text()) // "" if of another type, which is not a status
		c.Status = &text
	}
	if note := body.Get("notiz"); note.Kind() != jsvalue.Undefined {
		text := note.Text()
		c.Note = &text
		if note.Kind() != jsvalue.String {
			err = shop.ErrInvalidNote
		}
	}
	if back := body.Get("bestand_zurueck"); back.Kind() != jsvalue.Undefined {
		c.KeepStock = !back.Truthy()
		if back.Kind() != jsvalue.Bool || c.Status == nil || *c.Status != order.StatusCancelled {
			err = order.ErrInvalidStatus.With("„bestand_zurueck“ muss true oder false sein und gehört zum Status „storniert“.")
		}
	}
	return c, err
}

// demandedVersion returns the version that the request demands, or 0.
func (s *Office) demandedVersion(r *http.Request, id int64) (int64, error) {
	if !conditional(r) {
		return 0, nil
	}
	order, err := s.shop.Orders.Order(r.Context(), id)
	if err != nil {
		return 0, err
	}
	return order.Version, checkIfMatch(r, order.Version)
}

// orderID parses the id in the path; a malformed one is not found.
func orderID(r *http.Request) (int64, error) { return kit.PathID(r, order.ErrNotFound) }

// writeOrder adds the payment of an order paid through PayPal.
func (s *Office) writeOrder(w http.ResponseWriter, r *http.Request, status int, order *order.Details) error {
	names, err := s.shop.Catalogue.GermanNames(r.Context())
	if err != nil {
		return err
	}
	answer := orderAnswer{true, newOrderDetailsJSON(order, names)}
	if order.PayPalOrderID != "" {
		payment, err := s.shop.Journal.PaymentOfOrder(r.Context(), order.ID)
		if err != nil {
			return err
		}
		if payment != nil {
			details := s.paymentDetails(payment)
			answer.Order.Zahlung = &details
		}
	}
	w.Header().Set("ETag", versionTag(order.Version))
	return kit.WriteJSON(w, status, answer)
}
