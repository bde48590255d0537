package paypal

import (
	"encoding/json"
	"time"

	"kontor/internal/shop/payment"
)

// The parts of PayPal's messages that the shop reads or writes.
type (
	moneyJSON struct {
		Currency string `json:"currency_code"`
		Value    string `json:"value"`
	}
	linkJSON struct {
		Href string `json:"href"`
		Rel  string `json:"rel"`
	}
	orderJSON struct {
		ID     string     `json:"id"`
		Status string     `json:"status"`
		Units  []unitJSON `json:"purchase_units"`
		Links  []linkJSON `json:"links"`
	}
	unitJSON struct {
		CustomID  string    `json:"custom_id"`
		InvoiceID string    `json:"invoice_id"`
		Amount    moneyJSON `json:"amount"`
		Payments  struct {
			Captures []captureJSON `json:"captures"`
			Refunds  []refundJSON  `json:"refunds"`
		} `json:"payments"`
	}
	captureJSON struct {
		ID            string      `json:"id"`
		Status        string      `json:"status"`
		Details       detailsJSON `json:"status_details"`
		Amount        moneyJSON   `json:"amount"`
		CustomID      string      `json:"custom_id"`
		InvoiceID     string      `json:"invoice_id"`
		Supplementary struct {
			Related struct {
				OrderID string `json:"order_id"`
			} `json:"related_ids"`
		} `json:"supplementary_data"`
	}
	refundJSON struct {
		ID       string      `json:"id"`
		Status   string      `json:"status"`
		Details  detailsJSON `json:"status_details"`
		Amount   moneyJSON   `json:"amount"`
		CustomID string      `json:"custom_id"`
		Links    []linkJSON  `json:"links"`
	}
	detailsJSON struct {
		Reason string `json:"reason"`
	}
)

func (m moneyJSON) amount() payment.PayPalAmount {
	return payment.ReadPayPalAmount(m.Value, m.Currency)
}

// usable reports whether the capture has everything needed to judge it.
func (c *captureJSON) usable() bool {
	return payment.IsPayPalID(c.ID) && c.Status != "" && c.Amount != moneyJSON{}
}

func (c *captureJSON) domain() payment.PayPalCapture {
	return payment.PayPalCapture{
		ID: c.ID, OrderID: c.Supplementary.Related.OrderID, Status: c.Status, Reason: c.Details.Reason,
		Amount: c.Amount.amount(), CustomID: c.CustomID, InvoiceID: c.InvoiceID,
	}
}

// usable reports whether the refund has everything needed to judge it. Its amount may
// be missing: it is not compared.
func (r *refundJSON) usable() bool { return payment.IsPayPalID(r.ID) && r.Status != "" }

func (r *refundJSON) domain() payment.PayPalRefund {
	refund := payment.PayPalRefund{ID: r.ID, Status: r.Status, Reason: r.Details.Reason, CustomID: r.CustomID, Amount: r.Amount.amount()}
	for _, link := range r.Links {
		if link.Rel == "up" {
			refund.CaptureID = payment.PayPalLinkID(link.Href, "captures")
		}
	}
	return refund
}

// usable reports whether the order and all of its payments can be judged.
func (o *orderJSON) usable() bool {
	for _, unit := range o.Units {
		for _, capture := range unit.Payments.Captures {
			if !capture.usable() {
				return false
			}
		}
		for _, refund := range unit.Payments.Refunds {
			if !refund.usable() {
				return false
			}
		}
	}
	return o.Status != "" && len(o.Units) > 0
}

func (o *orderJSON) captured() bool {
	return o.usable() && len(o.Units[0].Payments.Captures) > 0
}

func (o *orderJSON) domain() payment.PayPalOrder {
	order := payment.PayPalOrder{ID: o.ID, Status: o.Status, ApproveURL: o.approveURL()}
	if len(o.Units) == 1 { // the shop creates a single unit; several have no common amount
		unit := o.Units[0]
		order.CustomID, order.InvoiceID, order.Amount = unit.CustomID, unit.InvoiceID, unit.Amount.amount()
	}
	for _, unit := range o.Units {
		for _, capture := range unit.Payments.Captures {
			order.Captures = append(order.Captures, capture.domain())
		}
		for _, refund := range unit.Payments.Refunds {
			order.Refunds = append(order.Refunds, refund.domain())
		}
	}
	return order
}

// approveURL returns the link with either of its names, which depends on whether the
// order was created with a payment source.
func (o *orderJSON) approveURL() string {
	for _, link := range o.Links {
		if link.Rel == "payer-action" || link.Rel == "approve" {
			return link.Href
		}
	}
	return ""
}

// readJSON decodes an answer's body into v. An answer that is not JSON of this form,
// such as a proxy's page with status 201, leaves the outcome unknown.
func readJSON(a *answer, v any) error {
	if err := json.Unmarshal(a.body, v); err != nil {
		return a.unknown(errUndecodable)
	}
	return nil
}

// writeTime formats a time for a query: PayPal takes seconds.
func writeTime(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// readTime parses a time; zero if it is missing or malformed. The transaction search
// writes offsets without a colon, against its own description.
func readTime(text string) time.Time {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05Z0700"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t.UTC()
		}
	}
	return time.Time{}
}
