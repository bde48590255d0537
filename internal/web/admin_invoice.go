package web

import (
	"log/slog"
	"math"
	"net/http"

	"kontor/internal/invoice"
	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// firstInvoice answers GET /api/verwaltung/orders/:id/rechnung.pdf. The same order
// gives the same file as long as nobody changes its status or issues an invoice.
func (s *Server) firstInvoice(w http.ResponseWriter, r *http.Request) error {
	return s.writeInvoice(w, r, func(o *order.OrderDetails) string { return o.Number })
}

// invoice answers GET /api/verwaltung/orders/:id/rechnungen/:nummer.
func (s *Server) invoice(w http.ResponseWriter, r *http.Request) error {
	return s.writeInvoice(w, r, func(*order.OrderDetails) string { return r.PathValue("nummer") })
}

func (s *Server) writeInvoice(w http.ResponseWriter, r *http.Request, number func(*order.OrderDetails) string) error {
	if _, err := s.requireAdmin(r); err != nil {
		return err
	}
	id, err := orderID(r)
	if err != nil {
		return err
	}
	order, err := s.shop.Orders.Order(r.Context(), id)
	if err != nil {
		return err
	}
	wanted, err := order.Invoice(number(&order))
	if err != nil {
		return err
	}
	file, err := invoice.PDF(s.seller, &order, wanted)
	if err != nil {
		return err
	}
	_, err = (&attachment{w: w, name: "rechnung-" + wanted.Number + ".pdf", contentType: "application/pdf"}).Write(file)
	return err
}

// issueInvoice answers POST /api/verwaltung/orders/:id/rechnungen.
func (s *Server) issueInvoice(w http.ResponseWriter, r *http.Request) error {
	task, err := s.orderTask(w, r)
	if err != nil {
		return err
	}
	wanted, err := parseInvoice(task.body)
	if err != nil {
		return err
	}
	wanted.Actor = actor(task.session)
	if wanted.IfVersion, err = s.demandedVersion(r, task.id); err != nil {
		return err
	}
	order, err := s.shop.Orders.IssueInvoice(r.Context(), task.id, wanted)
	if err != nil {
		return err
	}
	s.log.LogAttrs(r.Context(), slog.LevelInfo, "invoice issued", append(tell(r),
		slog.Int64("order", task.id), slog.String("kind", string(wanted.Kind)), slog.String("session", task.session.ID))...)
	return s.writeOrder(w, r, http.StatusCreated, &order)
}

// parseInvoice reads which invoice is wanted; only a correction has an amount of
// its own.
func parseInvoice(body jsvalue.Value) (wanted order.InvoiceRequest, err error) {
	f := fields{body: body, refusal: order.ErrInvalidInvoice}
	f.text("art", (*string)(&wanted.Kind))
	if wanted.Kind == order.InvoiceCorrection {
		var euro float64
		f.number("betrag", &euro)
		if f.err == nil && math.Abs(euro) <= shop.MaxAmount {
			wanted.Amount = shop.CentsOf(euro)
		}
	}
	return wanted, f.err
}
