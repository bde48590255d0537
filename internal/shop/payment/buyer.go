package payment

import (
	"context"
	"errors"
	"log/slog"
	"net/url"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/order"
)

// Create freezes a basket and returns its payment, with the order at PayPal for
// the buyer to approve. The checks are those of [checkout.Service.Place] in the same
// order, then that PayPal can take the total, and the checkout page's key. The same
// page gets the same order for the same basket.
//
// Errors: the domain's refusals; ErrBusy; ErrPayPalAway if PayPal has not
// answered in time.
func (p *Service) Create(ctx context.Context, draft *checkout.Draft, checkoutKey string, key *checkout.Idempotency) (Opened, error) {
	if err := checkDraft(draft, checkoutKey, key); err != nil {
		return Opened{}, err
	}
	now := p.Now()
	draft.PaymentMethod = order.MethodPayPal
	opened, err := p.Store.OpenPayment(ctx, Opening{
		Payment:     NewPayment(checkoutKey, draft.Order(now), p.Confirm, now),
		Idempotency: key, Prices: p.Prices, Terms: p.Terms,
	})
	if err != nil {
		return opened, err
	}
	until := time.Now().Add(p.Timeout)
	if opened.Mine {
		if err := p.within(ctx, until, func(ctx context.Context) (err error) {
			p.holding(Lease{Payment: opened.Payment.ID}, func() { err = p.create(ctx, opened.Payment) })
			return err
		}); err != nil {
			return opened, err
		}
	}
	opened.Payment, err = p.await(ctx, until, opened.Payment.ID, func(payment *Payment) bool {
		return payment.State == StateNew
	})
	if err != nil {
		return opened, err
	}
	return opened, createOutcome(&opened.Payment)
}

func checkDraft(draft *checkout.Draft, checkoutKey string, key *checkout.Idempotency) error {
	if err := draft.Check(); err != nil {
		return err
	}
	if err := draft.CheckPayable(); err != nil {
		return err
	}
	if key != nil {
		if err := key.Check(); err != nil {
			return err
		}
	}
	if !ValidCheckoutKey(checkoutKey) {
		return shop.ErrBadRequest
	}
	return nil
}

// createOutcome returns the error for a buyer who wanted to pay.
func createOutcome(payment *Payment) error {
	switch {
	case payment.State == StateNew:
		return ErrPayPalAway
	case payment.PayPalOrderID == "", payment.State == StateDiscarded:
		return payment.Outcome()
	}
	return nil
}

// create creates the order of a new payment at PayPal.
func (p *Service) create(ctx context.Context, payment Payment) error {
	order, err := p.createOrder(ctx, &payment)
	var refusal *PayPalRefusal
	switch {
	case err == nil:
		_, err = p.step(ctx, payment.ID, ActorBuyer, func(payment *Payment, at time.Time) { payment.CreatedAs(order.ID, at) })
	case errors.As(err, &refusal):
		p.Log.Error("PayPal creates no order", paymentAttr(&payment), slog.Any("error", err))
		_, err = p.step(ctx, payment.ID, ActorBuyer, func(payment *Payment, at time.Time) { payment.NotCreated(refusal, at) })
	default:
		p.logUnknown(&payment, err)
		_, err = p.step(ctx, payment.ID, ActorBuyer, func(payment *Payment, at time.Time) {
			payment.Release(at)
			payment.NoteDenial(err)
		})
	}
	return err
}

// createOrder creates the order at PayPal with the buyer's address and the items, or if
// PayPal dislikes them, without: the sale must not fail because of them. Whoever repeats
// it after a lost answer makes the same requests.
func (p *Service) createOrder(ctx context.Context, payment *Payment) (PayPalOrder, error) {
	page := p.CheckoutPage(payment.Basket.Language)
	wanted := PayPalNewOrder{
		RequestID: payment.CreateRequest(), CustomID: payment.Key, InvoiceID: payment.Number,
		Description: "Bestellung " + p.ShopName, BrandName: p.ShopName, Amount: payment.Total, Basket: payment.Basket,
		Language: payment.Basket.Language, Confirm: payment.Confirm, ReturnURL: page, CancelURL: page + "?abgebrochen=1",
	}
	order, err := p.PayPal.CreateOrder(ctx, wanted)
	if refusal := (*PayPalRefusal)(nil); !errors.As(err, &refusal) || !refusal.OfContent() {
		return order, err
	}
	p.Log.Warn("PayPal refuses the order with its address", paymentAttr(payment), slog.Any("error", err))
	wanted.RequestID, wanted.Basket = payment.BareCreateRequest(), nil
	return p.PayPal.CreateOrder(ctx, wanted)
}

// Capture takes the money for a payment because the buyer's browser reports it as
// approved, and returns the payment's resulting state. The basket is the frozen one;
// only PayPal decides whether there is money.
//
// Errors: ErrNotFound without a call to PayPal, and those of [Payment.Outcome].
func (p *Service) Capture(ctx context.Context, payPalOrder string) (payment Payment, first bool, err error) {
	before, err := p.State(ctx, payPalOrder)
	if err != nil {
		return before, false, err
	}
	until := time.Now().Add(p.Timeout)
	// A read that began before the buyer approved may have missed it.
	payment, err = p.await(ctx, until, before.ID, func(payment *Payment) bool { return payment.State == StateCreated })
	if err != nil {
		return payment, false, err
	}
	if !payment.Leased(p.Now()) && worthReading(&payment, ActorBuyer) {
		if err = p.within(ctx, until, func(ctx context.Context) error {
			_, _, err := p.settle(ctx, before.ID, ActorBuyer)
			return err
		}); err != nil {
			return payment, false, errors.Join(ErrUnclear, err)
		}
	}
	payment, err = p.await(ctx, until, before.ID, func(payment *Payment) bool {
		return payment.State == StateCapturing || payment.State == StateCreated
	})
	switch {
	case err != nil:
		return payment, false, err
	case payment.State == StateCreated && payment.Leased(p.Now()):
		return payment, false, ErrUnclear // whoever reads it may be dead
	}
	return payment, before.State != StateCompleted, payment.Outcome()
}

// State returns the payment of an order at PayPal from the journal, or
// ErrNotFound.
func (p *Service) State(ctx context.Context, payPalOrder string) (Payment, error) {
	if !IsPayPalID(payPalOrder) {
		return Payment{}, ErrNotFound
	}
	return p.Store.PaymentByPayPal(ctx, payPalOrder)
}

// awaitPause is the pause between two reads of a payment that somebody else is
// processing.
const awaitPause = 50 * time.Millisecond

// await returns a payment once nobody is processing it or it has left the passing
// states, but no later than the given time.
func (p *Service) await(ctx context.Context, until time.Time, id int64, passing func(*Payment) bool) (payment Payment, err error) {
	for {
		payment, err = p.Store.Payment(ctx, id)
		if err != nil || !passing(&payment) || !payment.Leased(p.Now()) || time.Now().After(until) || ctx.Err() != nil {
			return payment, err
		}
		rest(ctx, awaitPause)
	}
}

// payPalSDK is the URL from which browsers load PayPal's script. It must come from
// PayPal itself.
const payPalSDK = "https://www.paypal.com/sdk/js"

// otherFunding are the funding sources that get no button of their own.
const otherFunding = "card,credit,sepa,bancontact,blik,eps,giropay,ideal,mybank,p24,sofort,venmo"

// ScriptURL returns the URL of PayPal's script with the shop's settings.
func (p *Service) ScriptURL() string {
	query := url.Values{
		"client-id": {p.ClientID}, "currency": {CurrencyEuro}, "intent": {"capture"}, "components": {"buttons"},
		"disable-funding": {"paylater," + otherFunding},
		"commit":          {"true"},
	}
	if p.Confirm {
		query.Set("commit", "false")
	}
	if p.PayLater {
		query.Set("components", "buttons,messages")
		query.Set("enable-funding", "paylater")
		query.Set("disable-funding", otherFunding)
	}
	sdk := p.SDK
	if sdk == "" {
		sdk = payPalSDK
	}
	return sdk + "?" + query.Encode()
}
