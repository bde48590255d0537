package paypalsim

import (
	"net/http"

	"kontor/internal/shop/payment"
)

// DenyCredentials refuses tokens to the merchant from now on, as PayPal does when the
// secret was replaced or the app deleted. Tokens that were issued stay valid; see
// [Server.RevokeTokens].
func (s *Server) DenyCredentials() { s.deny(true) }

// AcceptCredentials ends [Server.DenyCredentials].
func (s *Server) AcceptCredentials() { s.deny(false) }

func (s *Server) deny(denied bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.denied = denied
}

// RegisterWebhook sets what PayPal knows of the merchant's webhook; nil: it was deleted.
// Without a call it is the URL that notifications go to, and all events.
func (s *Server) RegisterWebhook(registration *payment.Registration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.registration = func() *payment.Registration { return registration }
}

// allEvents is the registration with every event for the URL that notifications go to.
func (s *Server) allEvents() *payment.Registration {
	s.webhooks.mu.Lock()
	defer s.webhooks.mu.Unlock()
	return &payment.Registration{URL: s.webhooks.url, Events: []string{"*"}}
}

// readWebhook shows the merchant's webhook.
//
// Source: PayPal Webhooks v1, GET /v1/notifications/webhooks/{webhook_id}.
func (s *Server) readWebhook(r *request) reply {
	s.mu.Lock()
	read := s.registration
	s.mu.Unlock()
	registration := read()
	if registration == nil || r.PathValue("id") != s.options.WebhookID {
		return notFound()
	}
	events := []object{}
	for _, name := range registration.Events {
		events = append(events, object{"name": name, "description": "An event.", "status": "ENABLED"})
	}
	return reply{status: http.StatusOK, body: object{
		"id": s.options.WebhookID, "url": registration.URL, "event_types": events,
		"links": []object{s.link("self", http.MethodGet, r.URL.Path)},
	}}
}
