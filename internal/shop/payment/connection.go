package payment

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"kontor/internal/rescue"
	"kontor/internal/shop"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/outbox"
)

const (
	// checkEvery is the time between two checks of a connection that works.
	checkEvery = time.Hour
	// checkSoon is the time between two checks while something is wrong with it.
	checkSoon = 5 * time.Minute
	// watchPause is how soon a denial that a payment met is noticed.
	watchPause = 30 * time.Second
)

// Account is the shop's account at PayPal.
type Account interface {
	// Access returns what the answers so far say about the credentials, without a call.
	Access() Access
	// Renew asks PayPal for a new token; the outcome is in Access.
	Renew(context.Context) error
	// WebhookRegistration returns the webhook whose id the shop has; nil if it has
	// none. Errors are those of [PayPal].
	WebhookRegistration(context.Context) (*Registration, error)
}

// Notices keeps messages that are about no order.
type Notices interface {
	// OweOnce stores a message unless one with its key exists, and returns what it
	// stored.
	OweOnce(context.Context, message.Message) ([]message.Message, error)
}

// ConnectionOptions are the dependencies and settings of a [Connection]. Only Account,
// Webhook and Now are needed for [Connection.Check].
type ConnectionOptions struct {
	Account Account
	Notices Notices
	Outbox  *outbox.Outbox // nil: there is no sender
	Log     *slog.Logger
	Now     func() time.Time

	Webhook string // URL at which the shop takes notifications, or at least the end of it
}

// Connection watches the shop's connection with PayPal: whether its credentials are
// accepted, and whether its webhook is registered. Every instance has its own.
type Connection struct {
	ConnectionOptions

	mu      sync.Mutex
	webhook WebhookHealth // as of checked
	checked time.Time     // zero: never
	told    shop.Day      // of the latest message to the operator; used by Watch alone
}

// NewConnection returns a connection that was not checked yet.
func NewConnection(o ConnectionOptions) *Connection {
	o.Now = shop.Clock(o.Now)
	return &Connection{ConnectionOptions: o, webhook: WebhookHealth{State: WebhookUnknown}}
}

// Health is what is known of a connection.
type Health struct {
	Access  Access
	Webhook WebhookHealth
	Checked time.Time // the latest check; zero: there was none
}

// Good reports whether nothing is wrong. Doing without a webhook is not wrong.
func (h *Health) Good() bool {
	return h.Access.State == AccessGranted && (h.Webhook.State == WebhookRegistered || h.Webhook.State == WebhookOff)
}

// Health returns what is known of the connection, without a call.
func (c *Connection) Health() Health {
	c.mu.Lock()
	defer c.mu.Unlock()
	return Health{c.Account.Access(), c.webhook, c.checked}
}

// Check asks PayPal for a token and for the webhook. What PayPal does not answer stays
// as it was.
func (c *Connection) Check(ctx context.Context) Health {
	var webhook WebhookHealth
	err := c.Account.Renew(ctx)
	if err == nil {
		webhook, err = c.checkWebhook(ctx)
	}
	c.mu.Lock()
	if err == nil {
		c.webhook = webhook
	}
	c.checked = c.Now()
	c.mu.Unlock()
	return c.Health()
}

// Run watches the connection until the context ends.
func (c *Connection) Run(ctx context.Context) {
	for ctx.Err() == nil {
		rescue.Run(c.Log, "connection with PayPal", func() { c.Watch(ctx) })
		rest(ctx, watchPause)
	}
}

// Watch checks the connection if it is time to, and sends the operator a message a day
// while access is denied.
func (c *Connection) Watch(ctx context.Context) {
	health := c.Health()
	pause := checkSoon
	if health.Good() {
		pause = checkEvery
	}
	if health.Checked.IsZero() || !c.Now().Before(health.Checked.Add(pause)) {
		health = c.Check(ctx)
	}
	if health.Access.State == AccessDenied {
		c.notify(ctx, &health.Access)
	}
}

// notify sends the day's message about the denial, once for all instances.
func (c *Connection) notify(ctx context.Context, access *Access) {
	at := c.Now()
	day := shop.DayOf(at)
	if c.told == day {
		return
	}
	c.Log.Error("PayPal denies access", slog.String("why", access.Reason), slog.Time("since", access.Since))
	err := c.Outbox.Deliver(ctx, func(sending message.Sending) ([]message.Message, *order.Order, error) {
		owed, err := c.Notices.OweOnce(ctx, toOperator("paypal-zugang-"+string(day), access.note(), sending, at))
		return owed, nil, err
	})
	if err != nil {
		c.Log.Error("operator not told of the denial", slog.Any("error", err))
		return
	}
	c.told = day
}

// note explains to the operator what the denial means and what to do.
func (a *Access) note() message.OperatorNote {
	return message.OperatorNote{
		Subject: a.Reason,
		Text: a.Reason + ", seit " + a.Since.In(shop.Berlin).Format("02.01.2006, 15:04 Uhr") + ".\n\n" +
			"Käufer können gerade nicht mit PayPal bezahlen, und Erstattungen warten. Bestellungen per Überweisung gehen weiter. " +
			"Begonnene Zahlungen und Erstattungen bringt der Shop von selbst zu Ende, sobald PayPal ihn wieder einlässt.\n\n" + a.Advice(),
	}
}

// Advice returns, in German, what the operator should do; empty: nothing.
func (a *Access) Advice() string {
	switch a.Reason {
	case DeniedCredentials:
		return "Im Developer Dashboard von PayPal unter „Apps & Credentials“ Client-ID und Secret der App ansehen, " +
			"PAYPAL_CLIENT_ID und PAYPAL_CLIENT_SECRET danach setzen und den Shop neu starten. Zugangsdaten der Sandbox gelten nur mit deren " +
			"Adresse in PAYPAL_BASE_URL. Ob es stimmt, sagt kontor payments test."
	case DeniedAccess:
		return "Im PayPal-Konto nachsehen, ob es eingeschränkt ist, und im Developer Dashboard, ob die App noch besteht und aktiv ist. " +
			"Ob es wieder geht, sagt kontor payments test."
	}
	return ""
}
