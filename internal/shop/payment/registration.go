package payment

import (
	"context"
	"slices"
	"strings"
)

// Registration is a webhook as PayPal has it.
type Registration struct {
	URL    string   // where notifications go
	Events []string // their types; "*" stands for all
}

// WebhookHealth is what is known of the shop's webhook.
type WebhookHealth struct {
	State   WebhookState
	URL     string   // where notifications go, if PayPal knows the webhook
	Missing []string // types of notifications that the shop uses and does not get
}

// WebhookState is a kind of [WebhookHealth].
type WebhookState string

// The states of the webhook.
const (
	WebhookUnknown    WebhookState = "unbekannt"      // PayPal has not said anything about it yet
	WebhookOff        WebhookState = "ohne"           // the shop has no id of a webhook
	WebhookMissing    WebhookState = "fehlt"          // PayPal knows none with the shop's id
	WebhookElsewhere  WebhookState = "andere_adresse" // it notifies another address
	WebhookIncomplete WebhookState = "unvollstaendig" // types of notifications are missing
	WebhookRegistered WebhookState = "eingerichtet"
)

// neededEvents are the types of notifications that the shop follows.
//
// Source: PayPal's list of webhook event names.
var neededEvents = []string{
	"CHECKOUT.ORDER.APPROVED", "CHECKOUT.PAYMENT-APPROVAL.REVERSED",
	"PAYMENT.CAPTURE.COMPLETED", "PAYMENT.CAPTURE.PENDING", captureDenied, "PAYMENT.CAPTURE.REFUNDED", "PAYMENT.CAPTURE.REVERSED",
	"CUSTOMER.DISPUTE.CREATED", "CUSTOMER.DISPUTE.UPDATED", "CUSTOMER.DISPUTE.RESOLVED",
}

// PayPal's lists have both names for the same event; an account offers one or both.
const (
	captureDenied   = "PAYMENT.CAPTURE.DENIED"
	captureDeclined = "PAYMENT.CAPTURE.DECLINED"
)

// missing returns the needed types that the webhook does not have.
func (r *Registration) missing() (types []string) {
	if slices.Contains(r.Events, "*") {
		return nil
	}
	for _, needed := range neededEvents {
		if !slices.Contains(r.Events, needed) && !(needed == captureDenied && slices.Contains(r.Events, captureDeclined)) {
			types = append(types, needed)
		}
	}
	return types
}

func (c *Connection) checkWebhook(ctx context.Context) (WebhookHealth, error) {
	registered, err := c.Account.WebhookRegistration(ctx)
	switch {
	case notFound(err):
		return WebhookHealth{State: WebhookMissing}, nil
	case err != nil:
		return WebhookHealth{}, err
	case registered == nil:
		return WebhookHealth{State: WebhookOff}, nil
	}
	health := WebhookHealth{State: WebhookRegistered, URL: registered.URL, Missing: registered.missing()}
	switch {
	case !strings.HasSuffix(registered.URL, c.Webhook):
		health.State = WebhookElsewhere
	case len(health.Missing) > 0:
		health.State = WebhookIncomplete
	}
	return health, nil
}

// Explain returns, in German, what the state means and what the operator should do
// about it. want is the shop's own address for notifications.
func (h *WebhookHealth) Explain(want string) string {
	const without = " Der Shop fragt auch ohne Meldungen selbst bei PayPal nach, nur erfährt er manches später."
	switch h.State {
	case WebhookRegistered:
		return "Der Webhook ist eingerichtet und meldet alles, was der Shop braucht."
	case WebhookOff:
		return "Kein Webhook: PAYPAL_WEBHOOK_ID ist nicht gesetzt." + without
	case WebhookMissing:
		return "PayPal kennt in dieser App keinen Webhook mit der Nummer aus PAYPAL_WEBHOOK_ID. Ihn im Developer Dashboard anlegen und seine " +
			"Nummer eintragen; Sandbox und Echtbetrieb haben je einen eigenen." + without
	case WebhookElsewhere:
		return "Der Webhook meldet an " + h.URL + " und nicht an den Shop (" + want + "). Die Adresse im Developer Dashboard berichtigen." + without
	case WebhookIncomplete:
		return "Dem Webhook fehlen Ereignisse: " + strings.Join(labels(h.Missing), ", ") + ". Sie im Developer Dashboard ankreuzen." + without
	}
	return "PayPal hat zum Webhook noch nichts gesagt. Der Shop fragt wieder."
}

// labels returns the names of events as PayPal's dashboard writes them.
func labels(types []string) (names []string) {
	for _, t := range types {
		words := strings.ToLower(strings.NewReplacer(".", " ", "-", " ").Replace(t))
		names = append(names, "„"+strings.ToUpper(words[:1])+words[1:]+"“")
	}
	return names
}
