package paypal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"kontor/internal/shop/payment"
)

// ErrNoWebhookID means that notifications cannot be verified, because the id that they
// must be signed for is not configured.
var ErrNoWebhookID = errors.New("paypal: no webhook id is set")

// signatureJSON has the fields of the request that precede the notification itself.
type signatureJSON struct {
	AuthAlgo         string `json:"auth_algo"`
	CertURL          string `json:"cert_url"`
	TransmissionID   string `json:"transmission_id"`
	TransmissionSig  string `json:"transmission_sig"`
	TransmissionTime string `json:"transmission_time"`
	WebhookID        string `json:"webhook_id"`
}

// VerifyWebhook asks PayPal whether it sent a notification, and for this shop.
// Implausible ones are refused without a call. An error means that the check could not
// be made: [ErrNoWebhookID], a [payment.PayPalRefusal] or a [payment.PayPalUnknown].
func (c *Client) VerifyWebhook(ctx context.Context, webhook payment.PayPalWebhook) (genuine bool, err error) {
	if c.options.WebhookID == "" {
		return false, ErrNoWebhookID
	}
	switch {
	case !plausible(&webhook):
		return false, nil
	case !c.signers.sign(webhook.CertURL):
		c.options.Log.LogAttrs(ctx, slog.LevelWarn, "notification with a foreign certificate refused")
		return false, nil
	}
	body, err := c.verification(&webhook)
	if err != nil {
		return false, err
	}
	answer, err := c.do(ctx, call{
		operation: "verify webhook", subject: webhook.TransmissionID, method: http.MethodPost,
		path: "/v1/notifications/verify-webhook-signature", body: body, wait: usualWait,
	})
	if isMalformed(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return readVerification(answer)
}

// verification builds the request around the notification's own bytes. Re-encoding
// would change them, and the signature covers the bytes.
func (c *Client) verification(webhook *payment.PayPalWebhook) ([]byte, error) {
	head, err := json.Marshal(signatureJSON{
		AuthAlgo:         webhook.AuthAlgo,
		CertURL:          webhook.CertURL,
		TransmissionID:   webhook.TransmissionID,
		TransmissionSig:  webhook.TransmissionSig,
		TransmissionTime: webhook.TransmissionTime,
		WebhookID:        c.options.WebhookID,
	})
	if err != nil {
		return nil, err
	}
	head = bytes.TrimSuffix(head, []byte("}"))
	return bytes.Join([][]byte{head, []byte(`,"webhook_event":`), webhook.Body, []byte("}")}, nil), nil
}

// plausible reports whether PayPal could have sent this. The body must be a single JSON
// object; otherwise it could inject fields into the request.
func plausible(w *payment.PayPalWebhook) bool {
	if _, err := time.Parse(time.RFC3339, w.TransmissionTime); err != nil {
		return false
	}
	for text, limit := range map[string]int{w.AuthAlgo: 100, w.CertURL: 500, w.TransmissionID: 50, w.TransmissionSig: 500} {
		if !isHeaderText(text) || len(text) > limit {
			return false
		}
	}
	return bytes.HasPrefix(bytes.TrimLeft(w.Body, " \t\r\n"), []byte("{")) && json.Valid(w.Body)
}

// isMalformed reports whether PayPal could not parse a notification, which is then not
// its own.
func isMalformed(err error) bool {
	var refusal *payment.PayPalRefusal
	return errors.As(err, &refusal) && refusal.OfContent()
}

func readVerification(answer *answer) (bool, error) {
	var said struct {
		Status string `json:"verification_status"`
	}
	if err := readJSON(answer, &said); err != nil {
		return false, err
	}
	switch said.Status {
	case "SUCCESS":
		return true, nil
	case "FAILURE":
		return false, nil
	}
	return false, answer.unknown(errUndecodable)
}
