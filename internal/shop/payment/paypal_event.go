package payment

import (
	"encoding/json"
	"strings"
	"time"
)

// PayPalEvent is the part of a verified notification that the shop uses: which payment
// to read. Nothing else in it is trusted.
type PayPalEvent struct {
	ID        string // WH-…, the same for every delivery
	Type      string // PAYMENT.CAPTURE.COMPLETED etc.
	OrderID   string // at PayPal; empty: not given
	CaptureID string // at PayPal, of a dispute the first one; empty: not given
	DisputeID string // see [IsPayPalDisputeID]; empty: not about a dispute

	Tries int // how often it was followed, including this time
}

// Again returns when to follow a notification again that could not be fully processed
// this time.
func (e *PayPalEvent) Again(at time.Time) time.Time {
	return at.Add(captureReads[min(max(e.Tries-1, 0), len(captureReads)-1)])
}

// Patient reports whether to follow the notification again although PayPal does not
// know its subject. PayPal may be mistaken, but not for long.
func (e *PayPalEvent) Patient() bool { return e.Tries < len(captureReads) }

// ReadPayPalEvent parses a notification. Missing or mistyped values are empty, and so
// are ids that cannot be PayPal's. It fails if the body is neither a JSON object nor
// null.
//
// Source: PayPal Webhooks v1: an order is the resource itself, a capture names its
// order, refunds and reversals link up to their capture, a dispute lists its
// transactions.
func ReadPayPalEvent(body []byte) (PayPalEvent, error) {
	var event struct {
		ID           looseText
		EventType    looseText `json:"event_type"`
		ResourceType looseText `json:"resource_type"`
		Resource     loose[payPalResource]
	}
	if err := json.Unmarshal(body, &event); err != nil {
		return PayPalEvent{}, err
	}
	read := PayPalEvent{ID: string(event.ID), Type: string(event.EventType)}
	resource := &event.Resource.value
	switch event.ResourceType {
	case "checkout-order":
		read.OrderID = payPalIDOr(string(resource.ID))
	case "capture":
		read.CaptureID = payPalIDOr(string(resource.ID))
		read.OrderID = resource.orderID()
	case "refund":
		read.CaptureID = resource.captureID()
		read.OrderID = resource.orderID()
	case "dispute":
		if id := string(resource.DisputeID); IsPayPalDisputeID(id) {
			read.DisputeID = id
		}
		read.CaptureID = resource.disputedID()
	default:
		read.OrderID = resource.orderID()
	}
	return read, nil
}

type payPalResource struct {
	ID        looseText
	OrderID   looseText `json:"order_id"`
	DisputeID looseText `json:"dispute_id"`
	Disputed  loose[[]loose[struct {
		SellerID looseText `json:"seller_transaction_id"`
	}]] `json:"disputed_transactions"`
	Supplementary loose[struct {
		Related loose[struct {
			OrderID looseText `json:"order_id"`
		}] `json:"related_ids"`
	}] `json:"supplementary_data"`
	Links loose[[]loose[struct{ Rel, Href looseText }]]
}

func (r *payPalResource) orderID() string {
	if id := payPalIDOr(string(r.Supplementary.value.Related.value.OrderID)); id != "" {
		return id
	}
	return payPalIDOr(string(r.OrderID))
}

// captureID extracts the capture's id from a refund's link to it.
func (r *payPalResource) captureID() string {
	for _, link := range r.Links.value {
		if link.value.Rel == "up" {
			return PayPalLinkID(string(link.value.Href), "captures")
		}
	}
	return ""
}

// disputedID extracts the first capture that a dispute is about.
func (r *payPalResource) disputedID() string {
	for _, transaction := range r.Disputed.value {
		if id := payPalIDOr(string(transaction.value.SellerID)); id != "" {
			return id
		}
	}
	return ""
}

// PayPalLinkID returns the id after the name of a collection in one of PayPal's links,
// such as ".../v2/payments/captures/2GG279541U471931P"; empty if there is none.
func PayPalLinkID(href, collection string) string {
	_, id, _ := strings.Cut(href, "/"+collection+"/")
	id, _, _ = strings.Cut(id, "/")
	return payPalIDOr(id)
}

func payPalIDOr(id string) string {
	if IsPayPalID(id) {
		return id
	}
	return ""
}

// loose is a value that stays empty if the JSON has another type.
type loose[T any] struct{ value T }

// UnmarshalJSON never fails.
func (l *loose[T]) UnmarshalJSON(text []byte) error {
	if json.Unmarshal(text, &l.value) != nil {
		l.value = *new(T)
	}
	return nil
}

// looseText is a string that stays empty if the JSON has another type.
type looseText string

// UnmarshalJSON never fails.
func (t *looseText) UnmarshalJSON(text []byte) error {
	var s string
	if json.Unmarshal(text, &s) == nil {
		*t = looseText(s)
	}
	return nil
}
