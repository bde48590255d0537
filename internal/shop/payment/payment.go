package payment

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"regexp"
	"strconv"
	"time"

	"kontor/internal/shop"
	"kontor/internal/shop/order"
)

// Payment is an entry of the payment journal: one attempt to pay one frozen basket
// through PayPal. It exists before PayPal is first called, and determines at any moment
// what to do next, so that no crash loses money.
type Payment struct {
	ID          int64
	Key         string // random; PayPal's custom id, and the prefix of all request ids
	Number      string // readable, globally unique, e.g. PP-2026-7KQ4M2XD; PayPal's invoice id
	CheckoutKey string // of the checkout page, see [ValidCheckoutKey]; empty for money from an unknown order
	BasketHash  string // see [BasketHash]
	State       State
	Since       time.Time    // when it entered this state
	Basket      *order.Order // the order that the money will become; nil once it has, or long after the payment ended
	Confirm     bool         // only the buyer's own click captures, whatever PayPal reports
	Total       shop.Cents   // what the buyer agreed to pay, in euro cents, above 0

	PayPalOrderID string // empty until PayPal has created the order
	Attempt       int    // part of the capture's request id; increases when PayPal has refused for good
	Asked         Asked
	Capture       Capture
	Refund        AutomaticRefund // the automatic one; the operator's are stored separately
	Returned      shop.Cents      // total of the operator's refunds that have not failed, set by the store
	Ordered       *Ordered        // the operator's refunds, set by the store for a step of the payment; nil: none, or not known
	FailedRefunds int64           // the operator's refunds that failed and wait for a decision, set by the store
	WonBack       shop.Cents      // part of Capture.Outside: brought back by disputes that were won, set by the store
	Contested     shop.Cents      // total of the open disputes, set by the store
	DisputesDue   int64           // open disputes that wait for the seller, see [Dispute.SellersTurn], set by the store
	CustomerID    int64           // the account it was opened from; 0: a guest
	OrderID       int64           // the shop's order; 0: none
	OrderNumber   string          // number of that order, set by the store
	OrderStatus   order.Status    // state of that order, set by the store

	Tries      int       // reads at PayPal since it entered this state
	NextAt     time.Time // when to read it again; zero: never
	LeaseUntil time.Time // somebody is processing it until then; saves calls, decides nothing
	Cause      Cause     // what decides about it beyond its state
	Reason     string    // why it is in this state, for people only: PayPal's issue, or German words; never personal data
	DebugID    string    // of PayPal's latest refusal, for its support
	FinalRead  time.Time // when the final read after an end without money was first made; see [FinalReadAgain]
	Active     bool      // it owns its checkout key

	CreatedAt, UpdatedAt time.Time
	Version              int64
}

// Asked is the shop's request to capture that PayPal has not answered.
type Asked struct {
	Times int       // how often it was made in this state
	At    time.Time // the latest time; zero: there is none
}

// Cause is what decides about a payment besides its state. Unlike the reason it is not
// for people.
type Cause string

// The causes of a payment's state.
const (
	CauseNone       Cause = ""
	CauseInstrument Cause = "zahlungsmittel" // PayPal declined the funding source; the buyer may choose another
	CauseVanished   Cause = "verschwunden"   // PayPal does not know an order that it was asked to capture
	CauseCoupon     Cause = "gutschein"      // another order uses its coupon
	CauseStock      Cause = "bestand"        // others have bought what it needs
	CauseByHand     Cause = "von_hand"       // see [Payment.SettleByHand]
)

// Capture is PayPal's state of the capture. Everything is empty before.
type Capture struct {
	ID       string
	Status   string // PayPal's term
	Reason   string // PayPal's term
	Amount   shop.Cents
	Currency string
	Outside  shop.Cents // returned outside the shop, in euro cents; never falls, see [Payment.WonBack]
	Shown    shop.Cents // the most that PayPal's order ever showed as returned, without the shop's named refunds
	Last     shop.Cents // what of that it still showed last
	Listed   string     // of that each movement by its id, in JSON; empty: none
	Undone   shop.Cents // what it then no longer showed, since a won dispute brought it back
}

// AutomaticRefund is PayPal's state of a refund. Everything is empty before.
type AutomaticRefund struct {
	ID      string
	Status  string // PayPal's term, or the issue of its refusal
	Attempt int    // part of the refund's request id from the second on
	Named   bool   // the current request has a custom id, see [Refund.Named]
}

// NewPayment returns the payment of a basket, not yet stored. The basket's total must
// have passed [checkout.Draft.CheckPayable].
func NewPayment(checkoutKey string, basket *order.Order, confirm bool, at time.Time) *Payment {
	p := &Payment{
		Key: newKey(), Number: newNumber(at), CheckoutKey: checkoutKey, BasketHash: BasketHash(basket),
		State: StateNew, Basket: basket, CustomerID: basket.CustomerID, Confirm: confirm, Total: basket.TotalCents(),
		Attempt: 1, Active: true, CreatedAt: at, UpdatedAt: at,
	}
	p.enter(StateNew, "", at)
	return p
}

// ForeignMoney returns the entry for money that PayPal took for an order unknown to the
// journal: a case for the operator.
func ForeignMoney(o *PayPalOrder, at time.Time) *Payment {
	p := &Payment{
		Key: newKey(), Number: newNumber(at), Total: max(1, o.Amount.Cents),
		PayPalOrderID: o.ID, Attempt: 1, CreatedAt: at, UpdatedAt: at,
	}
	if c, ok := o.decisiveCapture(); ok {
		p.keep(c)
	}
	p.enter(StateUnclear, reasonForeign, at)
	return p
}

func newKey() string {
	var id [16]byte
	rand.Read(id[:]) // never fails
	return hex.EncodeToString(id[:])
}

var readable = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// newNumber has 40 random bits; the store refuses a number that it already has.
func newNumber(at time.Time) string {
	var random [5]byte
	rand.Read(random[:])
	return fmt.Sprintf("PP-%d-%s", at.UTC().Year(), readable.EncodeToString(random[:]))
}

var checkoutKey = regexp.MustCompile(`^[A-Za-z0-9_-]{22,64}$`)

// ValidCheckoutKey reports whether a checkout page may have made the key: 128 random
// bits or more in 22 to 64 characters A-Z, a-z, 0-9, "_" and "-".
func ValidCheckoutKey(key string) bool { return checkoutKey.MatchString(key) }

// CreateRequest, CaptureRequest and RefundRequest are the ids of the payment's requests
// to PayPal, which carries out each id once.
func (p *Payment) CreateRequest() string { return p.Key + "-anlegen" }

// BareCreateRequest is the id of the request that creates the order without the buyer's
// address, after PayPal has refused the other.
func (p *Payment) BareCreateRequest() string { return p.Key + "-anlegen-ohne-adresse" }

// CaptureRequest is the id of the current attempt to capture.
func (p *Payment) CaptureRequest() string { return p.Key + "-einzug-" + strconv.Itoa(p.Attempt) }

// RefundRequest is the id of the automatic refund. It changes only after PayPal has
// refused the previous one for good.
func (p *Payment) RefundRequest() string {
	if p.Refund.Attempt > 0 {
		return p.Key + "-erstattung-" + strconv.Itoa(p.Refund.Attempt+1)
	}
	return p.Key + "-erstattung"
}

// RefundCustomID is PayPal's custom id of the automatic refund; empty: it has none.
func (p *Payment) RefundCustomID() string {
	if p.Refund.Named {
		return p.RefundRequest()
	}
	return ""
}

// HasMoney reports whether PayPal has confirmed that it took the money.
func (c *Capture) HasMoney() bool {
	switch c.Status {
	case PayPalCaptureCompleted, PayPalCapturePartiallyRefunded, PayPalCaptureRefunded:
		return true
	}
	return false
}

// Leased reports whether somebody is processing the payment.
func (p *Payment) Leased(at time.Time) bool { return at.Before(p.LeaseUntil) }

// OwesRefund reports whether the money has to be returned to the buyer.
func (p *Payment) OwesRefund() bool {
	return p.State == StateRefundDue || p.State == StateRefunding || p.State == StateUnclear && p.Refund.Status != ""
}

// Holds reports whether the payment reserves its coupon and has taken its goods: as long as it may become
// an order, and has requested money.
func (p *Payment) Holds() bool {
	undecided := p.State == StateUnclear && p.Basket != nil && !p.OwesRefund()
	return p.State == StateCapturing || p.State == StatePending || undecided || p.vanished()
}

// IsCase reports whether the payment waits for a decision of the operator.
func (p *Payment) IsCase() bool {
	return p.State == StateUnclear || p.FailedRefunds > 0 || p.DisputesDue > 0
}

// SettleByHand closes the case of money that does not become an order, because the
// operator has dealt with it outside the shop: fulfilled what it was for, or returned
// it in another way. Later states from PayPal are still recorded.
//
// Errors: [ErrNothingToSettle]; [ErrBusy] while PayPal is being called.
func (p *Payment) SettleByHand(at time.Time) error {
	switch {
	case p.State != StateUnclear || !p.Capture.HasMoney():
		return ErrNothingToSettle
	case p.Leased(at):
		return ErrBusy
	}
	p.enterBy(StateCompleted, CauseByHand, reasonByHand, at)
	p.Active, p.Basket = false, nil
	return nil
}

// SettledByHand reports whether the payment was closed by [Payment.SettleByHand]: it
// has money and no order.
func (p *Payment) SettledByHand() bool {
	return p.State == StateCompleted && p.Cause == CauseByHand
}

// over reports whether the payment gives up its checkout key: its purpose is neither
// paid nor can it turn out to be, as far as the shop knows.
func (p *Payment) over() bool {
	return p.State == StateRefunded || p.State.WithoutMoney() && !p.vanished()
}

// StandsFor reports whether the payment is the one that its checkout page requests
// again: for the same basket, and not ended. One that PayPal may soon forget is not.
func (p *Payment) StandsFor(wanted *Payment) bool {
	waits := p.State == StateNew || p.State == StateCreated
	return p.BasketHash == wanted.BasketHash && !p.over() &&
		!(waits && !wanted.CreatedAt.Before(p.CreatedAt.Add(ApprovalLife)))
}

// MakeRoom frees the checkout key for another basket.
//
// Errors: [ErrBusy] while money is in transit.
func (p *Payment) MakeRoom(at time.Time) error {
	switch p.State {
	case StateNew, StateCreated:
		p.Discard(at)
	case StateCompleted:
		p.Active = false
	default:
		return ErrBusy
	}
	return nil
}
