package storefront

import (
	"errors"
	"net/http"
	"time"

	"kontor/internal/invoice"
	"kontor/internal/shop/order"
	"kontor/internal/web/kit"
)

// orderPagePath is followed by the token of an order's page.
const orderPagePath = "/bestellung/"

// orderViews is how many pages of orders one client may open in [limitPeriod], so that
// nobody can try out tokens.
const orderViews = 120

// orderPageView is the page on which a customer follows an order.
type orderPageView struct {
	thanksView
	Status    string // in the page's language
	Parcels   []orderParcelView
	Documents []documentView
}

// orderParcelView is a parcel that has left.
type orderParcelView struct {
	Sent                  string // the day
	Carrier, Number, Link string // Link to the carrier's page; each may be empty
}

// documentView is a document that was issued about the order.
type documentView struct{ Title, URL string }

// documentTitles are the keys of the documents' titles.
var documentTitles = map[order.InvoiceKind]string{
	order.InvoiceRegular: "invoice.title", order.InvoiceCancellation: "invoice.cancellation", order.InvoiceCorrection: "invoice.correction",
}

// orderPage shows an order to anybody who has the link of one of its messages: what was
// ordered, how to pay, its parcels and documents. It does not repeat the address.
func (s *Storefront) orderPage(w http.ResponseWriter, r *http.Request, p *shopPage) error {
	o, err := s.orderOf(w, r)
	if err != nil {
		return err
	}
	p.Private, p.Script, p.Destination = true, "thanks.js", o.Country
	p.Translator = s.translator(p.Language, o.Country)
	if p.Title, err = p.Text("shop.order.title", "Number", o.Number); err != nil {
		return err
	}
	view := orderPageView{}
	if view.thanksView, err = s.thanksView(p, &o.Order); err != nil {
		return err
	}
	if view.Status, err = p.Text("account.status." + string(o.Status)); err != nil {
		return err
	}
	for _, parcel := range o.Parcels {
		if parcel.Counts() {
			view.Parcels = append(view.Parcels, orderParcelView{p.Day(parcel.Sent.Start()), parcel.Carrier.Name(), parcel.Number, parcel.TrackingURL()})
		}
	}
	for _, i := range o.Issued {
		title, err := p.Text(documentTitles[i.Kind], "Number", i.Number)
		if err != nil {
			return err
		}
		view.Documents = append(view.Documents, documentView{title, orderPagePath + r.PathValue("token") + "/" + i.Number})
	}
	return pages.Show(w, http.StatusOK, "order.html", view)
}

// orderDocument answers with the PDF of one of the order's documents.
func (s *Storefront) orderDocument(w http.ResponseWriter, r *http.Request) error {
	o, err := s.orderOf(w, r)
	if err != nil {
		return err
	}
	document, content, err := s.shop.Orders.Document(r.Context(), o.ID, r.PathValue("nummer"), invoice.Redraw)
	if errors.Is(err, order.ErrInvoiceNotFound) || errors.Is(err, order.ErrNotInvoiced) {
		return kit.ErrNotFound
	}
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/pdf")
	w.Header().Set("Content-Disposition", `attachment; filename="`+document.Number+`.pdf"`)
	_, err = w.Write(content.PDF)
	return err
}

// orderOf returns the order of a link. One that never was or has expired, or whose order
// has lost its customer's data, is not found.
func (s *Storefront) orderOf(w http.ResponseWriter, r *http.Request) (order.Details, error) {
	w.Header().Set("Referrer-Policy", "no-referrer")
	w.Header().Set("X-Robots-Tag", "noindex")
	if _, wait := s.orderViews.Take(s.Proxies.ClientAddr(r), r.PathValue("token")); wait > 0 {
		return order.Details{}, kit.Later(kit.ErrTooManyRequests, wait)
	}
	id, made, err := s.orderPages.links.openDated(r.PathValue("token"))
	if err != nil {
		return order.Details{}, kit.ErrNotFound
	}
	o, err := s.shop.Orders.Order(r.Context(), id)
	if errors.Is(err, order.ErrNotFound) || err == nil && (o.Anonymous() || made.Before(o.LinksFrom.Truncate(time.Second))) {
		return order.Details{}, kit.ErrNotFound
	}
	return o, err
}
