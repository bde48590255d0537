package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"kontor/internal/paypal/paypalsim"
	"kontor/internal/shop"
	"kontor/internal/shop/checkout"
	"kontor/internal/shop/coupon"
	"kontor/internal/shop/message"
	"kontor/internal/shop/order"
	"kontor/internal/shop/payment"
	"kontor/tests/shoptest"
)

// till is a public shop with PayPal, and a customer who buys.
type till struct {
	*shoptest.Shop
	t        *testing.T
	customer *shoptest.Client
}

// startTill starts a shop that does nothing by itself: tests reconcile.
func startTill(t *testing.T, options ...shoptest.Option) *till {
	t.Helper()
	s := shoptest.Start(t, append([]shoptest.Option{
		shoptest.Public(), shoptest.PayPal(), shoptest.Prices(checkout.PriceCheckOff),
	}, options...)...)
	return &till{s, t, s.Anonymous()}
}

// approved opens a payment that the buyer approves.
func (p *till) approved(changes ...func(shoptest.Body)) string {
	p.t.Helper()
	id := p.customer.Pay(changes...)
	p.Approve(id)
	return id
}

// reconcile makes a round of the reconciliation some time later.
func (p *till) reconcile(later time.Duration) {
	p.t.Helper()
	p.Clock.Advance(later)
	p.Payments.Reconcile(p.t.Context())
}

// payment returns the journal's entry of an order at PayPal.
func (p *till) payment(id string) payment.Payment {
	p.t.Helper()
	payment, err := p.DB.PaymentByPayPal(p.t.Context(), id)
	if err != nil {
		p.t.Fatalf("payment %s: %v", id, err)
	}
	return payment
}

// want checks a payment's state.
func (p *till) want(id string, state payment.State) payment.Payment {
	p.t.Helper()
	payment := p.payment(id)
	if payment.State != state {
		p.t.Errorf("payment %s is %s (%s), want %s", id, payment.State, payment.Reason, state)
	}
	return payment
}

// wantBooks checks that what PayPal holds has so many orders, all of them paid,
// and that the books of both agree.
func (p *till) wantBooks(orders int) {
	p.t.Helper()
	page, err := p.DB.Orders(p.t.Context(), order.Filter{PaymentMethod: order.MethodPayPal, Limit: order.MaxLimit})
	if err != nil {
		p.t.Fatal(err)
	}
	ordered := make(map[string]shop.Cents)
	for _, o := range page.Orders {
		if o.Status != order.StatusPaid || o.PayPalOrderID == "" || ordered[o.PayPalOrderID] != 0 {
			p.t.Errorf("order %s is %s, receipt %q", o.Number, o.Status, o.PayPalOrderID)
		}
		ordered[o.PayPalOrderID] = o.TotalCents()
	}
	if len(page.Orders) != orders {
		p.t.Errorf("%d orders, want %d", len(page.Orders), orders)
	}
	for _, entry := range p.PayPal.Books() {
		if held := entry.Held(); held != ordered[entry.OrderID] {
			p.t.Errorf("PayPal holds %s € for %s, the order is of %s €", held, entry.OrderID, ordered[entry.OrderID])
		}
	}
	p.wantBalance()
}

func (p *till) wantBalance() payment.Balance {
	p.t.Helper()
	balance, err := p.DB.PaymentBalance(p.t.Context())
	if err != nil {
		p.t.Fatal(err)
	}
	if d := balance.Difference(); d != 0 {
		p.t.Errorf("the books differ by %s €: %+v", d, balance)
	}
	if plain := p.plainBalance(); balance != plain {
		p.t.Errorf("the proof is %+v, the rows say %+v", balance, plain)
	}
	return balance
}

// wantReturned checks what PayPal refunded on an order.
func (p *till) wantReturned(id string, want shop.Cents) {
	p.t.Helper()
	if got := p.PayPal.Entry(id).Refunded; got != want {
		p.t.Errorf("PayPal gave %s € back, want %s €", got, want)
	}
}

// wantNothingPrivate looks for the buyer and for secrets in the log.
func (p *till) wantNothingPrivate() {
	p.t.Helper()
	p.WantNotLogged(append([]string{
		"Erika", "erika@example.org", "Heidestraße", paypalsim.BuyerEmail, paypalsim.BuyerID, paypalsim.BuyerSurname,
		shoptest.PayPalSecret,
	}, p.PayPal.Tokens()...)...)
}

// numbers returns the order number of an answer with a 200 or 201.
func numbers(t *testing.T, a shoptest.Answer) string {
	t.Helper()
	if a.Status != http.StatusOK && a.Status != http.StatusCreated {
		t.Fatalf("answered %d: %s", a.Status, strings.TrimSpace(a.Text()))
	}
	return a.JSON()["bestellnummer"].(string)
}

// wantNoOrders checks that nobody has an order through PayPal.
func (p *till) wantNoOrders() {
	p.t.Helper()
	page, err := p.DB.Orders(p.t.Context(), order.Filter{PaymentMethod: order.MethodPayPal})
	if err != nil || len(page.Orders) > 0 {
		p.t.Errorf("%d orders, %v", len(page.Orders), err)
	}
}

// wantNotes checks how many messages the operator has that begin so.
func (p *till) wantNotes(subject string, want int) {
	p.t.Helper()
	page, err := p.DB.Messages(p.t.Context(), message.Filter{Limit: order.MaxLimit})
	if err != nil {
		p.t.Fatal(err)
	}
	got := 0
	for _, m := range page.Messages {
		if m.Note != nil && strings.HasPrefix(m.Note.Subject, subject) {
			got++
		}
	}
	if got != want {
		p.t.Errorf("%d messages %q, want %d", got, subject, want)
	}
}

// coupon stores one that each person may use once.
func storeCoupon(t *testing.T, s *shoptest.Shop, code string) {
	t.Helper()
	c := coupon.Coupon{Code: code, OncePerPerson: true, Active: true, Kind: coupon.Percent, Value: 10}
	if _, err := s.DB.CreateCoupon(t.Context(), c, s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
}

// startClosedTill starts a shop like [startTill], but one that is not public: browsers
// enter it through its gates.
func startClosedTill(t *testing.T) *till {
	t.Helper()
	s := shoptest.Start(t, shoptest.PayPal(), shoptest.Prices(checkout.PriceCheckOff))
	return &till{s, t, s.Visitor()}
}
