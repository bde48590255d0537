package paypalsim

import (
	"time"

	"kontor/internal/shop/payment"
)

// stamp formats a time as PayPal does.
func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

func showAmount(a payment.PayPalAmount) object {
	return object{"currency_code": a.Currency, "value": a.Cents.Decimal()}
}

func (s *Server) link(rel, method, path string) object {
	return object{"href": s.url + path, "rel": rel, "method": method}
}

// showOrder renders an order as in answers and notifications.
func (s *Server) showOrder(o *order) object {
	amount := showAmount(o.amount)
	amount["breakdown"] = object{}
	unit := object{
		"reference_id": "default", "custom_id": o.customID, "invoice_id": o.invoiceID, "amount": amount,
		"payee": object{"email_address": "merchant@example.org", "merchant_id": merchantID},
	}
	if o.description != "" {
		unit["description"] = o.description
	}
	o.given.show(unit, amount)
	if payments := s.showPayments(o); len(payments) > 0 {
		unit["payments"] = payments
	}
	return object{
		"id": o.id, "intent": "CAPTURE", "status": o.status, "create_time": stamp(o.touched),
		"purchase_units": []object{unit}, "links": s.orderLinks(o),
		// Answers contain the buyer's data, which their reader must not keep.
		"payer": object{"email_address": BuyerEmail, "payer_id": BuyerID, "name": object{"given_name": "Brigitte", "surname": BuyerSurname}},
	}
}

// merchantID is the merchant's account.
const merchantID = "7XNJKJ2S8KXWJ"

// What answers disclose about every buyer; the shop must keep none of it.
const (
	BuyerEmail   = "buyer-at-paypal@example.org"
	BuyerID      = "QYR5Z8XDVJNXQ"
	BuyerSurname = "Payerin-Geheim"
)

func (s *Server) orderLinks(o *order) []object {
	links := []object{s.link("self", "GET", "/v2/checkout/orders/"+o.id)}
	switch o.status {
	case payment.PayPalOrderPayerActionRequired:
		links = append(links, s.link("payer-action", "GET", "/checkoutnow?token="+o.id))
	case payment.PayPalOrderApproved:
		links = append(links, s.link("capture", "POST", "/v2/checkout/orders/"+o.id+"/capture"))
	}
	return links
}

func (s *Server) showPayments(o *order) object {
	var captures, refunds []object
	for _, c := range o.captures {
		captures = append(captures, s.showCapture(c))
		for _, r := range c.refunds {
			refunds = append(refunds, s.showRefund(r))
		}
	}
	payments := object{}
	if len(captures) > 0 {
		payments["captures"] = captures
	}
	if len(refunds) > 0 {
		payments["refunds"] = refunds
	}
	return payments
}

func (s *Server) showCapture(c *capture) object {
	shown := object{
		"id": c.id, "status": c.status, "amount": showAmount(c.amount), "final_capture": true,
		"custom_id": c.order.customID, "invoice_id": c.order.invoiceID,
		"create_time": stamp(c.at), "update_time": stamp(c.at),
		"supplementary_data": object{"related_ids": object{"order_id": c.order.id}},
		"links": []object{
			s.link("self", "GET", "/v2/payments/captures/"+c.id),
			s.link("refund", "POST", "/v2/payments/captures/"+c.id+"/refund"),
			s.link("up", "GET", "/v2/checkout/orders/"+c.order.id),
		},
	}
	if c.reason != "" {
		shown["status_details"] = object{"reason": c.reason}
	}
	if c.paid() {
		shown["seller_receivable_breakdown"] = object{"gross_amount": showAmount(c.amount)}
	}
	return shown
}

func (s *Server) showRefund(r *refund) object {
	shown := object{
		"id": r.id, "status": r.status, "amount": showAmount(r.amount), "create_time": stamp(r.at), "update_time": stamp(r.at),
		"links": []object{
			s.link("self", "GET", "/v2/payments/refunds/"+r.id),
			s.link("up", "GET", "/v2/payments/captures/"+r.capture.id),
		},
	}
	if r.customID != "" {
		shown["custom_id"] = r.customID
	}
	if r.reason != "" {
		shown["status_details"] = object{"reason": r.reason}
	}
	return shown
}
