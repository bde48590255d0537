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

// newestInvoice answers GET /api/verwaltung/orders/:id/rechnung.pdf.
func (s *Office) newestInvoice(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	return s.writeInvoice(w, r, printed, "")
}

// invoice answers GET /api/verwaltung/orders/:id/rechnungen/:nummer, and with .xml behind
// the number the same for programs.
func (s *Office) invoice(w http.ResponseWriter, r *http.Request, _ door.Operator) error {
	number, electronically := strings.CutSuffix(r.PathValue("nummer"), electronic.suffix)
	if electronically {
		return s.writeInvoice(w, r, electronic, number)
	}
	return s.writeInvoice(w, r, printed, number)
}

// invoiceForm is a form in which invoices can be had.
type invoiceForm struct{ name, suffix, mime string }

var (
	printed    = invoiceForm{"Rechnung", ".pdf", "application/pdf"}
	electronic = invoiceForm{"E-Rechnung", ".xml", "application/xml"}
)

// writeInvoice answers with a document as it was issued; number empty: the order's newest
// invoice.
func (s *Office) writeInvoice(w http.ResponseWriter, r *http.Request, form invoiceForm, number string) error {
	id, err := orderID(r)
	if err != nil {
		return err
	}
	document, content, err := s.shop.Orders.Document(r.Context(), id, number, invoice.Redraw)
	if err != nil {
		return err
	}
	file := content.PDF
	if form == electronic {
		if file = content.XML; file == nil {
			return order.ErrInvoiceIncomplete
		}
	}
	entry := audit.Entry{Action: audit.Download, Subject: audit.Subject(audit.KindOrder, document.OrderNumber), To: form.name + " " + document.Number}
	download, err := s.download(w, r, entry, "rechnung-"+document.Number+form.suffix, form.mime)
	if err != nil {
		return err
	}
	_, err = download.Write(file)
	return err
}

// issuer returns the shop as it issues invoices.
func (s *Office) issuer() *order.Issuer {
	return invoice.Shop{Seller: s.Seller, Tax: s.Tax}.Issuer(s.InvoicePrefix)
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
	order, err := s.shop.Orders.IssueInvoice(r.Context(), task.id, wanted, s.issuer())
	if err != nil {
		return err
	}
	s.Log.LogAttrs(r.Context(), slog.LevelInfo, "invoice issued", append(kit.RequestAttrs(r),
		slog.Int64("order", task.id), slog.String("kind", string(wanted.Kind)), slog.String("session", by.Session()))...)
	s.notifyThreshold(r)
	return s.writeOrder(w, r, http.StatusCreated, &order)
}

// parseInvoice parses which invoice is wanted; only a correction has an amount of its
// own.
func parseInvoice(body jsvalue.Value) (wanted order.InvoiceRequest, err error) {
	f := fields{body: body, refusal: order.ErrInvalidInvoice}
	f.text("art", (*string)(&wanted.Kind))
	f.text("anlass", &wanted.Occasion)
	if wanted.Kind == order.InvoiceCorrection {
		var euro float64
		f.number("betrag", &euro)
		if f.err == nil && math.Abs(euro) <= shop.MaxAmount {
			wanted.Amount = shop.CentsOf(euro)
		}
	}
	return wanted, f.err
}

// dismissProposal answers POST /api/verwaltung/orders/:id/rechnungen/verwerfen.
func (s *Office) dismissProposal(w http.ResponseWriter, r *http.Request, by door.Operator) error {
	task, err := orderTask(w, r)
	if err != nil {
		return err
	}
	unwanted := order.Dismissal{Actor: by.Actor()}
	f := fields{body: task.body, refusal: order.ErrInvalidInvoice}
	f.text("anlass", &unwanted.Occasion)
	f.text("grund", &unwanted.Reason)
	if f.err != nil {
		return f.err
	}
	if unwanted.IfVersion, err = s.demandedVersion(r, task.id); err != nil {
		return err
	}
	order, err := s.shop.Orders.DismissProposal(r.Context(), task.id, unwanted)
	if err != nil {
		return err
	}
	return s.writeOrder(w, r, http.StatusOK, &order)
}
