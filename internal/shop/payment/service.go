package payment

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"kontor/internal/rescue"
	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/outbox"
	"kontor/internal/trace"
)

// Options are the dependencies and settings of [Service]. All but Outbox,
// Confirm, PayLater and SDK are required.
type Options struct {
	Store  Store
	PayPal PayPal
	Outbox *outbox.Outbox // nil: there is no sender
	Log    *slog.Logger
	Now    func() time.Time

	Prefix   string              // of order numbers
	Prices   checkout.PriceCheck // how baskets are checked; their sums always are
	Terms    *checkout.Terms     // what the shop charges besides its prices
	Confirm  bool                // only the buyer's own click captures
	PayLater bool                // PayPal's button and message for paying later stand beside its own
	Timeout  time.Duration       // how long an answer waits for PayPal
	Interval time.Duration       // between two rounds of reconciliation

	ShopName     string                     // for PayPal's pages
	CheckoutPage func(shop.Language) string // URL that buyers return to
	ClientID     string                     // public; pages load PayPal's script with it
	SDK          string                     // URL of PayPal's script; empty: PayPal's own
	Sandbox      bool                       // no real money moves

	Connection *Connection // what pages and probes are shown of it; the caller runs it

	OnPlaced func(*order.Order) // called for each payment that becomes an order; nil: nobody wants to know
}

// Service takes money through PayPal. Browser, webhook and reconciliation all go the
// same way: the journal says what is known, PayPal is called, and the journal's next
// entry is stored with everything that follows from it.
type Service struct {
	Options
	wake chan struct{} // wakes the reconciliation for notifications

	mu      sync.Mutex // guards closed while reads begin
	closed  bool
	reads   sync.WaitGroup
	cleaned time.Time // used by the reconciliation alone

	calls         pause // about payments
	verifications pause // of notifications, which strangers can cause as well
}

// New returns payments through PayPal. The caller closes them before outbox and
// store.
func New(o Options) *Service {
	o.Now = shop.Clock(o.Now)
	return &Service{Options: o, wake: make(chan struct{}, 1)}
}

// Close waits for the reads at PayPal that are in progress. Each ends within the
// time-outs of its calls.
func (p *Service) Close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	p.reads.Wait()
}

// errEnding means that the shop is closing and begins nothing new.
var errEnding = errors.New("checkout: the shop is ending")

// within runs a read in the background, where no client can cancel it, and waits for it
// until the given time. The error is nil if it has not ended by then.
func (p *Service) within(ctx context.Context, until time.Time, read func(context.Context) error) error {
	var err error
	ended := make(chan struct{})
	p.mu.Lock()
	closed := p.closed
	if !closed {
		p.reads.Go(func() {
			defer close(ended)
			if panicked := rescue.Run(p.Log, "payment", func() { err = read(trace.Continued(ctx)) }); panicked != nil {
				err = panicked
			}
		})
	}
	p.mu.Unlock()
	if closed {
		return errEnding
	}
	patience := time.NewTimer(time.Until(until))
	defer patience.Stop()
	select {
	case <-ended:
		return err
	case <-patience.C:
		return nil
	}
}

// step makes one step of a payment and the first attempts at the messages that it
// causes.
func (p *Service) step(ctx context.Context, id int64, actor string, apply func(*Payment, time.Time)) (Payment, error) {
	at := p.Now()
	var changed Changed
	err := p.Outbox.Deliver(ctx, func(sending message.Sending) (_ []message.Message, _ *order.Order, err error) {
		changed, err = p.Store.ChangePayment(context.Background(), Change{
			ID: id, Actor: actor, At: at, Prefix: p.Prefix, Mails: p.Outbox.MailLimit(), Delivery: p.Terms.Delivery,
			Apply: func(payment *Payment) { apply(payment, at) },
			Owe: func(before, after *Payment, order *order.Order) []message.Message {
				return owedFor(before, after, order, sending, at)
			},
		})
		return changed.Messages, changed.Order, err
	})
	if err != nil {
		p.Log.Error("payment not changed", slog.Int64("payment", id), slog.Any("error", err))
		return changed.Payment, err
	}
	if changed.Order != nil && p.OnPlaced != nil {
		p.OnPlaced(changed.Order)
	}
	if before, after := &changed.Before, &changed.Payment; before.State != after.State {
		p.Log.Info("payment changed", paymentAttr(after), slog.String("from", string(before.State)))
	}
	return changed.Payment, nil
}

// paymentAttr returns the log attribute that identifies a payment.
func paymentAttr(p *Payment) slog.Attr {
	return slog.Group("payment", slog.Int64("id", p.ID), slog.String("number", p.Number), slog.String("state", string(p.State)),
		slog.Int64("order", p.OrderID), slog.String("reason", p.Reason), slog.String("debug_id", p.DebugID))
}
