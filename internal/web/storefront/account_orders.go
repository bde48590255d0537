package storefront

import (
	"net/http"
	"net/url"
	"strconv"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
	"kontor/internal/web/kit"
)

// ordersShown is how many orders the account's page shows.
const ordersShown = 10

// accountOrder is an order as its customer's account shows it.
type accountOrder struct {
	Number, Ordered, Total string
	URL                    string // of the page with what to pay and what was ordered
	Status                 string // in the page's language
	Kind                   order.Status
	Items                  []thanksItem
	Invoices               []accountInvoice
}

// accountInvoice is one of an order's documents.
type accountInvoice struct {
	Title    string // in the page's language, with its number
	PDF, XML string // where to download it; XML empty: there is none
}

// addOrders reads a page of the orders that the customer placed while signed in.
func (s *Storefront) addOrders(r *http.Request, view *accountView) error {
	q := kit.ReadQuery(r.URL.RawQuery)
	before := q.Cursor()
	if q.Err != nil {
		before = 0 // an invalid cursor is no reason to refuse the account
	}
	page, err := s.customers.Orders(r.Context(), s.customers.key(r), before, ordersShown)
	if err != nil {
		return err
	}
	for i := range page.Orders {
		shown, err := view.order(&page.Orders[i])
		if err != nil {
			return err
		}
		if shown.Invoices, err = view.invoices(page.Documents[page.Orders[i].ID]); err != nil {
			return err
		}
		shown.URL = view.Path(s.thanksPath(page.Orders[i].ID))
		view.Orders = append(view.Orders, shown)
	}
	if page.Next != 0 {
		view.Older = view.Path(accountPath) + "?cursor=" + strconv.FormatInt(page.Next, 10)
	}
	return nil
}

func (p *shopPage) order(o *order.Order) (accountOrder, error) {
	status, err := p.Text("account.status." + string(o.Status))
	return accountOrder{
		Number: o.Number, Ordered: p.Day(o.CreatedAt.In(shop.Berlin)), Total: p.Amount(int64(o.TotalCents())),
		Status: status, Kind: o.Status, Items: p.items(o),
	}, err
}

// invoiceTitles are the keys of the documents' titles by kind.
var invoiceTitles = map[order.InvoiceKind]string{
	order.InvoiceRegular: "invoice.title", order.InvoiceCancellation: "invoice.cancellation", order.InvoiceCorrection: "invoice.correction",
}

func (p *shopPage) invoices(documents []order.Filed) (shown []accountInvoice, err error) {
	for _, d := range documents {
		back := "?" + url.Values{kit.ReturnField: {p.Path(accountPath)}}.Encode()
		i := accountInvoice{PDF: invoiceRoute + d.Number + back}
		if d.Sums.XML != "" {
			i.XML = invoiceRoute + d.Number + xmlSuffix + back
		}
		if i.Title, err = p.Text(invoiceTitles[d.Kind], "Number", d.Number); err != nil {
			return nil, err
		}
		shown = append(shown, i)
	}
	return shown, nil
}

// items returns what was ordered, for people.
func (p *shopPage) items(o *order.Order) []thanksItem {
	var items []thanksItem
	for _, item := range o.Items {
		shown := thanksItem{Quantity: p.Number(item.Quantity), Name: item.Name}
		if !item.Free {
			line := order.Order{Items: []order.Item{item}}
			shown.Sum = p.Amount(int64(line.GoodsValue()))
		}
		items = append(items, shown)
	}
	return items
}
