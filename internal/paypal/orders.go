package paypal

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"unicode"

	"kontor/internal/shop"
	"kontor/internal/shop/payment"
)

// maxText is the maximum length of a text for the buyer at PayPal, in characters.
const maxText = 127

// locales are PayPal's names of the languages.
var locales = map[shop.Language]string{"de": "de-DE", "en": "en-GB", "fr": "fr-FR", "it": "it-IT"}

type newOrderJSON struct {
	Intent string        `json:"intent"`
	Units  []newUnitJSON `json:"purchase_units"`
	Source struct {
		PayPal struct {
			Experience experienceJSON `json:"experience_context"`
		} `json:"paypal"`
	} `json:"payment_source"`
}

type newUnitJSON struct {
	ReferenceID string        `json:"reference_id"`
	CustomID    string        `json:"custom_id"`
	InvoiceID   string        `json:"invoice_id"`
	Description string        `json:"description,omitempty"`
	Amount      newAmountJSON `json:"amount"`
	Items       []itemJSON    `json:"items,omitempty"`
	Shipping    *shippingJSON `json:"shipping,omitempty"`
}

type experienceJSON struct {
	UserAction string `json:"user_action"`
	Shipping   string `json:"shipping_preference"`
	Landing    string `json:"landing_page"`
	Method     string `json:"payment_method_preference"`
	BrandName  string `json:"brand_name,omitempty"`
	Locale     string `json:"locale"`
	ReturnURL  string `json:"return_url"`
	CancelURL  string `json:"cancel_url"`
}

// CreateOrder creates an order at PayPal that the buyer can approve. Repeating a
// request id returns the same order.
func (c *Client) CreateOrder(ctx context.Context, order payment.PayPalNewOrder) (payment.PayPalOrder, error) {
	body, err := json.Marshal(newOrder(order))
	if err != nil {
		return payment.PayPalOrder{}, err
	}
	return c.order(ctx, "", call{
		operation: "create order", subject: order.CustomID, method: http.MethodPost, path: "/v2/checkout/orders",
		body: body, requestID: order.RequestID, wait: usualWait,
	})
}

// newOrder builds the request, which is the same for every attempt.
func newOrder(order payment.PayPalNewOrder) newOrderJSON {
	request := newOrderJSON{Intent: "CAPTURE", Units: []newUnitJSON{{
		ReferenceID: "default",
		CustomID:    order.CustomID,
		InvoiceID:   order.InvoiceID,
		Description: line(order.Description, maxText),
		Amount:      newAmountJSON{moneyJSON: euro(order.Amount)},
	}}}
	experience := &request.Source.PayPal.Experience
	*experience = experienceJSON{
		UserAction: "PAY_NOW",
		Shipping:   "NO_SHIPPING",
		Landing:    "GUEST_CHECKOUT",
		Method:     "IMMEDIATE_PAYMENT_REQUIRED",
		BrandName:  line(order.BrandName, maxText),
		Locale:     locales[order.Language],
		ReturnURL:  order.ReturnURL,
		CancelURL:  order.CancelURL,
	}
	if order.Basket != nil {
		request.Units[0].describe(order.Basket)
	}
	if request.Units[0].Shipping != nil {
		experience.Shipping = "SET_PROVIDED_ADDRESS"
	}
	if order.Confirm {
		experience.UserAction = "CONTINUE"
	}
	if experience.Locale == "" {
		experience.Locale = locales[shop.Languages[0]]
	}
	return request
}

func euro(c shop.Cents) moneyJSON { return moneyJSON{payment.CurrencyEuro, c.Decimal()} }

// line makes a text a single line of at most the given length.
func line(text string, most int) string {
	text = oneLine(text)
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most])
	}
	return text
}

func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

// Order reads an order, which decides everything about its payment.
func (c *Client) Order(ctx context.Context, id string) (payment.PayPalOrder, error) {
	if !payment.IsPayPalID(id) {
		return payment.PayPalOrder{}, errNoSuchID
	}
	return c.order(ctx, id, call{
		operation: "read order", subject: id, method: http.MethodGet, path: "/v2/checkout/orders/" + id, wait: usualWait,
	})
}

// errNoSuchID is the answer that PayPal would give to an id that cannot exist.
var errNoSuchID error = &payment.PayPalRefusal{Status: http.StatusNotFound, Name: "RESOURCE_NOT_FOUND", Issue: "INVALID_RESOURCE_ID"}

// order carries out a call whose answer is an order: this one, unless the id is empty.
func (c *Client) order(ctx context.Context, id string, call call) (payment.PayPalOrder, error) {
	answer, err := c.do(ctx, call)
	if err != nil {
		return payment.PayPalOrder{}, err
	}
	var said orderJSON
	if err := readJSON(answer, &said); err != nil {
		return payment.PayPalOrder{}, err
	}
	if !payment.IsPayPalID(said.ID) || id != "" && said.ID != id || !said.usable() {
		return payment.PayPalOrder{}, answer.unknown(errUndecodable)
	}
	return said.domain(), nil
}
