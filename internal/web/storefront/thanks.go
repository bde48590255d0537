package storefront

import (
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"time"

	"rsc.io/qr"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// addressLife is how long the page after an order shows the delivery address. A
// customer who has just ordered still has the page open; a link that leaks later
// discloses no address.
const addressLife = time.Hour

// thanksView is the page after an order.
type thanksView struct {
	*shopPage
	Number   string
	Ordered  string // when
	Items    []thanksItem
	Sums     []sumText
	Total    string
	Delivery string    // when it arrives, as promised; empty: nothing was said
	Address  []string  // lines of the delivery address; none: it is no longer shown
	State    string    // of the order: decides what happens next
	PayPal   bool      // paid through PayPal
	Bank     *bankView // nil: there is nothing to transfer, or no account to transfer it to
}

type thanksItem struct {
	Quantity, Name, Sum string // Sum empty: free
}

// What happens next.
const (
	statePay       = "pay"   // the customer transfers the money
	stateLater     = "later" // the shop has yet to name the account
	statePaid      = "paid"
	stateCancelled = "cancelled"
)

// bankView is what to enter for a transfer, and a code with the same content.
type bankView struct {
	Holder, IBAN, BIC, Amount string
	Grouped                   string // the IBAN as people read it
	Code                      template.HTML
}

// thanksPage shows an order to anybody who has its URL.
func (s *Storefront) thanksPage(w http.ResponseWriter, r *http.Request, p *shopPage) error {
	id, err := s.thanks.open(r.PathValue("token"))
	if err != nil {
		return err
	}
	order, err := s.shop.Orders.Order(r.Context(), id)
	if err != nil {
		return err
	}
	p.Private, p.Script, p.Destination = true, "thanks.js", order.Country
	p.Translator = s.translator(p.Language, order.Country)
	if p.Title, err = p.Text("shop.thanks.title"); err != nil {
		return err
	}
	view, err := s.thanksView(p, &order.Order)
	if err != nil {
		return err
	}
	if s.Now().Sub(order.CreatedAt) < addressLife {
		if view.Address, err = p.address(&order.Order); err != nil {
			return err
		}
	}
	return pages.Show(w, http.StatusOK, "thanks.html", view)
}

func (s *Storefront) thanksView(p *shopPage, o *order.Order) (thanksView, error) {
	view := thanksView{
		shopPage: p, Number: o.Number, Total: p.Amount(int64(o.TotalCents())), State: s.thanksState(o),
		Ordered: p.Moment(o.CreatedAt.In(shop.Berlin)), Items: p.items(o),
	}
	for _, sum := range []struct {
		key    string
		amount shop.Cents
	}{
		{"order.discount", -shop.CentsOf(o.Discount)}, {"order.shipping", shop.CentsOf(o.Shipping)},
	} {
		name, err := p.Text(sum.key)
		if err != nil {
			return view, err
		}
		if sum.amount != 0 {
			view.Sums = append(view.Sums, sumText{name, p.Amount(int64(sum.amount))})
		}
	}
	var err error
	if view.Delivery, err = p.promised(o); err != nil {
		return view, err
	}
	switch view.State {
	case statePay:
		view.Bank, err = s.bankView(p, o)
	case statePaid:
		view.PayPal = o.PaymentMethod == order.MethodPayPal
	}
	return view, err
}

// address returns the lines of an order's delivery address.
func (p *shopPage) address(o *order.Order) ([]string, error) {
	country, err := p.Text("country." + string(o.Country))
	return []string{o.Customer.Name, o.Customer.Street, o.Customer.Postcode + " " + o.Customer.City, country}, err
}

func (s *Storefront) thanksState(o *order.Order) string {
	switch {
	case o.Status == order.StatusCancelled:
		return stateCancelled
	case o.Status == order.StatusPaid || o.TotalCents() == 0:
		return statePaid
	case s.Seller.Bank.IBAN == "" || o.PaymentMethod != order.MethodTransfer:
		return stateLater
	}
	return statePay
}

func (s *Storefront) bankView(p *shopPage, o *order.Order) (*bankView, error) {
	view := &bankView{
		Holder: s.Seller.Bank.Holder, IBAN: s.Seller.Bank.IBAN, BIC: s.Seller.Bank.BIC, Grouped: s.Seller.Bank.GroupedIBAN(),
		Amount: p.Amount(int64(o.TotalCents())),
	}
	text := s.Seller.Bank.GiroText(o.TotalCents(), o.Number)
	if text == "" {
		return view, nil
	}
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, fmt.Errorf("web: the GiroCode: %w", err)
	}
	label, err := p.Text("bank.codeAlt")
	view.Code = drawCode(code, label)
	return view, err
}

// quietZone is the empty border that scanners need, in modules.
const quietZone = 4

// drawCode draws a QR code as SVG, dark on white in every colour scheme, as scanners
// expect.
func drawCode(code *qr.Code, label string) template.HTML {
	var modules strings.Builder
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) {
				fmt.Fprintf(&modules, "M%d %dh1v1h-1z", x, y)
			}
		}
	}
	side := code.Size + 2*quietZone
	return template.HTML(fmt.Sprintf(`<svg role="img" aria-label="%s" viewBox="%d %d %d %d" shape-rendering="crispEdges">`+
		`<rect x="%[2]d" y="%[3]d" width="%[4]d" height="%[5]d" fill="#fff"/><path d="%[6]s" fill="#000"/></svg>`,
		template.HTMLEscapeString(label), -quietZone, -quietZone, side, side, modules.String()))
}
