package paypal

import (
	"context"
	"net/http"
	"net/url"

	"kontor/internal/shop/payment"
)

// WebhookRegistration reads the webhook with the configured id; nil if none is
// configured.
//
// Errors: a [payment.PayPalRefusal] that is NotFound if PayPal knows none with this id
// in the app of these credentials; a [payment.PayPalUnknown].
func (c *Client) WebhookRegistration(ctx context.Context) (*payment.Registration, error) {
	if c.options.WebhookID == "" {
		return nil, nil
	}
	answer, err := c.do(ctx, call{
		operation: "read webhook", subject: c.options.WebhookID, method: http.MethodGet,
		path: "/v1/notifications/webhooks/" + url.PathEscape(c.options.WebhookID), wait: usualWait,
	})
	if err != nil {
		return nil, err
	}
	var said struct {
		URL    string `json:"url"`
		Events []struct {
			Name string `json:"name"`
		} `json:"event_types"`
	}
	if err := readJSON(answer, &said); err != nil {
		return nil, err
	}
	if said.URL == "" {
		return nil, answer.unknown(errUndecodable)
	}
	registration := &payment.Registration{URL: said.URL}
	for _, event := range said.Events {
		registration.Events = append(registration.Events, event.Name)
	}
	return registration, nil
}
