package paypalsim

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"regexp"
	"time"

	"kontor/internal/shop/payment"
)

// life is how long an order waits to be approved, and then to be captured.
const life = 3 * time.Hour

// order is an order at PayPal.
type order struct {
	id, customID, invoiceID, description, brand string
	returnURL, cancelURL                        string
	amount                                      payment.PayPalAmount
	confirm                                     bool         // user_action is CONTINUE
	given                                       purchaseUnit // as the shop gave it
	preference                                  string       // shipping_preference
	status                                      string
	touched                                     time.Time // when it was created or approved
	gone                                        bool
	captures                                    []*capture
}

var (
	amountForm = regexp.MustCompile(`^[0-9]+\.[0-9]{2}$`) // the form in which this shop writes amounts
	localeForm = regexp.MustCompile(`^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$`)
)

// createRequest is the known part of a request to create an order; anything else is
// refused.
type createRequest struct {
	Intent string         `json:"intent"`
	Units  []purchaseUnit `json:"purchase_units"`
	Source struct {
		PayPal struct {
			Experience struct {
				UserAction string `json:"user_action"`
				Shipping   string `json:"shipping_preference"`
				Landing    string `json:"landing_page"`
				Method     string `json:"payment_method_preference"`
				BrandName  string `json:"brand_name"`
				Locale     string `json:"locale"`
				ReturnURL  string `json:"return_url"`
				CancelURL  string `json:"cancel_url"`
			} `json:"experience_context"`
		} `json:"paypal"`
	} `json:"payment_source"`
}

type money struct {
	Currency string `json:"currency_code"`
	Value    string `json:"value"`
}

func (s *Server) create(r *request) reply {
	var asked createRequest
	if err := strictly(r.body, &asked); err != nil {
		s.violate("create: %v", err)
		return invalid("MALFORMED_REQUEST_JSON")
	}
	if issue := asked.issue(); issue != "" {
		s.violate("create: %s", issue)
		return refuse(issue)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dislikes != "" && asked.Units[0].Shipping != nil {
		return refuse(s.dislikes)
	}
	return s.once(Create, r, orderMemory, func() (reply, func() reply) {
		o := s.add(asked)
		again := func() reply { return s.preferredOrder(r, o, http.StatusOK) }
		return again(), again
	})
}

// issue describes what PayPal would not accept; empty: nothing.
func (c *createRequest) issue() string {
	experience := c.Source.PayPal.Experience
	switch {
	case c.Intent != "CAPTURE" || len(c.Units) != 1:
		return "INVALID_PARAMETER_VALUE"
	case !amountForm.MatchString(c.Units[0].Amount.Value) || len(c.Units[0].Amount.Value) > 32:
		return "DECIMAL_PRECISION"
	case c.Units[0].Amount.amount().Cents <= 0:
		return "CANNOT_BE_ZERO_OR_NEGATIVE"
	case c.Units[0].Amount.Currency != payment.CurrencyEuro:
		return "CURRENCY_NOT_SUPPORTED"
	case len(c.Units[0].CustomID) > 127 || len(c.Units[0].InvoiceID) > 127:
		return "INVALID_STRING_MAX_LENGTH"
	case !localeForm.MatchString(experience.Locale):
		return "INVALID_PARAMETER_SYNTAX"
	case experience.UserAction != "PAY_NOW" && experience.UserAction != "CONTINUE":
		return "INVALID_PARAMETER_VALUE"
	}
	return cmp.Or(c.Units[0].detailsIssue(experience.Shipping), c.Units[0].sumsIssue())
}

func (s *Server) add(asked createRequest) *order {
	unit, experience := asked.Units[0], asked.Source.PayPal.Experience
	o := &order{
		id: newID(), customID: unit.CustomID, invoiceID: unit.InvoiceID, description: unit.Description,
		brand: experience.BrandName, returnURL: experience.ReturnURL, cancelURL: experience.CancelURL,
		amount: unit.Amount.amount(), confirm: experience.UserAction == "CONTINUE",
		given: unit, preference: experience.Shipping,
		status: payment.PayPalOrderPayerActionRequired, touched: s.options.Now(),
	}
	s.orders[o.id] = o
	return o
}

func (s *Server) read(r *request) reply {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.order(r.PathValue("id"))
	if o == nil {
		return notFound()
	}
	return reply{status: http.StatusOK, body: s.showOrder(o)}
}

// order returns an order unless it has expired.
func (s *Server) order(id string) *order {
	o := s.orders[id]
	if o == nil || o.gone {
		return nil
	}
	if o.status != payment.PayPalOrderCompleted && s.options.Now().Sub(o.touched) >= life {
		o.gone = true
		return nil
	}
	return o
}

// preferredOrder answers with an order, in full or minimal form as the client prefers.
func (s *Server) preferredOrder(r *request, o *order, status int) reply {
	body := s.showOrder(o)
	if r.Header.Get("Prefer") != "return=representation" {
		body = object{"id": body["id"], "status": body["status"], "links": body["links"]}
	}
	return reply{status: status, body: body}
}

func strictly(body []byte, v any) error {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	return decoder.Decode(v)
}

func (m money) amount() payment.PayPalAmount { return payment.ReadPayPalAmount(m.Value, m.Currency) }
