package paypal

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"kontor/internal/shop/payment"
)

// maxNote is the maximum length of a refund's note at PayPal, in characters.
const maxNote = 255

// CaptureOrder takes the money for an approved order; only the captures in the returned
// order show whether it moved. Repeating a request id has no further effect. The call
// continues after the caller has given up, until the caller's deadline.
func (c *Client) CaptureOrder(ctx context.Context, orderID, requestID string) (payment.PayPalOrder, error) {
	if !payment.IsPayPalID(orderID) {
		return payment.PayPalOrder{}, errNoSuchID
	}
	answer, err := c.do(ctx, call{
		operation: "capture order", subject: orderID, method: http.MethodPost, path: "/v2/checkout/orders/" + orderID + "/capture",
		body: []byte("{}"), requestID: requestID, wait: captureWait, firm: true,
	})
	if err != nil {
		return payment.PayPalOrder{}, err
	}
	var said orderJSON
	if err := readJSON(answer, &said); err != nil {
		return payment.PayPalOrder{}, err
	}
	if said.ID != orderID {
		return payment.PayPalOrder{}, answer.unknown(errUndecodable)
	}
	if said.captured() {
		return said.domain(), nil
	}
	return c.readCaptured(ctx, orderID)
}

// readCaptured reads the order if the answer to its capture does not mention the money.
// A refusal of the read is not a refusal of the capture.
func (c *Client) readCaptured(ctx context.Context, orderID string) (payment.PayPalOrder, error) {
	ctx, cancel := detached(ctx)
	defer cancel()
	order, err := c.Order(ctx, orderID)
	if refusal := (*payment.PayPalRefusal)(nil); errors.As(err, &refusal) {
		err = refusal.Unknown()
	}
	return order, err
}

// Capture reads a capture.
func (c *Client) Capture(ctx context.Context, id string) (payment.PayPalCapture, error) {
	if !payment.IsPayPalID(id) {
		return payment.PayPalCapture{}, errNoSuchID
	}
	answer, err := c.do(ctx, call{
		operation: "read capture", subject: id, method: http.MethodGet, path: "/v2/payments/captures/" + id, wait: usualWait,
	})
	if err != nil {
		return payment.PayPalCapture{}, err
	}
	var said captureJSON
	if err := readJSON(answer, &said); err != nil {
		return payment.PayPalCapture{}, err
	}
	if said.ID != id || !said.usable() {
		return payment.PayPalCapture{}, answer.unknown(errUndecodable)
	}
	return said.domain(), nil
}

type newRefundJSON struct {
	Amount   *moneyJSON `json:"amount,omitempty"`
	CustomID string     `json:"custom_id,omitempty"`
	Note     string     `json:"note_to_payer,omitempty"`
}

// RefundCapture refunds a capture, wholly or in part. Repeating a request id has no
// further effect. The call continues after the caller has given up, until the caller's
// deadline.
func (c *Client) RefundCapture(ctx context.Context, captureID string, wanted payment.PayPalNewRefund) (payment.PayPalRefund, error) {
	if !payment.IsPayPalID(captureID) {
		return payment.PayPalRefund{}, errNoSuchID
	}
	request := newRefundJSON{CustomID: wanted.CustomID, Note: line(wanted.Note, maxNote)}
	if wanted.Amount != nil {
		money := euro(*wanted.Amount)
		request.Amount = &money
	}
	body, err := json.Marshal(request)
	if err != nil {
		return payment.PayPalRefund{}, err
	}
	return c.refund(ctx, "", call{
		operation: "refund capture", subject: captureID, method: http.MethodPost, path: "/v2/payments/captures/" + captureID + "/refund",
		body: body, requestID: wanted.RequestID, wait: captureWait, firm: true,
	})
}

// Refund reads a refund.
func (c *Client) Refund(ctx context.Context, id string) (payment.PayPalRefund, error) {
	if !payment.IsPayPalID(id) {
		return payment.PayPalRefund{}, errNoSuchID
	}
	return c.refund(ctx, id, call{
		operation: "read refund", subject: id, method: http.MethodGet, path: "/v2/payments/refunds/" + id, wait: usualWait,
	})
}

// refund carries out a call whose answer is a refund: this one, unless the id is empty.
func (c *Client) refund(ctx context.Context, id string, call call) (payment.PayPalRefund, error) {
	answer, err := c.do(ctx, call)
	if err != nil {
		return payment.PayPalRefund{}, err
	}
	var said refundJSON
	if err := readJSON(answer, &said); err != nil {
		return payment.PayPalRefund{}, err
	}
	if !said.usable() || id != "" && said.ID != id {
		return payment.PayPalRefund{}, answer.unknown(errUndecodable)
	}
	return said.domain(), nil
}
