package storefront

import (
	"html/template"
	"net/http"
	"strconv"

	"kontor/internal/shop"
	"kontor/internal/shop/account"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/order"
	"kontor/internal/shop/stock"
	"kontor/internal/web/kit"
)

// checkoutView is the page where shoppers order.
type checkoutView struct {
	*shopPage
	Countries []choice
	Legal     template.HTML     // which texts apply, with links to them
	Customer  *account.Customer // nil: nobody is signed in
	Guarantee guaranteeView
	PayLater  bool              // PayPal says what paying later would mean
	Recipient account.Recipient // initial values of the form; empty for guests
	Billing   order.Billing     // likewise
}

// checkoutPath is the page of the checkout in German.
const checkoutPath = "/kasse/"

// checkoutPage shows the form of an order. Scripts fill it in and send the order; the
// basket is in the browser.
func (s *Storefront) checkoutPage(w http.ResponseWriter, r *http.Request, p *shopPage) (err error) {
	p.Private, p.Script, p.Nonce = true, "checkout.js", s.allowPayPal(w)
	if p.Title, err = p.Text("shop.checkout.title"); err != nil {
		return err
	}
	view := checkoutView{shopPage: p, Guarantee: s.guarantee(p), PayLater: s.shop.Payments != nil && s.shop.Payments.PayLater}
	// Trouble with accounts must not keep anybody from ordering.
	if view.Customer, err = s.customers.visiting(r); err == nil && view.Customer != nil {
		view.Recipient = s.recipient(r, view.Customer)
	}
	if view.Recipient.Billing != nil {
		view.Billing = *view.Recipient.Billing
	}
	if view.Countries, err = p.countries(view.Recipient.Country); err != nil {
		return err
	}
	if view.Legal, err = p.legalSentence(); err != nil {
		return err
	}
	return pages.Show(w, http.StatusOK, "checkout.html", view)
}

// countries lists the destinations.
func (p *shopPage) countries(chosen shop.Country) ([]choice, error) {
	var all []choice
	for _, country := range shop.Countries {
		name, err := p.Text("country." + string(country))
		if err != nil {
			return nil, err
		}
		all = append(all, choice{Value: string(country), Name: name, Chosen: country == chosen})
	}
	return all, nil
}

// recipient returns a customer's probable recipient. If the orders cannot be read, it
// comes from the account alone.
func (s *Storefront) recipient(r *http.Request, customer *account.Customer) account.Recipient {
	page, err := s.customers.Orders(r.Context(), s.customers.key(r), 0, 1)
	if err != nil || len(page.Orders) == 0 {
		return customer.Recipient(nil)
	}
	return customer.Recipient(&page.Orders[0])
}

// TransferHint says when customers learn where to transfer the money.
func (p *shopPage) TransferHint() (string, error) {
	switch {
	case !p.NamesBank:
		return p.Text("shop.checkout.transferHintLater")
	case !p.SendsMail:
		return p.Text("shop.checkout.transferHintPage")
	}
	return p.Text("shop.checkout.transferHint")
}

// legalSentence names the legal texts with links. Its text and the names come from the
// catalogue, the URLs from the routes.
func (p *shopPage) legalSentence() (template.HTML, error) {
	var pairs []any
	for name, of := range map[string][2]string{
		"Terms": {"legal.terms", "agb"}, "Privacy": {"legal.privacy", "datenschutz"}, "Withdrawal": {"legal.withdrawal", "widerrufsrecht"},
	} {
		text, err := p.Text(of[0])
		if err != nil {
			return "", err
		}
		link := `<a href="` + p.Path("/recht/"+of[1]+"/") + `" target="_blank">` + template.HTMLEscapeString(text) + `</a>`
		pairs = append(pairs, name, link)
	}
	sentence, err := p.Text("shop.checkout.legal", pairs...)
	return template.HTML(sentence), err
}

// problems are the refusals of an order that the page explains in its language.
var problems = []*shop.Error{
	shop.ErrDatabaseUnavailable, checkout.ErrNotStored, shop.ErrInvalidCountry, checkout.ErrInvalidCustomer,
	checkout.ErrNoItems, checkout.ErrTooManyItems, coupon.ErrUnusable, coupon.ErrUsed, checkout.ErrPricesChanged, stock.ErrShort,
	kit.ErrTooManyOrders, kit.ErrTooManyCoupons, kit.ErrOverloaded, kit.ErrNoSite,
}

// CheckoutTexts are the texts of the checkout that scripts fill in: problems by the
// code of the API's refusal, and what is wrong with a field.
func (p *shopPage) CheckoutTexts() (map[string]string, error) {
	texts := make(map[string]string)
	add := func(name, key string, names ...string) (err error) {
		texts[name], err = p.Template(key, names...)
		return err
	}
	for _, refusal := range problems {
		if err := add("problem."+refusal.Code, "shop.problem."+refusal.Code); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{"unsure", "unknown", "kept", "title"} {
		if err := add("problem."+name, "shop.problem."+name); err != nil {
			return nil, err
		}
	}
	for _, field := range []string{"name", "street", "postcode4", "postcode5", "city", "email"} {
		if err := add("wrong."+field, "shop.checkout.wrong."+field); err != nil {
			return nil, err
		}
	}
	for _, digits := range []int{4, 5} {
		if err := add("hint."+strconv.Itoa(digits), "shop.checkout.postcodeHint"+strconv.Itoa(digits)); err != nil {
			return nil, err
		}
	}
	for name, values := range map[string][]string{"couponUsed": {"Code"}, "couponConfirm": {"Code", "Total"}} {
		if err := add(name, "shop.checkout."+name, values...); err != nil {
			return nil, err
		}
	}
	if err := p.addPayPalTexts(texts); err != nil {
		return nil, err
	}
	return texts, add("placing", "shop.checkout.placing")
}
