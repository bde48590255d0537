package storefront

import (
	"net/http"
	"strings"

	"kontor/internal/invoice"
	"kontor/internal/shop/order"
)

// xmlSuffix is behind the number of an invoice for programs.
const xmlSuffix = ".xml"

// downloadInvoice answers GET /api/konto/rechnungen/:nummer, and with .xml behind the
// number the same for programs, with a document as it was issued. That of another
// customer does not exist.
func (s *Storefront) downloadInvoice(w http.ResponseWriter, r *http.Request) error {
	key, err := s.customers.required(r)
	if err != nil {
		return err
	}
	number, electronic := strings.CutSuffix(r.PathValue("nummer"), xmlSuffix)
	id, err := s.customers.Invoiced(r.Context(), key, number)
	if err != nil {
		return err
	}
	_, content, err := s.shop.Orders.Document(r.Context(), id, number, invoice.Redraw)
	if err != nil {
		return err
	}
	file, suffix, mime := content.PDF, ".pdf", "application/pdf"
	if electronic {
		if file, suffix, mime = content.XML, xmlSuffix, "application/xml"; file == nil {
			return order.ErrInvoiceNotFound
		}
	}
	w.Header().Set("Content-Type", mime)
	w.Header().Set("Content-Disposition", `attachment; filename="rechnung-`+number+suffix+`"`)
	_, err = w.Write(file)
	return err
}
