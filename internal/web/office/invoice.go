package office

import (
	"log/slog"
	"math"
	"net/http"
	"strings"

	"kontor/internal/invoice"
	"kontor/internal/jsvalue"
	"kontor/internal/shop"
	"kontor/internal/shop/audit"
	"kontor/internal/shop/order"
	"kontor/internal/web/door"
	"kontor/internal/web/kit"
)

// firstInvoice answers GET /api/verwaltung/orders/:id/rechnung.pdf. The same order
// yields the same file as long as nobody changes its status or issues an invoice.
func (s *Office) firstInvoice(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	return s.writeInvoice(w, r, printed, func(o *order.Details) string { return o.Number })
}

// invoice answers GET /api/verwaltung/orders/:id/rechnungen/:nummer, and with .xml behind
// the number the same for programs.
func (s *Office) invoice(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	number, electronically := strings.CutSuffix(r.PathValue("nummer"), electronic.suffix)
	form := printed
	if electronically {
		form = electronic
	}
	return s.writeInvoice(w, r, form, func(*order.Details) string { return number })
}

// invoiceForm is a form in which invoices can be had.
type invoiceForm struct {
	name, suffix, mime string
	write              func(invoice.Shop, *order.Details, order.Invoice) ([]byte, error)
}

var (
	printed    = invoiceForm{"Rechnung", ".pdf", "application/pdf", invoice.PDF}
	electronic = invoiceForm{"E-Rechnung", ".xml", "application/xml", invoice.XML}
)

func (s *Office) writeInvoice(w http.ResponseWriter, r *http.Request, form invoiceForm, number func(*order.Details) string) error {
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
	file, err := form.write(invoice.Shop{Seller: s.Seller, Tax: s.Tax}, &order, wanted)
	if err != nil {
		return err
	}
	entry := audit.Entry{Action: audit.Download, Subject: audit.Subject(audit.KindOrder, order.Number), To: form.name + " " + wanted.Number}
	download, err := s.download(w, r, entry, "rechnung-"+wanted.Number+form.suffix, form.mime)
	if err != nil {
		return err
	}
	_, err = download.Write(file)
	return err
}

// issueInvoice answers POST /api/verwaltung/orders/:id/rechnungen.
func (s *Office) issueInvoice(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	task, err := orderTask(w, r)
	if err != nil {
		return err
	}
	wanted, err := parseInvoice(task.body)
	if err != nil {
		return err
	}
	wanted.Actor = by.Actor()
	if wanted.IfVersion, err = s.demandedVersion(r, task.id); err != nil {
		return err
	}
	order, err := s.shop.Orders.IssueInvoice(r.Context(), task.id, wanted)
	if err != nil {
		return err
	}
	s.Log.LogAttrs(r.Context(), slog.LevelInfo, "invoice issued", append(kit.RequestAttrs(r),
		slog.Int64("order", task.id), slog.String("kind", string(wanted.Kind)), slog.String("session", by.Session()))...)
	return s.writeOrder(w, r, http.StatusCreated, &order)
}

// parseInvoice parses which invoice is wanted; only a correction has an amount of its
// own.
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
